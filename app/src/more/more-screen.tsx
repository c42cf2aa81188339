import { menuFor } from '../shell/menu.ts';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { Link } from '../shell/router.tsx';
import { MenuRow } from '../shell/side-menu.tsx';
import { useMenu } from '../shell/use-menu.ts';
import { VERSION } from '../shell/version.ts';
import { useText } from '../text/language.tsx';
import { ListRow, SectionTitle } from '../ui/list-row.tsx';
import { Tile } from '../ui/tile.tsx';
import './more-screen.css';

export function MoreScreen() {
  const text = useText();
  const { member, site } = usePlatform();
  const who = useWatched(member);
  const groups = menuFor(useWatched(site)?.features);
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
            chevron
            renderLink={(link) => <Link to="/more/mypage" {...link} />}
          />
        </div>
      )}
      <nav className="menu-rows" aria-label={text.shell.openMenu}>
        {groups.map((group) => (
          <section key={group.section}>
            <SectionTitle>{text.shell.sections[group.section]}</SectionTitle>
            {group.items.map((item) => (
              <MenuRow key={item.key} item={item} onPress={() => tap(item)} />
            ))}
          </section>
        ))}
      </nav>
      <p className="more-screen__version">{text.shell.version(VERSION)}</p>
    </>
  );
}
