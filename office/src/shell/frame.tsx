// The side menu, and the screen of the address beside it.
import { BrandMark } from '@maru/app/ui/icons/brand-mark';
import { Icon } from '@maru/app/ui/icons/icon';
import { type ComponentType, type MouseEvent, useEffect, useState } from 'react';
import { type ScreenRow, screenAt, screens } from '../screens.ts';
import { words } from '../text/shell.ts';
import { useBadges } from './badges.ts';
import './frame.css';
import { useMay, useMe, useOffice, useWatched } from './office-context.tsx';
import { pathOf } from './place.ts';
import { toggleTheme } from './theme.ts';

export function Frame() {
  const office = useOffice();
  const path = pathOf(useWatched(office.place.at));
  const [isMenuOpen, setMenuOpen] = useState(false);
  return (
    <div className={isMenuOpen ? 'frame frame--menu' : 'frame'}>
      <a className="frame__skip" href="#screen">
        {words.skip}
      </a>
      <button
        type="button"
        className="frame__menu-button"
        aria-expanded={isMenuOpen}
        aria-label={isMenuOpen ? words.closeMenu : words.openMenu}
        onClick={() => setMenuOpen(!isMenuOpen)}
      >
        <Icon name={isMenuOpen ? 'close' : 'menu'} size={22} />
      </button>
      <SideMenu path={path} onChosen={() => setMenuOpen(false)} />
      <main id="screen" className="frame__main">
        <ShownScreen path={path} />
      </main>
    </div>
  );
}

function SideMenu({ path, onChosen }: { readonly path: string; readonly onChosen: () => void }) {
  const office = useOffice();
  const me = useMe();
  const may = useMay();
  const badges = useBadges();
  const current = screenAt(path)?.path;
  const parent = `/${path.split('/')[1] ?? ''}`;

  function follow(event: MouseEvent, to: string): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    office.place.go(to);
    onChosen();
  }
  return (
    <nav className="side-menu" aria-label={words.menu}>
      <p className="side-menu__brand">
        <BrandMark size={24} />
        <span>
          {words.brand} <span className="side-menu__quiet">{words.office}</span>
        </span>
        <span className="side-menu__practice">{words.practice}</span>
      </p>
      <SiteChoice />
      <div className="side-menu__list">
        {screens
          .filter(({ right, isHidden }) => isHidden !== true && may(right))
          .map((row) => {
            const count = badges[row.path.slice(1)] ?? 0;
            const isHere = row.path === current || row.path === parent;
            return (
              <a
                key={row.path}
                className="side-menu__row"
                href={`/office${row.path}`}
                aria-current={isHere ? 'page' : undefined}
                onClick={(event) => follow(event, row.path)}
              >
                <Icon name={row.icon} size={18} />
                <span className="side-menu__name">{row.title}</span>
                {count > 0 && <b className="side-menu__count figure">{count > 99 ? '99+' : count}</b>}
              </a>
            );
          })}
      </div>
      <div className="side-menu__me">
        <span className="side-menu__initial" aria-hidden="true">
          {me.name.slice(0, 1)}
        </span>
        <span className="text-stack">
          <b>{me.name}</b>
          <span className="side-menu__quiet" title={me.username}>
            {words.roles[me.role]}
          </span>
        </span>
        <button
          type="button"
          className="side-menu__tool"
          aria-label={words.theme}
          onClick={() => toggleTheme(office.storage)}
        >
          <Icon name="sun" size={18} />
        </button>
        <button
          type="button"
          className="side-menu__tool"
          aria-label={words.signOut}
          onClick={() => office.signOut()}
        >
          <Icon name="leave" size={18} />
        </button>
      </div>
    </nav>
  );
}

/** For those who may act on several sites: every screen then shows the chosen one. */
function SiteChoice() {
  const office = useOffice();
  const me = useMe();
  const chosen = useWatched(office.site) ?? me.site.id;
  if (me.sites.length < 2) return null;
  return (
    <select
      className="side-menu__site"
      aria-label={words.site}
      value={chosen}
      onChange={(event) => office.chooseSite(Number(event.target.value))}
    >
      {me.sites.map(({ id, name, code }) => (
        <option key={id} value={id}>
          {name} · {code}
        </option>
      ))}
    </select>
  );
}

function ShownScreen({ path }: { readonly path: string }) {
  const may = useMay();
  const site = useWatched(useOffice().site);
  const row = screenAt(path);
  const Screen = useFetched(row);
  if (row === undefined) return <p className="frame__note">{words.notFound}</p>;
  if (!may(row.right)) return <p className="frame__note">{words.noRight}</p>;
  if (Screen === 'failed')
    return (
      <p className="frame__note" role="alert">
        {words.transport.tryAgain}
      </p>
    );
  return Screen === undefined ? (
    <p className="frame__note">{words.loading}</p>
  ) : (
    <Screen key={`${path} ${site}`} />
  );
}

/** The screen of a row, once it has arrived. */
function useFetched(row: ScreenRow | undefined): ComponentType | 'failed' | undefined {
  const [fetched, setFetched] = useState<{ row: ScreenRow; Screen: ComponentType | 'failed' }>();
  useEffect(() => {
    if (row === undefined) return undefined;
    let isWanted = true;
    const keep = (Screen: ComponentType | 'failed') => isWanted && setFetched({ row, Screen });
    row.load().then(
      ({ Screen }) => keep(Screen),
      () => keep('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [row]);
  return fetched?.row === row ? fetched?.Screen : undefined;
}
