// Judges an isolated position or the cross positions of a wallet, and sets the prices at which that must be done again.
//
// What an account may still lose is split over its positions, and each is guarded at the mark at which it alone has used
// its part: as long as no guard is reached, all of them together have not used all of it.
import { divide, ONE, type Price, type Rate } from '../amount.ts';
import type { Entry } from '../entry.ts';
import type { Fires } from '../market/trigger-index.ts';
import type { Millis } from '../time.ts';
import { createLegs } from '../watch/legs.ts';
import type { JudgedAccount, Placement, SeenPrices, Verdict } from '../watch/rules.ts';
import { WHOLE } from './liquidation-price.ts';
import { isJudgeable, isolatedAccount, mayWarn, REARM_RATIO, type RiskAccount, warnRatioOf } from './risk.ts';
import { crossAccount, isUnderwater, isWarned, type MarkedPosition, markPosition } from './standing.ts';
import type { FuturesPosition } from './state.ts';
import type { FuturesTerms, Priced, Quote } from './terms.ts';
import { type Fine, isInverse, priceAtValue, tierOf, valueAtPrice } from './value.ts';
import type { FuturesWatchTypes, Phase } from './watch-types.ts';

export const legs = createLegs({
  STOP: 'ORDER',
  LIMIT: 'ORDER',
  TRAIL: 'ORDER',
  GUARD: 'POSITION',
  REARM: 'POSITION',
});

type Judged = JudgedAccount<FuturesWatchTypes>;
type Prices = SeenPrices<FuturesWatchTypes>;

export function judgeFutures(judged: Judged, prices: Prices): Verdict<FuturesWatchTypes> {
  const account = accountAt(judged, prices);
  if (account === undefined) return 'LATER';
  const { now, listeningSince } = prices;
  if (isUnderwater(account)) {
    if (!isJudgeable(account, now, listeningSince)) return 'LATER';
    const isAfterGap = account.marked.some(({ terms }) => prices.isAfterGap(terms));
    return { command: { kind: 'LIQUIDATE_FUTURES', ...commandHead(judged, account), isAfterGap } };
  }
  // How safe it was is not known before a price: then it is judged again.
  if (judged.note === undefined && account.marked.some(({ quote }) => quote.seq === UNPRICED)) return 'LATER';
  const warnRatio = warnRatioOf(account);
  const before = phaseOf(judged.note, account, warnRatio);
  const standing = { balance: account.equity, maintenance: account.maintenance };
  if (before === 'WARNED') return { guards: warnedGuards(account, warnRatio), note: 'WARNED' };
  if (!isWarned(standing, warnRatio)) return { guards: guardsFor(account, warnRatio, 'GUARD'), note: 'SAFE' };
  const guards = warnedGuards(account, warnRatio);
  // It was warned of less than a minute ago: that warning counts.
  if (!mayWarn(account, now)) return { guards, note: 'WARNED' };
  if (!isJudgeable(account, now, listeningSince)) return 'LATER';
  return { command: { kind: 'WARN_FUTURES', ...commandHead(judged, account) }, guards, note: 'WARNED' };
}

/** Undefined where the site no longer trades one of the instruments. */
function accountAt(
  { wallet, position: alone, account, free }: Judged,
  prices: Prices,
): RiskAccount | undefined {
  const { positions } = account;
  const pricedOf = (instrument: number): Priced | undefined => pricedAt(positions.get(instrument)!, prices);
  if (alone === undefined) return crossAccount({ wallet, free, positions }, pricedOf);
  for (const position of positions.values()) {
    if (position.id !== alone) continue;
    const priced = pricedOf(position.instrument);
    return priced && isolatedAccount(markPosition(position, priced));
  }
  return undefined;
}

/** Without any price a position counts with what it was opened at. */
export function pricedAt(
  { site, instrument, entry }: Pick<FuturesPosition, 'site' | 'instrument' | 'entry'>,
  prices: Pick<Prices, 'now' | 'pricedOf' | 'termsOf'>,
): Priced | undefined {
  const priced = prices.pricedOf({ site, instrument });
  if (priced !== undefined) return priced;
  const terms = prices.termsOf(site, instrument, prices.now);
  return terms && { terms, quote: quoteAtEntry(entry) };
}

/** Ticks have other numbers. */
const UNPRICED = -1;

