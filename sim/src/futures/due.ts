// Fundings that are due, and commands that are sent by mistake: too early, twice, on an old price, for what is gone.
import { priceOfUnits, rateOfUnits } from '@maru/engine/amount';
import type { FundFutures, FuturesPlayerCommand } from '@maru/engine/futures/commands';
import type { FuturesOrder, FuturesPosition, FuturesState } from '@maru/engine/futures/state';
import type { Priced, Quote } from '@maru/engine/futures/terms';
import { HOUSE, type SiteId } from '@maru/engine/purse';
import { earlier, type Millis } from '@maru/engine/time';
import type { Dice } from '../dice.ts';
import {
  fundingBefore,
  fundingDueAt,
  fundingRateOf,
  type Instrument,
  instrumentOf,
  type MarketView,
  nextFunding,
  quoteAt,
} from './market.ts';
import { fundedOf } from './twin.ts';
import type { FuturesCommand } from './twin-rules.ts';

/** A process that was down makes up so many fundings. */
const MADE_UP = 4;
/** Without a mark younger than this the rate is zero. */
const MARK_MS = 6_000;

export function fundingOf(seed: number, instrument: Instrument, site: number, dueAt: Millis): FundFutures {
  const { id, contract, tickSize, around } = instrument;
  const quote = quoteAt(seed, instrument, dueAt);
  const isYoung = quote !== undefined && dueAt - quote.ts <= MARK_MS;
  return {
    kind: 'FUND_FUTURES',
    site: site as SiteId,
    player: HOUSE,
    instrument: id,
    contract,
    dueAt,
    rate: isYoung ? fundingRateOf(seed, id, dueAt) : rateOfUnits(0n),
    mark: quote?.mark ?? priceOfUnits(BigInt(around) * tickSize),
  };
}

/** The oldest funding of each site and instrument that is due and not accrued. */
export function fundingsDue(
  { funded, open }: FuturesState,
  {
    seed,
    sites,
    instruments,
    at,
  }: { seed: number; sites: number; instruments: readonly Instrument[]; at: number },
): readonly FundFutures[] {
  const fundings: FundFutures[] = [];
  for (let site = 1; site <= sites; site += 1)
    for (const instrument of instruments) {
      const key = fundedOf(site, instrument.id);
      const latest = fundingDueAt(instrument.id, at);
      const last = funded.get(key);
      // Where nothing is open, nobody pays.
      if ((open.get(key)?.size ?? 0) === 0 || (last !== undefined && last >= latest)) continue;
      const from = fundingBefore(latest, MADE_UP);
      const due = last === undefined ? latest : last < from ? from : nextFunding(last);
      fundings.push(fundingOf(seed, instrument, site, due));
    }
  return fundings;
}

/** A wrong command that resembles a right one: the same prices, but old, or another instrument's settings. */
export function lookalikeOf(command: FuturesPlayerCommand): FuturesPlayerCommand | undefined {
  const old = ({ terms, quote }: Priced) => ({ terms, quote: { ...quote, ts: earlier(quote.ts, 20_000) } });
  if (command.kind === 'LIQUIDATE_FUTURES') return { ...command, priced: command.priced.map(old) };
  if (command.kind === 'FILL_FUTURES_ORDER')
    return { ...command, quote: { ...command.quote, ts: earlier(command.quote.ts, 20_000) } };
  if (command.kind === 'WARN_FUTURES') return { ...command, kind: 'LIQUIDATE_FUTURES', isAfterGap: false };
  return undefined;
}

export interface Moment extends MarketView {
  readonly seed: number;
  readonly state: FuturesState;
  /** The prices that were received last. */
  readonly quotes: ReadonlyMap<number, Quote>;
  readonly at: number;
}

