// The spec's side menu: the same items as 더보기, opened from every home page.
import { useText } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { CountBadge } from '../../ui/figures/count-badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { SideDrawer } from '../../ui/overlays/side-drawer.tsx';
import { ListRow, SectionTitle } from '../../ui/rows/list-row.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { usePlatform, useWatched } from '../platform.tsx';
import { type MenuItem, menuFor } from './menu.ts';
import './side-menu.css';
import { useMenu } from './use-menu.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function SideMenu({ open, onClose }: Props) {
  const text = useText();
  const { member, site } = usePlatform();
  const who = useWatched(member);
  const groups = menuFor(useWatched(site), who);
  const tap = useMenu();
  return (
    <SideDrawer open={open} onClose={onClose} title={text.shell.openMenu} closeLabel={text.shell.close}>
      {who !== undefined && (
        <ListRow
          tile={<Tile shape="round">{who.name.slice(0, 1)}</Tile>}
          title={who.name}
          meta={who.nick}
          height={64}
        />
      )}
      <nav className="menu-rows" aria-label={text.shell.openMenu}>
        {groups.map((group) => (
          <section key={group.section}>
            <SectionTitle>{text.shell.sections[group.section]}</SectionTitle>
            {group.items.map((item) => (
              <MenuRow
                key={item.key}
                item={item}
                onPress={() => {
                  onClose();
                  tap(item);
                }}
              />
            ))}
          </section>
        ))}
      </nav>
    </SideDrawer>
  );
}

export function MenuRow({ item, onPress }: { readonly item: MenuItem; readonly onPress: () => void }) {
  const text = useText();
  const unread = useWatched(usePlatform().unread);
  const count = item.unread === undefined ? 0 : (unread[item.unread] ?? 0);
  return (
    <ListRow
      height={56}
      tile={<Icon name={item.icon} size={22} />}
      title={text.shell.menu[item.key]}
      end={
        item.does === 'announce-preparation' ? (
          <Badge>{text.shell.preparing}</Badge>
        ) : (
          count > 0 && <CountBadge count={count} flat />
        )
      }
      // An arrow means that a page opens.
      chevron={typeof item.does === 'object'}
      onPress={onPress}
    />
  );
}
