// Decisions about follows at prices and moments that a run does not have by itself: exactly at a guard and a tick beyond
// it, when the patience with a close ends, at a loss limit, at the quota, and with leads that are not next.
import { amountOfUnits, priceOfUnits, rateOfUnits } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import type { CopytradeCommand } from '@maru/engine/copytrade/commands';
import type { FuturesTerms, Priced, Quote } from '@maru/engine/futures/terms';
import { playerId, siteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { type Dice, diceFor } from '../dice.ts';
import { futuresTermsAt, type Instrument, instrumentOf } from '../futures/market.ts';
import { fundedOf, positionsOf } from '../futures/twin.ts';
import type { Plan } from '../plan.ts';
import { tryDecision } from '../try-decision.ts';
import type { Twin, TwinState } from '../twin.ts';
import { PAIRS } from './people.ts';
import { type TwinFollow, waitingOf } from './twin.ts';

export interface Trial {
  readonly seed: number;
  readonly state: TwinState;
  readonly follow: TwinFollow;
  readonly now: Millis;
  readonly dice: Dice;
}

/** Each costs as much as a command. */
const MOST = 6;

export function tryCopytrade(book: Book, twin: Twin, { seed, trials }: Plan): void {
  const { state } = twin;
  // A desk asks for accounts that it does not have: here only those are tried that it has.
  const isIn = (player: number) => book.players.has(playerId(player));
  const all = [...state.copytrade.follows.values()];
  const follows = all.filter(({ follower, trader }) => isIn(follower) && isIn(trader));
  const behind = follows.filter((each) => waitingOf(state, each).length > 1);
  for (let index = 0; index < Math.min(trials, MOST); index += 1) {
    const dice = diceFor(seed, 'workload', 32_000_000 + state.lastEvent, index);
    const some = behind.length > 0 && dice.chance(0.4) ? behind : follows;
    const follow = some[dice.below(Math.max(1, some.length))];
    if (follow === undefined) return;
    const [next] = waitingOf(state, follow);
    const end = (next?.at ?? state.lastAt) + 10_000 - dice.below(2);
    const now = (dice.chance(0.4) && end > state.lastAt ? end : state.lastAt) as Millis;
    const command = drawCommand({ seed, state, follow, now, dice });
    if (isIn(command.player)) tryDecision(book, twin, command, now);
  }
}

function drawCommand(trial: Trial): CopytradeCommand {
  const { state, follow, dice } = trial;
  const { site, follower: player, id, trader } = follow;
  const head = { site, player, follow: id, priced: pricesFor(trial) };
  const waiting = waitingOf(state, follow);
  const lead = dice.chance(0.6) ? waiting[0] : waiting[dice.below(Math.max(1, waiting.length))];
  const draw = dice.below(10);
  if (lead !== undefined && draw < 6) {
    const instrument = instrumentOf(lead.instrument);
    const guard = dice.pick([500_000n, 1_500_000n, follow.exitGuard, follow.entryGuard ?? 500_000n]);
    const quote = quoteNear(trial, instrument, atGuard(lead, guard, dice));
    const market = { terms: termsFor(trial, instrument), quote: dice.chance(0.08) ? undefined : quote };
    const entryGuard = rateOfUnits(dice.pick([500_000n, 1_500_000n]));
    return { kind: 'MIRROR_LEAD', ...head, lead: lead.id, ...market, entryGuard };
  }
  if (draw < 7)
    return { kind: 'CLOSE_COPIES', ...head, cause: dice.pick(['OWN', 'LOSS_LIMIT', 'LOSS_LIMIT']) };
  if (draw < 8) return { kind: 'SHARE_COPY_PROFIT', ...head, trader: dice.chance(0.15) ? player : trader };
  if (draw < 9) return { kind: 'END_FOLLOW', ...head, other: trader };
  return followBy(trial);
}

/** Somebody of the site asks for the same trader: the last place of the quota, or none. */
function followBy({ state, follow, dice }: Trial): CopytradeCommand {
  const all = [...state.players.values()].filter(({ site }) => site === follow.site);
  const player = all[dice.below(Math.max(1, all.length))]?.id ?? follow.follower;
  const { trader, multiplyPer } = follow;
  const [maxBet, oneMaxBet] = [amountOfUnits(2_000_000_000n), amountOfUnits(1_000_000_000n)];
  const pairs = state.copytrade.traders.get(trader)?.pairs ?? PAIRS;
  const who = { site: siteId(follow.site), player: playerId(player), trader };
  return { kind: 'FOLLOW_TRADER', ...who, pairs, multiplyPer, maxBet, oneMaxBet };
}

/** The price that is worse by this share of the lead's, a tick around it, or one at which nothing is wrong. */
function atGuard(
  { price, side, kind }: { readonly price: bigint; readonly side: string; readonly kind: string },
  guard: bigint,
  dice: Dice,
): bigint {
  if (dice.chance(0.3)) return price;
  const isHigher = (side === 'LONG') === (kind === 'OPEN');
  const by = (price * guard) / 100_000_000n;
  return isHigher ? price + by : price - by;
}

function quoteNear({ now, dice }: Trial, { tickSize }: Instrument, around: bigint): Quote {
  const ticks = around / tickSize + BigInt(dice.pick([0, 0, 1, -1, 2]));
  const last = priceOfUnits((ticks > 0n ? ticks : 1n) * tickSize);
  const old = dice.pick([0, 0, 0, 0, 20_000]);
  return { ts: (now - old) as Millis, seq: dice.below(1_000), last, bid: last, ask: last, mark: last };
}

/** Mostly no funding is due: else little could happen to a copy. */
function termsFor(trial: Trial, instrument: Instrument): FuturesTerms {
  const { seed, follow, now, dice } = trial;
  const terms = futuresTermsAt(seed, instrument, follow.site, now);
  if (dice.chance(0.1)) return terms;
  if (dice.chance(0.15)) return { ...terms, fundingDue: now };
  return settledTermsOf({ ...trial, site: follow.site, player: follow.follower }, instrument);
}

interface Holder {
  readonly seed: number;
  readonly state: TwinState;
  readonly site: number;
  readonly player: number;
  readonly now: Millis;
}

/** With all funding accrued that is due for the player. */
export function settledTermsOf(
  { seed, state, site, player, now }: Holder,
  instrument: Instrument,
): FuturesTerms {
  const terms = futuresTermsAt(seed, instrument, site, now);
  const held = positionsOf(state.futures, player).find((each) => each.instrument === instrument.id);
  const last = state.futures.funded.get(fundedOf(site, instrument.id)) ?? (held?.openedAt ?? now) - 1;
  return last < terms.fundingDue ? { ...terms, fundingDue: last as Millis } : terms;
}

/** Of all positions, at their entries or where a loss limit is near. */
export function pricesFor(trial: Trial): readonly Priced[] {
  const { state, follow, dice } = trial;
  return positionsOf(state.futures, follow.follower)
    .filter(({ wallet }) => wallet === 'FUTURES')
    .flatMap((held): Priced[] => {
      if (dice.chance(0.04)) return [];
      const instrument = instrumentOf(held.instrument);
      const entry = held.entry.sum / held.entry.over;
      const loss =
        follow.lossLimit === undefined ? 0n : ((follow.lossLimit + follow.total) * 100_000_000n) / held.qty;
      const away = dice.pick([0n, loss, loss, entry / 50n, -entry / 50n]);
      const around = held.side === 'LONG' ? entry - away : entry + away;
      return [{ terms: termsFor(trial, instrument), quote: quoteNear(trial, instrument, around) }];
    });
}
