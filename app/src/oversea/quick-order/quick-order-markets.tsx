// The lists of the home page: favourites, the markets that are open now, and those that are closed.
import { openingOf } from '@maru/client/format-time';
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react';
import {
  type Group,
  groupOf,
  groupsIn,
  type Instrument,
  SORTS,
  type Sort,
  sorted,
} from '../../market/instruments/instrument-order.ts';
import { useSavedStocks } from '../../market/instruments/use-saved-stocks.ts';
import { ClosedMarkets } from '../../market/listing/closed-markets.tsx';
import type { Listing } from '../../market/listing/listing.ts';
import { ListingRows } from '../../market/listing/listing-rows.tsx';
import { marketSections, openFirst } from '../../market/listing/listing-sections.ts';
import { useRestAlert } from '../../market/listing/rest-alert.tsx';
import { useSparks } from '../../market/prices/use-sparks.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { listingWords } from '../../text/listing.ts';
import { marketWords } from '../../text/market.ts';
import { overseaWords } from '../../text/oversea.ts';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { MenuSheet } from '../../ui/overlays/menu-sheet.tsx';
import './quick-order-markets.css';
import { useHeld } from './quick-order-rows.ts';

export function QuickOrderMarkets({ listings }: { readonly listings: readonly Listing[] }) {
  const marketText = useWords(marketWords);
  const overseaText = useWords(overseaWords);
  const words = useWords(listingWords);
  const { prices } = usePlatform();
  const [group, setGroup] = useState<Group>();
  const [sort, setSort] = useState<Sort>('usual');
  const [isSorting, setSorting] = useState(false);
  const { showRest, alert } = useRestAlert();
  const { leading, isEditing, edit, rowsOf } = useRows(listings, showRest);
  const groups = useMemo(() => groupsIn(listings), [listings]);

  const chosen = useMemo(() => {
    const ours = listings.filter((each) => group === undefined || groupOf(each) === group);
    return sorted(ours, sort, (stock) => prices.of(stock)?.priceChangePercent);
  }, [listings, group, sort, prices]);
  const favourites = leading.flatMap((stock) => chosen.find((each) => each.stock === stock) ?? []);
  const { open, closed } = marketSections(chosen.filter(({ stock }) => !leading.includes(stock)));

  const tools = (
    <div className="quick-order__tools">
      {leading.length === 0 && <EditFavourites isEditing={isEditing} onEdit={edit} isFirst />}
      <button
        type="button"
        className="quick-order__sort"
        aria-haspopup="dialog"
        onClick={() => setSorting(true)}
      >
        {overseaText[sort]}
        <Icon name="sort" size={14} weight={2} />
      </button>
    </div>
  );

  return (
    <>
      <ChipRow label={overseaText.filter} gutter>
        <Chip pressed={group === undefined} onPress={() => setGroup(undefined)}>
          {overseaText.all}
        </Chip>
        {groups.map((each) => (
          <Chip key={each} pressed={group === each} onPress={() => setGroup(each)}>
            {overseaText[each]}
          </Chip>
        ))}
      </ChipRow>
      <div className="quick-order__sections">
        {favourites.length > 0 && (
          <Favourites isEditing={isEditing} onEdit={edit}>
            {(labelledBy) => rowsOf(openFirst(favourites), labelledBy)}
          </Favourites>
        )}
        {isEditing && leading.length === 0 && (
          <p className="quick-order__hint text-note">{words.favouritesHint}</p>
        )}
        <OpenMarkets open={open} hasClosed={closed.length > 0} end={tools} rowsOf={rowsOf} />
        <ClosedMarkets closed={closed} rowsOf={rowsOf} />
      </div>
      <MenuSheet
        open={isSorting}
        onClose={() => setSorting(false)}
        title={overseaText.sort}
        closeLabel={marketText.close}
        choices={SORTS.map((key) => ({ key, label: overseaText[key] }))}
        current={sort}
        onChoose={(key) => {
          setSort(key);
          setSorting(false);
        }}
      />
      {alert}
    </>
  );
}

type RowsOf = (listings: readonly Listing[], labelledBy: string) => ReactNode;

/** While favourites are edited every row has its star, and no row moves while it is tapped. */
function useRows(listings: readonly Listing[], onRest: (instrument: Instrument) => void) {
  const saved = useSavedStocks();
  const favourites = useWatched(saved.favourites);
  const [edited, setEdited] = useState<readonly string[]>();
  const heldOf = useHeld();
  const closesOf = useSparks(useMemo(() => listings.map(({ stock }) => stock), [listings]));
  const edit = useCallback(
    () => setEdited((before) => (before === undefined ? saved.favourites.get() : undefined)),
    [saved],
  );
  const rowsOf: RowsOf = (some, labelledBy) => (
    <ListingRows
      rows={some.map((listing) => ({ listing, ...heldOf(listing) }))}
      labelledBy={labelledBy}
      favourites={edited && favourites}
      closesOf={closesOf}
      onRest={onRest}
      onStar={saved.toggleFavourite}
    />
  );
  return { leading: edited ?? favourites, isEditing: edited !== undefined, edit, rowsOf };
}

interface EditProps {
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  /** There is no favourite yet. */
  readonly isFirst?: boolean;
}

function EditFavourites({ isEditing, onEdit, isFirst = false }: EditProps) {
  const words = useWords(listingWords);
  const begin = isFirst
    ? { label: words.addFavourites, shown: words.add }
    : { label: words.editFavourites, shown: words.edit };
  const { label, shown } = isEditing ? { label: words.favouritesDone, shown: words.done } : begin;
  return (
    <button
      type="button"
      className="quick-order__edit"
      aria-label={label}
      aria-pressed={isEditing}
      onClick={onEdit}
    >
      {isFirst && <Icon name="star" size={14} weight={2} />}
      {shown}
    </button>
  );
}

interface FavouritesProps extends EditProps {
  readonly children: (labelledBy: string) => ReactNode;
}

function Favourites({ children, ...editing }: FavouritesProps) {
  const marketText = useWords(marketWords);
  const id = useId();
  return (
    <section className="quick-order__favourites" aria-labelledby={id}>
      <div className="quick-order__head">
        <h2 id={id}>{marketText.favourites}</h2>
        <EditFavourites {...editing} />
      </div>
      {children(id)}
    </section>
  );
}

interface OpenProps {
  readonly open: ReturnType<typeof marketSections<Listing>>['open'];
  readonly hasClosed: boolean;
  readonly end: ReactNode;
  readonly rowsOf: RowsOf;
}

const isWeekend = (weekday: number): boolean => weekday === 0 || weekday === 6;

function OpenMarkets({ open, hasClosed, end, rowsOf }: OpenProps) {
  const words = useWords(listingWords);
  const { clock } = usePlatform();
  const id = useId();
  const { weekday } = openingOf(clock.now());
  if (open.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="quick-order__open text-micro">
        <h2 id={id}>{words.openNow}</h2>
        {hasClosed && isWeekend(weekday) && <span>{words.openEvenOn(weekday)}</span>}
      </div>
      {open.map(({ market, listings }, place) => (
        <div key={market} className="quick-order__market">
          <div className="quick-order__head">
            <h3 id={`${id}-${market}`}>{words.markets[market]}</h3>
            {place === 0 && end}
          </div>
          {rowsOf(listings, `${id}-${market}`)}
        </div>
      ))}
    </section>
  );
}