function quoteAtEntry({ sum, over }: Entry): Quote {
  const rounded = divide(sum, over, 'half-up');
  const at = (rounded > 0n ? rounded : 1n) as Price;
  return { ts: 0 as Millis, seq: UNPRICED, last: at, bid: at, ask: at, mark: at };
}

function commandHead({ player, wallet, position, account }: Judged, { marked }: RiskAccount) {
  const [first] = account.positions.values();
  return {
    site: first!.site,
    player,
    wallet,
    ...(position === undefined ? undefined : { position }),
    priced: marked.map(({ terms, quote }) => ({ terms, quote })),
  };
}

const rearmRatio = (warnRatio: Rate): Rate => (warnRatio < REARM_RATIO ? warnRatio : REARM_RATIO);

/**
 * After a start nobody knows whether the ratio was low since the last warning: it counts as if it was, unless it is high
 * now. So a warning may come twice, and none is left out.
 */
function phaseOf(note: Phase | undefined, account: RiskAccount, warnRatio: Rate): Phase {
  const standing = { balance: account.equity, maintenance: account.maintenance };
  if (note === undefined) {
    const wasWarned = account.marked.some(({ position }) => position.warnedAt !== undefined);
    return wasWarned && isWarned(standing, warnRatio) ? 'WARNED' : 'SAFE';
  }
  return note === 'WARNED' && !isWarned(standing, rearmRatio(warnRatio)) ? 'SAFE' : note;
}

/** The liquidation on one side, and on the other the ratio below which the next warning is due again. */
const warnedGuards = (account: RiskAccount, warnRatio: Rate): readonly Placement[] => [
  ...guardsFor(account, WHOLE, 'GUARD'),
  ...guardsFor(account, rearmRatio(warnRatio), 'REARM'),
];

/**
 * GUARD: where each position has lost its part of what is left until the maintenance margin is this share of the
 * balance. REARM: where each has gained its part of what is missing until it is less than that.
 */
function guardsFor(account: RiskAccount, share: Rate, leg: 'GUARD' | 'REARM'): readonly Placement[] {
  const { marked, equity, maintenance } = account;
  const isLoss = leg === 'GUARD';
  const headroom = share * equity - maintenance * ONE;
  const room = isLoss ? headroom : -headroom;
  const guards: Placement[] = [];
  for (const each of marked) {
    const part = marked.length === 1 ? room : (room * each.maintenance) / maintenance;
    const level = markAfter(each, { part, share, isLoss });
    if (level === undefined) continue;
    const { id, instrument, side } = each.position;
    const fires: Fires = (side === 'LONG') === isLoss ? 'AT_OR_BELOW' : 'AT_OR_ABOVE';
    guards.push({ instrument, level: { id: legs.idOf(id, leg), by: 'mark', fires, level } });
  }
  return guards;
}

interface Used {
  /** So much of `share × balance − maintenance` is lost or gained, in fine units of 1e-8. */
  readonly part: bigint;
  readonly share: Rate;
  readonly isLoss: boolean;
}

/**
 * The mark at which a position alone has lost or gained so much, or one that is nearer; undefined where no mark above
 * zero is. Profit changes by as much as the value does, and the maintenance margin by at most its rate of that: so it is
 * a division, whatever tiers lie between, and the guard may come a little early and never late.
 */
function markAfter(
  { position, terms, quote }: MarkedPosition,
  { part, share, isLoss }: Used,
): Price | undefined {
  const { qty, side } = position;
  const inverse = isInverse(terms.contract);
  const isRising = (side === 'LONG') !== isLoss;
  const grows = isRising !== inverse;
  const value = valueAtPrice(qty, quote.mark, terms, grows ? 'down' : 'up');
  // A growing value is lost together with its margin, a shrinking one gives its margin back.
  const ofMargin = grows === isLoss ? rateAt(grows ? value + part / share : value, terms) : 0n;
  const moved = part / (share + ofMargin);
  const after = grows ? value + moved : value - moved;
  if (after <= 0n) return undefined;
  return priceAtValue(qty, after as Fine, terms, isRising ? 'down' : 'up');
}

/** The highest rate that a value of at most this has. */
const rateAt = (value: bigint, { tiers }: FuturesTerms): Rate => tierOf(value as Fine, tiers).maintenance;
