// The search in the bar of a wide screen: results appear below the field while one types. The key / moves there.
import { readableCode } from '@maru/client/format';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { listedProducts } from '../../products.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { useShortcut } from '../../ui/typing/use-shortcut.ts';
import { tradingState } from '../instruments/instrument-order.ts';
import { nameOf } from '../instruments/instrument-words.ts';
import { useSavedStocks } from '../instruments/use-saved-stocks.ts';
import { pathOfWay, type Way } from '../listing/listing.ts';
import type { ListedRow } from '../listing/listing-rows.tsx';
import { useRestAlert } from '../listing/rest-alert.tsx';
import { useListings } from '../listing/use-listings.ts';
import { searchListings } from './listing-search.ts';
import './bar-search.css';

const MOST_CHARACTERS = 64;
const MOST_SHOWN = 8;

export function BarSearch() {
  const words = useWords(marketWords);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [rows, setRows] = useState<readonly Found[]>([]);
  const { showRest, alert } = useRestAlert();
  const open = useOpenFound(showRest);
  const isShown = isOpen && typed.trim() !== '';
  useShortcut('/', () => input.current?.focus());

  function leave(): void {
    setTyped('');
    setOpen(false);
    input.current?.blur();
  }

  function choose(found: Found | undefined): void {
    if (found === undefined) return;
    leave();
    open(found);
  }

  function steer(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(Math.min(rows.length - 1, Math.max(0, active + step)));
    }
    if (event.key === 'Enter') choose(rows[active]);
    if (event.key === 'Escape') leave();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 do not know the element `search`.
    <div
      className="bar-search"
      role="search"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <label className="bar-search__box input-box">
        <Icon name="search" size={16} weight={2} />
        <input
          ref={input}
          className="bar-search__input"
          role="combobox"
          aria-label={words.search}
          aria-keyshortcuts="/"
          aria-expanded={isShown}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={isShown && rows[active] ? `${id}-${active}` : undefined}
          placeholder={words.search}
          value={typed}
          maxLength={MOST_CHARACTERS}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onFocus={() => setOpen(true)}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(0);
            setOpen(true);
          }}
          onKeyDown={steer}
        />
        <span className="bar-search__key" aria-hidden="true">
          /
        </span>
      </label>
      {isShown && (
        <Results id={id} typed={typed} active={active} rows={rows} onRows={setRows} onChoose={choose} />
      )}
      {alert}
    </div>
  );
}

interface Found extends ListedRow {
  readonly way: Way;
}

/** A market that rests today is not opened; when it opens is shown instead. */
function useOpenFound(showRest: (found: Found['listing']) => void) {
  const navigate = useNavigate();
  const saved = useSavedStocks();
  const isGuest = useWatched(usePlatform().member) === undefined;
  return ({ listing, way }: Found): void => {
    if (tradingState(listing) === 'rest') {
      showRest(listing);
      return;
    }
    saved.addRecent(listing.stock);
    void navigate({ to: pathOfWay(way, isGuest) });
  };
}

interface ResultsProps {
  readonly id: string;
  readonly typed: string;
  readonly active: number;
  readonly rows: readonly Found[];
  readonly onRows: (rows: readonly Found[]) => void;
  readonly onChoose: (found: Found) => void;
}

/** The lists are read while something is searched for, not by every page below the bar. */
function Results({ id, typed, active, rows, onRows, onChoose }: ResultsProps) {
  const words = useWords(marketWords);
  const { language } = useLanguage();
  const { state, listings } = useListings();
  const asked = useDeferredValue(typed.trim());
  const found = useMemo(
    () =>
      searchListings(listings, { typed: asked, products: listedProducts, language })
        .slice(0, MOST_SHOWN)
        .map((row): Found => ({ ...row, way: row.way ?? row.listing.ways[0]! })),
    [listings, asked, language],
  );
  useEffect(() => onRows(found), [found, onRows]);
  return (
    <div className="bar-search__results">
      <div id={id} role="listbox" aria-label={words.search} aria-busy={state === 'loading'}>
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the field choose it.
          <div
            key={row.listing.stock}
            id={`${id}-${index}`}
            role="option"
            // The field keeps the focus.
            tabIndex={-1}
            aria-selected={index === active}
            className="bar-search__result"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(row)}
          >
            <b className="text-cut">{nameOf(row.listing, language)}</b>
            <span className="text-micro figure">{readableCode(row.listing.stock)}</span>
            <Badge>{(row.way.product.menuTitleIn ?? row.way.product.titleIn)(language)}</Badge>
          </div>
        ))}
      </div>
      {state !== 'loading' && rows.length === 0 && (
        <p className="bar-search__nothing text-caption" role="status">
          {words.notFound}
        </p>
      )}
    </div>
  );
}
