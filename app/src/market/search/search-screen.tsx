// Search over everything that can be traded (picture 19c): by name, code, initials, English and nicknames; recent
// searches, what is traded most, and favourites.

import { popularStocks } from '@maru/contract/market';
import { useCallback, useDeferredValue, useId, useMemo } from 'react';
import { listedProducts } from '../../products.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useWatched } from '../../shell/platform.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { useLanguage, useText, useWords } from '../../text/language.tsx';
import { listingWords } from '../../text/listing.ts';
import { marketWords } from '../../text/market.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx';
import { SectionTitle } from '../../ui/rows/list-row.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { nameOf } from '../instruments/instrument-words.ts';
import { type ListedProduct, type Listing, wayIn } from '../listing/listing.ts';
import { type ListedRow, ListingRows, type ListingRowsProps } from '../listing/listing-rows.tsx';
import { openFirst } from '../listing/listing-sections.ts';
import { useRestAlert } from '../listing/rest-alert.tsx';
import { InitialsHint } from './initials-hint.tsx';
import { searchListings } from './listing-search.ts';
import { RecentChips } from './recent-chips.tsx';
import './search-screen.css';
import { useSavedStocks } from '../instruments/use-saved-stocks.ts';
import { useListings } from '../listing/use-listings.ts';

export function ListingSearchScreen() {
  const text = useText();
  const marketText = useWords(marketWords);
  const [typed, setTyped] = useEntryState('typed', '');
  const { state, listings, message, reload } = useListings();
  return (
    <div className="search-screen">
      <h1 className="unseen">{marketText.search}</h1>
      <div className="search-screen__field">
        <SearchField
          label={marketText.search}
          placeholder={marketText.searchHint}
          words={{ clear: marketText.clearSearch }}
          value={typed}
          onChange={setTyped}
          autoFocus
        />
      </div>
      {state === 'failed' && (
        <LoadFailed title={marketText.marketFailed} message={message} onRetry={reload} />
      )}
      {state === 'loading' && (
        <div className="search-screen__skeleton" role="status" aria-label={text.shell.loading}>
          <SkeletonRows count={6} />
        </div>
      )}
      {state === 'ready' && <Findings listings={listings} typed={typed} onType={setTyped} />}
    </div>
  );
}

interface FindingsProps {
  readonly listings: readonly Listing[];
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** The tab of all products. */
const EVERY = 'every';
const POPULAR_SHOWN = 5;

function Findings({ listings, typed, onType }: FindingsProps) {
  const { language } = useLanguage();
  const marketText = useWords(marketWords);
  const words = useWords(listingWords);
  const id = useId();
  const saved = useSavedStocks();
  const favourites = useWatched(saved.favourites);
  const { showRest, alert } = useRestAlert();
  const [chosen, setChosen] = useEntryState('product', EVERY);
  // Deferred, so that the field responds while a long list is searched.
  const asked = useDeferredValue(typed.trim());
  const isSearching = asked !== '';
  const matches = useMemo(
    () => searchListings(listings, { typed: asked, products: listedProducts, language }),
    [listings, asked, language],
  );
  const byStock = useMemo(() => new Map(listings.map((each) => [each.stock, each])), [listings]);
  const products = listedProducts.filter((each) => listings.some((listing) => wayIn(listing, each)));
  const product = products.find(({ name }) => name === chosen);
  const shown = rowsIn(matches, product);
  const known = (stocks: readonly string[]) => stocks.flatMap((stock) => byStock.get(stock) ?? []);
  // Empty while it is not known, or while there are no trades.
  const popular = known(useAnswer(popularStocks, {}).reply?.stocks ?? []).slice(0, POPULAR_SHOWN);
  const onOpen = useCallback((stock: string) => saved.addRecent(stock), [saved]);
  const rows = { favourites, onRest: showRest, onOpen, onStar: saved.toggleFavourite };

  return (
    <>
      <Tabs
        id={id}
        label={words.productFilter}
        tabs={[undefined, ...products].map((each) => ({
          value: each?.name ?? EVERY,
          label: each?.titleIn(language) ?? words.all,
          count: isSearching ? rowsIn(matches, each).length : undefined,
        }))}
        value={chosen}
        onChange={setChosen}
      />
      <TabPanel id={id} value={chosen} className="search-screen__panel">
        {isSearching && shown.length === 0 && (
          <div className="search-screen__nothing" role="status">
            <p className="search-screen__nothing-title text-title3">{marketText.notFound}</p>
            <p>{marketText.notFoundLead}</p>
          </div>
        )}
        {isSearching && shown.length > 0 && (
          <section aria-label={marketText.found(shown.length)}>
            <ListingRows {...rows} rows={shown} />
          </section>
        )}
        <InitialsHint listings={listings} />
        <RecentChips
          saved={saved}
          nameOfStock={(stock) => {
            const listing = byStock.get(stock);
            return listing && nameOf(listing, language);
          }}
          onChoose={onType}
        />
        <Section title={words.popular} rows={rowsIn(plainRows(popular), product)} {...rows} />
        {!isSearching && (
          <>
            <Section
              title={marketText.favourites}
              rows={rowsIn(plainRows(known(favourites)), product)}
              otherwise={marketText.noFavourites}
              {...rows}
            />
            <Section
              title={marketText.allInstruments}
              rows={rowsIn(plainRows(openFirst(listings)), product)}
              {...rows}
            />
          </>
        )}
      </TabPanel>
      {alert}
    </>
  );
}

const plainRows = (listings: readonly Listing[]): readonly ListedRow[] =>
  listings.map((listing) => ({ listing }));

/** The rows of a product, each opening it; a row that was found by a product's name keeps its way. */
const rowsIn = (rows: readonly ListedRow[], product: ListedProduct | undefined): readonly ListedRow[] =>
  product === undefined
    ? rows
    : rows.flatMap((row) => {
        const way = wayIn(row.listing, product);
        return way === undefined ? [] : { ...row, way };
      });

interface SectionProps extends ListingRowsProps {
  readonly title: string;
  /** Shown when there are no rows; without it an empty section is left out. */
  readonly otherwise?: string;
}

function Section({ title, otherwise, ...list }: SectionProps) {
  if (list.rows.length === 0 && otherwise === undefined) return null;
  return (
    <section aria-label={title}>
      <SectionTitle>{title}</SectionTitle>
      {list.rows.length === 0 ? (
        <p className="search-screen__hint text-caption">{otherwise}</p>
      ) : (
        <ListingRows {...list} />
      )}
    </section>
  );
}
