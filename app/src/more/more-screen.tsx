import { menuFor } from '../shell/menu/menu.ts';
import { MenuRow } from '../shell/menu/side-menu.tsx';
import { useMenu } from '../shell/menu/use-menu.ts';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { Link } from '../shell/routing/router.tsx';
import { VERSION } from '../shell/updates/version.ts';
import { useText } from '../text/language.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { ListRow, SectionTitle } from '../ui/rows/list-row.tsx';
import { Tile } from '../ui/rows/tile.tsx';
import './more-screen.css';

export function MoreScreen() {
  const text = useText();
  const { member, site } = usePlatform();
  const who = useWatched(member);
  const groups = menuFor(useWatched(site), who);
  const tiles = groups.flatMap(({ items }) => items.filter(({ isTile }) => isTile));
  // The head of the page already links to my page.
  const rows = groups.map((group) => ({
    ...group,
    items: group.items.filter(({ isTile, key }) => !isTile && key !== 'mypage'),
  }));
  const tap = useMenu();
  return (
    <>
      {who !== undefined && (
        <div className="more-screen__me">
          <ListRow
            height={72}
            tile={
              <Tile shape="round" size={56}>
                {who.name.slice(0, 1)}
              </Tile>
            }
            title={who.name}
            meta={text.shell.signedInAs(who.username, who.nick)}
            end={<span className="more-screen__mine text-lead">{text.shell.menu.mypage}</span>}
            chevron
            renderLink={(link) => <Link to="/more/mypage" {...link} />}
          />
        </div>
      )}
      <nav className="menu-rows" aria-label={text.shell.openMenu}>
        <ul className="more-screen__tiles">
          {tiles.map((item) => (
            <li key={item.key}>
              <button type="button" className="more-screen__tile" onClick={() => tap(item)}>
                <Icon name={item.icon} size={24} />
                {text.shell.menu[item.key]}
              </button>
            </li>
          ))}
        </ul>
        {rows.map((group) => (
          <section key={group.section}>
            <SectionTitle>{text.shell.sections[group.section]}</SectionTitle>
            {group.items.map((item) => (
              <MenuRow key={item.key} item={item} onPress={() => tap(item)} />
            ))}
          </section>
        ))}
      </nav>
      <p className="more-screen__version text-micro">{text.shell.version(VERSION)}</p>
    </>
  );
}
