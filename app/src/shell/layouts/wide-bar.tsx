// The bar above every page of a wide screen: the brand, the products, the search, the wallet of the page, the member.
// The practice mark is beside the brand; the shell draws it above everything else.
import { type ReactNode, useContext } from 'react';
import { useText } from '../../text/language.tsx';
import { BrandMark } from '../../ui/icons/brand-mark.tsx';
import { usePlatform, useWatched } from '../platform.tsx';
import type { RouteRow } from '../routing/route-row.ts';
import { Link } from '../routing/router.tsx';
import { HeaderEndContext } from './header-end.tsx';
import { MemberButtons } from './member-buttons.tsx';
import { UnreadLink } from './unread-link.tsx';
import './wide-bar.css';

export interface BarLink {
  readonly to: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

interface Props {
  readonly row: RouteRow;
  readonly links: readonly BarLink[];
  readonly search: ReactNode;
}

export function WideBar({ row, links, search }: Props) {
  const { shell } = useText();
  const isGuest = useWatched(usePlatform().member) === undefined;
  const end = useContext(HeaderEndContext);
  return (
    <nav className="wide-bar" aria-label={shell.mainMenu}>
      <Link to={isGuest ? '/overseaView' : '/oversea'} className="wide-bar__brand">
        <BrandMark size={24} />
        {shell.brand}
      </Link>
      <ul className="wide-bar__links">
        {links.map(({ to, label, isCurrent }) => (
          <li key={label}>
            <Link to={to} className="wide-bar__link" aria-current={isCurrent ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {search}
      {/* Pages with a header of their own have no other place for what they show at its end. */}
      {row.layout === 'OwnHead' && <span ref={end.set} className="wide-bar__end" />}
      {/* On a phone the menu leads to the notifications. */}
      {!isGuest && (
        <UnreadLink
          to="/more/notifications"
          icon="bell"
          label={shell.menu.notifications}
          kind="NOTIFICATION"
        />
      )}
      <MemberButtons />
    </nav>
  );
}
