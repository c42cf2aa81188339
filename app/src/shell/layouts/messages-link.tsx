import { useText } from '../../text/language.tsx';
import { IconButtonFace, iconButtonClass } from '../../ui/buttons/button.tsx';
import { countText } from '../../ui/figures/count-badge.tsx';
import { usePlatform, useWatched } from '../platform.tsx';
import { Link } from '../routing/router.tsx';

/** The number of unread messages, 99+ above 99 (spec 2). An answer to an inquiry is told by a message, too. */
export function MessagesLink() {
  const text = useText();
  const unread = useWatched(usePlatform().unread)['MESSAGE'] ?? 0;
  return (
    <Link
      to="/more/message"
      className={iconButtonClass}
      aria-label={unread > 0 ? text.shell.unreadMessages(countText(unread)) : text.shell.messages}
    >
      <IconButtonFace icon="mail" count={unread} />
    </Link>
  );
}
