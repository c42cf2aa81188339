// What a change of staff would do to open positions of overseas futures, computed by the rules that then decide it.
// Nothing is changed by asking.
import { closeEffect, overseaSettingEffect, rateEffect } from '@maru/contract/oversea/office';
import { type Amount, rate, unitOf, ZERO } from '@maru/engine/amount';
import { perContract, pnlOf } from '@maru/engine/oversea/pricing';
import { closing } from '@maru/engine/oversea/settle';
import type { OverseaPosition } from '@maru/engine/oversea/state';
import type { OverseaTerms } from '@maru/engine/oversea/terms';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { BEHIND } from '../desk/table-answer.ts';
import { type Route, serve } from '../http/serve.ts';
import { changeOf } from '../staff/changed-settings.ts';
import { effectOf, type TouchedPosition } from '../staff/effects.ts';
import { standing } from './account.ts';
import { OVERSEA_WALLET, type OverseaParts, type OverseaSite } from './deps.ts';
import { NO_OPTION } from './order-routes.ts';
import { quoteOf } from './quotes.ts';
import { readAccounts } from './reads.ts';
import { SETTING_COLUMNS, type SettingChange } from './settings.ts';

/** More accounts are not computed for one question: it is asked by a person, and the desk has others to answer. */
const MOST_PLAYERS = 500;

type Parts = Pick<
  OverseaParts,
  'database' | 'desk' | 'state' | 'instruments' | 'sites' | 'settings' | 'terms' | 'prices' | 'rates'
>;

interface Asked {
  readonly site: OverseaSite;
  readonly now: Millis;
}

export function effectRoutes(parts: Parts): readonly Route[] {
  const { database, instruments, sites, settings, rates } = parts;
  const currencyOf = (site: OverseaSite): string =>
    site.wallets.find(({ type }) => type === OVERSEA_WALLET)?.currency ?? site.binaryCurrency;

  return [
    serve(overseaSettingEffect, async ({ query, principal, now }) => {
      const site = sites.byId(principal.site);
      const instrument = instruments.byId(query.overseaOptionId);
      if (site === undefined || instrument === undefined) return NO_OPTION;
      const { siteInfoId: _, overseaOptionId: __, ...wanted } = query;
      const change = changeOf(SETTING_COLUMNS, wanted);
      const fault = settings.faultOf(site, instrument.id, change);
      if (fault !== undefined) return { ok: false, refusal: 'SETTING_INVALID', field: fault };
      const held = heldIn(parts, site.id, [instrument.id]);
      const positions = await changedBy(parts, held, change, { site, now });
      if (positions === undefined) return BEHIND;
      const takesTwo = settings.touchesPositions(site, instrument.id, change);
      const { orders, isWhole } = held;
      return {
        ok: true,
        reply: await effectOf(database, site.id, {
          ...{ takesTwo, positions, orders, isWhole },
          currency: currencyOf(site),
        }),
      };
    }),
    serve(closeEffect, async ({ query, principal, now }) => {
      const site = sites.byId(principal.site);
      const instrument = instruments.byId(query.overseaOptionId);
      if (site === undefined || instrument === undefined) return NO_OPTION;
      const held = heldIn(parts, site.id, [instrument.id]);
      const positions = closedAtLast(parts, held.positions, { site, now });
      if (positions === undefined) return { ok: false, refusal: 'NO_FRESH_PRICE' };
      const { orders, isWhole } = held;
      const touched = { takesTwo: true, positions, orders, isWhole, currency: currencyOf(site) };
      return { ok: true, reply: await effectOf(database, site.id, touched) };
    }),
    serve(rateEffect, async ({ query: { base, rate: units }, principal, now }) => {
      const site = sites.byId(principal.site);
      const proposed = site && rates.propose(site, { base, rate: rate(units) }, now);
      if (site === undefined || proposed === undefined)
        return { ok: false, refusal: 'SETTING_INVALID', field: 'base' };
      const numbers = instruments.all.filter(({ currency }) => currency === base).map(({ id }) => id);
      const held = heldIn(parts, site.id, numbers);
      const positions = held.positions.flatMap((position): readonly TouchedPosition[] => {
        const priced = pricedOf(parts, position, { site, now });
        if (priced === undefined) return [];
        const { terms, last, unit } = priced;
        const before = pnlOf(position, last, terms, unit);
        const after = pnlOf(position, last, { ...terms, rate: proposed.rate }, unit);
        return [touched(parts, position, (after - before) as Amount, false)];
      });
      const { orders, isWhole } = held;
      const all = { takesTwo: true, positions, orders, isWhole, currency: currencyOf(site) };
      return { ok: true, reply: await effectOf(database, site.id, all) };
    }),
  ];
}

