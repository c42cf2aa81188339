import { useText } from '../../text/language.tsx';
import { IconButtonFace, iconButtonClass } from '../../ui/buttons/button.tsx';
import { countText } from '../../ui/figures/count-badge.tsx';
import { usePlatform, useWatched } from '../platform.tsx';
import { Link } from '../routing/router.tsx';

/** The number of all unread messages, 99+ above 99 (spec 2). */
export function MessagesLink() {
  const text = useText();
  const unread = Object.values(useWatched(usePlatform().unread)).reduce((sum, count) => sum + count, 0);
  return (
    <Link
      to="/service/contact"
      className={iconButtonClass}
      aria-label={unread > 0 ? text.shell.unreadMessages(countText(unread)) : text.shell.messages}
    >
      <IconButtonFace icon="mail" count={unread} />
    </Link>
  );
}