/** It must be refused, but for what is really due. Undefined where what was drawn needs something that is not there. */
export function mistakeOf(moment: Moment, dice: Dice): FuturesCommand | undefined {
  const { seed, state, at } = moment;
  const positions = [...state.positions.values()];
  const orders = [...state.orders.values()];
  // Whoever was warned may be warned once more after a minute, and not before.
  const warned = positions.find(({ warnedAt }) => warnedAt !== undefined && dice.chance(0.3));
  const held = warned ?? positions[dice.below(Math.max(1, positions.length))];
  const order = orders[dice.below(Math.max(1, orders.length))];
  const draw = dice.below(7);
  if (held !== undefined && draw < 2) {
    const { instrument, site } = held;
    const latest = fundingDueAt(instrument, at);
    const due = dice.pick([latest, nextFunding(latest), fundingBefore(latest, 1)]);
    return fundingOf(seed, instrumentOf(instrument), site, due);
  }
  if (held !== undefined && draw < 4) return judgementOf(moment, dice, held);
  if (order === undefined) return undefined;
  if (draw === 4) {
    const { site, player } = order;
    return { kind: 'CANCEL_FUTURES_ORDERS', site, player, reason: 'DISCONNECT' };
  }
  return draw === 5 && order.trailing !== undefined ? trailOf(order) : fillOf(moment, dice, order);
}

/** A liquidation or a warning of whoever it is, sometimes with a price missing or old. */
export function judgementOf(
  { quotes, state, at, quoteOf, termsOf }: Moment,
  dice: Dice,
  held: FuturesPosition,
): FuturesCommand {
  const { site, player, wallet, id, marginType } = held;
  const isAlone = dice.chance(0.1) ? marginType === 'CROSS' : marginType === 'ISOLATED';
  const priced = [...state.positions.values()]
    .filter((each) => each.player === player && each.wallet === wallet)
    .flatMap(({ instrument }): Priced[] => {
      const quote = dice.chance(0.1) ? quoteOf(instrument, at - 4_000) : quotes.get(instrument);
      const terms = termsOf(site, instrument, at);
      return quote === undefined || dice.chance(0.05) ? [] : [{ terms, quote }];
    });
  const part = { site, player, wallet, priced, ...(isAlone ? { position: id } : {}) };
  return dice.chance(0.6)
    ? { kind: 'LIQUIDATE_FUTURES', ...part, isAfterGap: dice.chance(0.2) }
    : { kind: 'WARN_FUTURES', ...part };
}

/** Not further than what is known already. */
function trailOf({ site, player, id, trailing, side }: FuturesOrder): FuturesCommand {
  const known = trailing?.extreme?.price ?? trailing?.activation ?? priceOfUnits(1n);
  const back = trailing?.extreme === undefined ? 1n : 0n;
  const price = priceOfUnits(side === 'SHORT' ? known - back : known + back);
  return {
    kind: 'TRAIL_FUTURES_ORDER',
    site,
    player,
    order: id,
    extreme: { price, ts: 0 as Millis, seq: 0 },
  };
}

export function fillOf(
  { quotes, at, quoteOf, termsOf }: Moment,
  dice: Dice,
  order: FuturesOrder,
): FuturesCommand {
  const { site, player, id } = order;
  const instrument = instrumentOf(dice.chance(0.1) ? 301 : order.instrument);
  const terms = termsOf(site, instrument.id, at);
  const seenAt = at - dice.pick([0, 0, terms.staleMs, terms.staleMs + 1, 400]);
  const fallback = priceOfUnits(BigInt(instrument.around) * instrument.tickSize);
  const nothing = { ts: 0 as Millis, seq: 0, last: fallback, bid: fallback, ask: fallback, mark: fallback };
  const quote = quoteOf(instrument.id, seenAt) ?? quotes.get(instrument.id) ?? nothing;
  return {
    kind: 'FILL_FUTURES_ORDER',
    ...{ site, player, order: id, terms, quote, priced: [{ terms, quote }] },
    ...{ isAfterGap: dice.chance(0.2), isFirstPrice: dice.chance(0.5) },
    // Not as far as what is stored, which must count.
    ...(order.trailing !== undefined && dice.chance(0.7)
      ? { extreme: { price: quote[order.by], ts: quote.ts, seq: quote.seq } }
      : {}),
  };
}
