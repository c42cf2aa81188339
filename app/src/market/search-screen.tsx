// Search: by name, code, English name and initials; what was found before; what was starred.
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useWatched } from '../shell/platform.tsx';
import { Link } from '../shell/router.tsx';
import { useLanguage, useText } from '../text/language.tsx';
import { SectionTitle } from '../ui/list-row.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { TabLinks, tabLinkLook } from '../ui/tabs.tsx';
import type { Instrument } from './instrument-order.ts';
import { searchInstruments } from './instrument-search.ts';
import { nameOf } from './instrument-words.ts';
import { RecentChips } from './recent-chips.tsx';
import { useRestAlert } from './rest-alert.tsx';
import './search-screen.css';
import { StarredRows } from './starred-rows.tsx';
import { useKeptStocks } from './use-kept-stocks.ts';
import { useOverseaOptions } from './use-oversea-options.ts';
import { useSparks } from './use-sparks.ts';

type Menu = 'oversea' | 'dnw';

export const OverseaSearchScreen = () => <SearchScreen menu="oversea" />;
export const DnwSearchScreen = () => <SearchScreen menu="dnw" />;

export function SearchScreen({ menu }: { readonly menu: Menu }) {
  const text = useText();
  const [typed, setTyped] = useState('');
  return (
    <div className="search-screen">
      <h1 className="unseen">{text.market.search}</h1>
      <div className="search-screen__field">
        <SearchField
          label={text.market.search}
          placeholder={text.market.searchHint}
          words={{ clear: text.market.clearSearch }}
          value={typed}
          onChange={setTyped}
          autoFocus={menu === 'oversea'}
        />
      </div>
      <TabLinks label={text.market.searchMenu}>
        <MenuLink to="/search/oversea" isHere={menu === 'oversea'} label={text.market.searchOversea} />
        <MenuLink to="/search/dnw" isHere={menu === 'dnw'} label={text.market.searchDnw} />
      </TabLinks>
      {menu === 'oversea' ? (
        <OverseaSearch typed={typed} onType={setTyped} />
      ) : (
        <StatePanel kind="empty" title={text.market.dnwNotBuilt} sentence={text.market.dnwNotBuiltLead} />
      )}
    </div>
  );
}

interface MenuLinkProps {
  readonly to: string;
  readonly isHere: boolean;
  readonly label: string;
}

const MenuLink = ({ to, isHere, label }: MenuLinkProps) => (
  <Link to={to} replace className={tabLinkLook} aria-current={isHere ? 'page' : undefined}>
    {label}
  </Link>
);

interface SearchProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

function OverseaSearch({ typed, onType }: SearchProps) {
  const text = useText();
  const { state, reply, message, reload } = useOverseaOptions();
  if (state === 'failed')
    return (
      <StatePanel
        kind="error"
        title={text.market.marketFailed}
        sentence={message}
        action={{ label: text.shell.retry, onPress: reload }}
      />
    );
  if (state === 'loading')
    return (
      <div className="search-screen__bones" role="status" aria-label={text.shell.loading}>
        <SkeletonRows count={6} spark />
      </div>
    );
  return <Findings instruments={reply} typed={typed} onType={onType} />;
}

function Findings({
  instruments,
  typed,
  onType,
}: SearchProps & { readonly instruments: readonly Instrument[] }) {
  const { text, language } = useLanguage();
  const kept = useKeptStocks();
  const favourites = useWatched(kept.favourites);
  const { say, alert } = useRestAlert();
  const stocks = useMemo(() => instruments.map(({ stock }) => stock), [instruments]);
  const closesOf = useSparks(stocks);
  // The field stays quick while a long list is searched.
  const asked = useDeferredValue(typed.trim());
  const found = useMemo(() => searchInstruments(instruments, asked), [instruments, asked]);
  const byStock = useMemo(() => new Map(instruments.map((each) => [each.stock, each])), [instruments]);
  const starred = favourites.flatMap((stock) => byStock.get(stock) ?? []);
  const onOpen = useCallback((stock: string) => kept.lookedFor(stock), [kept]);
  const rows = { closesOf, favourites, onRest: say, onOpen, onStar: kept.toggleFavourite };
  const isSearching = asked !== '';

  return (
    <>
      {isSearching && found.length === 0 && (
        <div className="search-screen__nothing" role="status">
          <p className="search-screen__nothing-title">{text.market.notFound}</p>
          <p>{text.market.notFoundLead}</p>
        </div>
      )}
      {isSearching && found.length > 0 && (
        <section aria-label={text.market.found(found.length)}>
          <SectionTitle>{text.market.found(found.length)}</SectionTitle>
          <StarredRows
            {...rows}
            rows={found.map(({ instrument, inKoName }) => ({ instrument, match: inKoName }))}
          />
        </section>
      )}
      <RecentChips
        kept={kept}
        nameOfStock={(stock) => {
          const instrument = byStock.get(stock);
          return instrument && nameOf(instrument, language);
        }}
        onChoose={onType}
      />
      <section aria-label={text.market.favourites}>
        <SectionTitle>{text.market.favourites}</SectionTitle>
        {starred.length === 0 && <p className="search-screen__hint">{text.market.noFavourites}</p>}
        <StarredRows {...rows} rows={starred.map((instrument) => ({ instrument }))} />
      </section>
      {!isSearching && (
        <section aria-label={text.market.allInstruments}>
          <SectionTitle>{text.market.allInstruments}</SectionTitle>
          <StarredRows {...rows} rows={instruments.map((instrument) => ({ instrument }))} />
        </section>
      )}
      {alert}
    </>
  );
}
