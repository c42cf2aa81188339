import { useText } from '../../text/language.tsx';
import { IconButtonFace, iconButtonClass } from '../../ui/buttons/button.tsx';
import { countText } from '../../ui/figures/count-badge.tsx';
import type { IconName } from '../../ui/icons/icons.ts';
import { usePlatform, useWatched } from '../platform.tsx';
import { Link } from '../routing/router.tsx';

interface Props {
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
  readonly kind: 'MESSAGE' | 'NOTIFICATION';
}

/** An icon with the number of what is unread, 99+ above 99 (spec 2). */
export function UnreadLink({ to, icon, label, kind }: Props) {
  const { shell } = useText();
  const unread = useWatched(usePlatform().unread)[kind] ?? 0;
  return (
    <Link
      to={to}
      className={iconButtonClass}
      aria-label={unread > 0 ? shell.unreadOf(label, countText(unread)) : label}
    >
      <IconButtonFace icon={icon} count={unread} />
    </Link>
  );
}
