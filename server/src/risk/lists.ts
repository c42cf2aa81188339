// Open positions and orders of everybody, a page at a time. What is open is in memory: a page reads its numbers, and only
// the page itself is valued.
import type { ReplyOf } from '@maru/contract/call';
import type { riskOrders, riskPositions } from '@maru/contract/risk/exposure';
import { toDecimal } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { ExposedOrder, ExposedPosition, ExposureView } from '../product/exposure.ts';
import type { Names } from './reply-parts.ts';
import { currencyOf, type RiskParts, roomOf } from './valued-accounts.ts';
import { percentOf } from './wire.ts';
import { wonWorth } from './worth.ts';

export interface Wanted {
  readonly site: SiteId;
  readonly product: string | undefined;
  readonly instrument: number | undefined;
  readonly player: number | undefined;
  readonly before: number | undefined;
  readonly size: number;
}

type ListNames = Pick<Names, 'instrument' | 'members'>;

interface Found<Thing> {
  readonly rank: number;
  readonly view: ExposureView;
  readonly thing: Thing;
}

/** The newest that are wanted, and one more where there is a further page. */
function newest<
  Thing extends { readonly site: SiteId; readonly player: PlayerId; readonly instrument: number },
>(
  exposures: readonly ExposureView[],
  wanted: Wanted,
  listed: (view: ExposureView) => Iterable<Thing>,
  rankOf: (thing: Thing) => number,
): readonly Found<Thing>[] {
  const found: Found<Thing>[] = [];
  const last = wanted.before ?? Number.POSITIVE_INFINITY;
  for (const view of exposures) {
    if (wanted.product !== undefined && view.product !== wanted.product) continue;
    for (const thing of listed(view)) {
      const rank = rankOf(thing);
      if (rank >= last || thing.site !== wanted.site) continue;
      if (wanted.instrument !== undefined && thing.instrument !== wanted.instrument) continue;
      if (wanted.player !== undefined && thing.player !== wanted.player) continue;
      found.push({ rank, view, thing });
    }
  }
  return found.sort((a, b) => b.rank - a.rank).slice(0, wanted.size + 1);
}

function pageOf<Thing>(found: readonly Found<Thing>[], size: number) {
  const page = found.slice(0, size);
  return { page, next: found.length > size ? (page.at(-1)?.rank ?? null) : null };
}

export async function listPositions(
  { exposures, sites, rates, instruments, time }: RiskParts,
  wanted: Wanted,
  names: ListNames,
): Promise<ReplyOf<typeof riskPositions>> {
  const found = newest(
    exposures,
    wanted,
    ({ holdings }) => holdings?.positions() ?? [],
    ({ id }) => id,
  );
  const { page, next } = pageOf(found, wanted.size);
  const now = time.clock();
  const worth = wonWorth(rates, instruments, { now });
  const valued = new Map(page.map(({ view }) => [view, view.holdings?.valuedAt(now)]));
  const memberOf = await names.members(
    wanted.site,
    page.map(({ thing }) => thing.player),
  );
  const content = page.flatMap(({ view, thing }) => {
    const accounts = valued.get(view)?.accountsOf(thing.player) ?? [];
    const account = accounts.find(({ positions }) => positions.some(({ id }) => id === thing.id));
    const position = account?.positions.find(({ id }) => id === thing.id);
    if (account === undefined || position === undefined) return [];
    const currency = currencyOf(sites, account) ?? '';
    const won = worth.of(position.value, currency);
    return [
      {
        ...wirePosition(position, names.instrument),
        ...memberOf(thing.player),
        product: view.product,
        walletType: account.wallet,
        currency,
        price: toDecimal(position.price),
        value: toDecimal(position.value),
        won: won === undefined ? null : toDecimal(won),
        pnl: toDecimal(position.pnl),
        roomPercent: percentOf(roomOf(account)),
      },
    ];
  });
  return { content, next };
}

export const wirePosition = (
  { id, instrument, side, qty, leverage, isIsolated }: ExposedPosition,
  nameOf: Names['instrument'],
) => ({
  positionId: id,
  instrumentId: instrument,
  ...nameOf(instrument),
  side,
  qty,
  leverage: leverage ?? null,
  isIsolated,
});

export async function listOrders(
  { exposures }: Pick<RiskParts, 'exposures'>,
  wanted: Wanted,
  names: ListNames,
): Promise<ReplyOf<typeof riskOrders>> {
  const found = newest(
    exposures,
    wanted,
    ({ holdings }) => holdings?.orders() ?? [],
    ({ rank }) => rank,
  );
  const { page, next } = pageOf(found, wanted.size);
  const memberOf = await names.members(
    wanted.site,
    page.map(({ thing }) => thing.player),
  );
  const textOf = (units: ExposedOrder['price']) => (units === undefined ? null : toDecimal(units));
  const content = page.map(
    ({ view, thing: { id, player, instrument, side, type, qty, price, trigger, placedAt } }) => ({
      ...memberOf(player),
      product: view.product,
      orderId: id,
      instrumentId: instrument,
      ...names.instrument(instrument),
      side,
      type,
      qty: qty ?? null,
      price: textOf(price),
      trigger: textOf(trigger),
      placedMillis: placedAt,
    }),
  );
  return { content, next };
}