interface HeldIn {
  readonly positions: readonly OverseaPosition[];
  readonly orders: number;
  readonly isWhole: boolean;
}

function heldIn({ state }: Parts, site: SiteId, numbers: readonly number[]): HeldIn {
  const wanted = new Set(numbers);
  const positions: OverseaPosition[] = [];
  const players = new Set<PlayerId>();
  let isWhole = true;
  for (const position of state.positions.values()) {
    if (position.site !== site || !wanted.has(position.instrument)) continue;
    if (players.size >= MOST_PLAYERS && !players.has(position.player)) isWhole = false;
    else {
      players.add(position.player);
      positions.push(position);
    }
  }
  let orders = 0;
  for (const order of state.orders.values())
    if (order.site === site && wanted.has(order.instrument)) orders += 1;
  return { positions, orders, isWhole };
}

function touched(
  { instruments }: Parts,
  { player, instrument, side, qty }: OverseaPosition,
  result: Amount,
  isClosed: boolean,
): TouchedPosition {
  const stock = instruments.byId(instrument)?.code ?? '';
  return { player, stock, side, qty: String(qty), result, isClosed };
}

function pricedOf(
  { terms, prices, instruments, sites }: Parts,
  position: OverseaPosition,
  { site, now }: Asked,
):
  | { readonly terms: OverseaTerms; readonly last: OverseaTerms['tickSize']; readonly unit: Amount }
  | undefined {
  const own = terms.at(site.id, position.instrument, now);
  const last = prices.latest(instruments.byId(position.instrument)?.code ?? '')?.last;
  if (own === undefined || last === undefined) return undefined;
  return { terms: own, last, unit: unitOfSite(sites.byId(site.id)) };
}

const unitOfSite = (site: OverseaSite | undefined): Amount =>
  unitOf(site?.wallets.find(({ type }) => type === OVERSEA_WALLET)?.places ?? 0);

/** Undefined where one of them has no price. */
function closedAtLast(
  parts: Parts,
  positions: readonly OverseaPosition[],
  { site, now }: Asked,
): readonly TouchedPosition[] | undefined {
  const closed: TouchedPosition[] = [];
  for (const position of positions) {
    const own = parts.terms.at(site.id, position.instrument, now);
    const tick = parts.prices.latest(parts.instruments.byId(position.instrument)?.code ?? '');
    if (own === undefined || tick === undefined) return undefined;
    const unit = unitOfSite(site);
    const { plan } = closing(position, own, quoteOf(tick), { cause: 'STAFF_CLOSE', unit });
    closed.push(touched(parts, position, (plan.pnl - plan.commission) as Amount, true));
  }
  return closed;
}

/** Who would be cut by other terms and is not now, and what closing costs more. Undefined when the desk cannot answer. */
async function changedBy(
  parts: Parts,
  { positions }: HeldIn,
  change: SettingChange,
  { site, now }: Asked,
): Promise<readonly TouchedPosition[] | undefined> {
  const [first] = positions;
  if (first === undefined) return [];
  const { instrument } = first;
  const current = parts.terms.at(site.id, instrument, now);
  if (current === undefined) return [];
  const then: OverseaTerms = { ...current, ...change };
  const players = [...new Set(positions.map(({ player }) => player))];
  const read = await parts.desk.read(readAccounts, { players });
  if (read === undefined) return undefined;
  const termsThen: Pick<OverseaParts['terms'], 'at'> = {
    at: (id, number, at) => (number === instrument ? then : parts.terms.at(id, number, at)),
  };
  const cut = new Set<PlayerId>();
  for (const { player, seen } of read.seen) {
    if (seen === undefined) continue;
    const isCutNow = standing(seen, parts, now).headroom <= ZERO;
    if (!isCutNow && standing(seen, { ...parts, terms: termsThen }, now).headroom <= ZERO) cut.add(player);
  }
  const unit = unitOfSite(site);
  return positions.map((position) => {
    const [before, after] = [current, then].map((each) => perContract(position.qty, each.commission, unit));
    return touched(parts, position, ((before ?? ZERO) - (after ?? ZERO)) as Amount, cut.has(position.player));
  });
}
