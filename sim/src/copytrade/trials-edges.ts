// Decisions about follows exactly where they turn: at the guard of an opening, where only reducing is allowed, where an
// isolated copy could spend open profit, and where a share would take what a position needs or an account to 80 % of its
// margin.
import { amountOfUnits, type Price, priceOfUnits, rateOfUnits } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import type { CopytradeCommand, ShareCopyProfit } from '@maru/engine/copytrade/commands';
import type { Priced, Quote } from '@maru/engine/futures/terms';
import { playerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { diceFor } from '../dice.ts';
import { instrumentOf } from '../futures/market.ts';
import { positionsOf, type TwinPosition } from '../futures/twin.ts';
import type { Plan } from '../plan.ts';
import { tryDecision } from '../try-decision.ts';
import type { Twin } from '../twin.ts';
import { pursesOf, unitsIn } from '../twin-legs.ts';
import { pricesFor, settledTermsOf, type Trial } from './trials.ts';
import { dueOf, type TwinFollow, WALLET, waitingOf } from './twin.ts';

const UNIT = 100_000_000n;

/** Each costs as much as a command, and a run is looked at less often than its leads are handled. */
const MOST = 6;

export function tryCopyEdges(book: Book, twin: Twin, { seed, copyEach, trials }: Plan): void {
  if (copyEach === 0) return;
  const { state } = twin;
  const follows = [...state.copytrade.follows.values()].filter(({ follower, trader }) =>
    [follower, trader].every((player) => book.players.has(playerId(player))),
  );
  const opening = follows.filter((each) => waitingOf(state, each)[0]?.kind === 'OPEN');
  // Profit of one position is open while another one is to be opened by itself.
  const apart = opening.filter(
    (each) =>
      waitingOf(state, each)[0]?.marginType === 'ISOLATED' &&
      positionsOf(state.futures, each.follower).some(isCross),
  );
  const earning = follows.filter(
    (each) => dueOf(each) > 0n && positionsOf(state.futures, each.follower).some(isCross),
  );
  for (let index = 0; index < Math.min(trials, MOST); index += 1) {
    const dice = diceFor(seed, 'workload', 37_000_000 + state.lastEvent, index);
    const now = state.lastAt as Millis;
    for (const [some, commandOf] of [
      [opening, openingOf],
      [apart, openingOf],
      [earning, dice.chance(0.4) ? needyShareOf : shareOf],
    ] as const) {
      const follow = some[dice.below(Math.max(1, some.length))];
      const command = follow && commandOf({ seed, state, follow, now, dice });
      if (command !== undefined) tryDecision(book, twin, command, now);
    }
  }
}

const isCross = ({ wallet, marginType }: TwinPosition): boolean =>
  wallet === WALLET && marginType === 'CROSS';

const quoteOf = (now: Millis, at: Price): Quote => ({
  ...{ ts: now, seq: 1, last: at, bid: at, ask: at, mark: at },
});

/** As much worse as the guard allows, or a little more than it; now and then where nothing may be opened. */
function openingOf(trial: Trial): CopytradeCommand | undefined {
  const { state, follow, now, dice } = trial;
  const [lead] = waitingOf(state, follow);
  if (lead === undefined) return undefined;
  const instrument = instrumentOf(lead.instrument);
  const by = instrument.tickSize * BigInt(dice.pick([0, 1, 2, 5]));
  // Rounded up, as a guard is compared.
  const worse = (by * 100_000_000n + lead.price - 1n) / lead.price;
  const entryGuard = rateOfUnits(worse - (by > 0n && dice.chance(0.4) ? 1n : 0n));
  const quote = quoteOf(now, priceOfUnits(lead.side === 'LONG' ? lead.price + by : lead.price - by));
  const terms = settledTermsOf({ ...trial, site: follow.site, player: follow.follower }, instrument);
  const mode = dice.chance(0.25) ? dice.pick(['REDUCE_ONLY', 'STOPPED'] as const) : terms.mode;
  return {
    kind: 'MIRROR_LEAD',
    ...headOf(follow),
    ...{ lead: lead.id, entryGuard, terms: { ...terms, mode }, quote },
    priced: lead.marginType === 'ISOLATED' ? profitOf(trial) : pricesFor(trial),
  };
}

const entryOf = ({ entry }: TwinPosition): bigint => entry.sum / entry.over;

/** Every cross position has earned half of what it is worth. */
function profitOf({ seed, state, follow, now }: Trial): readonly Priced[] {
  const { site, follower: player } = follow;
  return positionsOf(state.futures, player)
    .filter(isCross)
    .map((each): Priced => {
      const terms = settledTermsOf({ seed, state, site, player, now }, instrumentOf(each.instrument));
      const entry = entryOf(each);
      const at = each.side === 'LONG' ? entry + entry / 2n : entry - entry / 2n;
      return { terms, quote: quoteOf(now, priceOfUnits(at)) };
    });
}

/** With a loss of one position that leaves the share, nearly the share, or less than that. */
function needyShareOf(trial: Trial): CopytradeCommand {
  const { state, follow, dice } = trial;
  const command = shareOf(trial);
  const own = positionsOf(state.futures, follow.follower).filter(isCross);
  const held = own[dice.below(own.length)];
  if (held === undefined) return command;
  const free = unitsIn(state, pursesOf(follow.follower, WALLET).free);
  const loss = free - dueOf(follow) + dice.pick([0n, 1n, -1n, UNIT, dueOf(follow) / 2n]);
  const away = (loss * UNIT) / held.qty + 1n;
  const at = held.side === 'LONG' ? entryOf(held) - away : entryOf(held) + away;
  if (loss <= 0n || at <= 0n) return command;
  const priced = command.priced.map(({ terms, quote }): Priced => {
    const tiers = terms.tiers.map((tier) => ({ ...tier, maintenance: rateOfUnits(1n) }));
    const isHeld = terms.instrument === held.instrument;
    return { terms: { ...terms, tiers }, quote: isHeld ? quoteOf(trial.now, priceOfUnits(at)) : quote };
  });
  return { ...command, priced };
}

/** With a maintenance margin of all positions, at their entries, that is near 80 % of what the share leaves. */
function shareOf({ seed, state, follow, now, dice }: Trial): ShareCopyProfit {
  const { site, follower: player, trader } = follow;
  const own = positionsOf(state.futures, player).filter(isCross);
  const worth = own.reduce((sum, each) => sum + (entryOf(each) * each.qty) / UNIT, 0n);
  const funding = own.reduce((sum, each) => sum + each.funding, 0n);
  const left = unitsIn(state, pursesOf(player, WALLET).free) + funding - dueOf(follow);
  const rate = (left * dice.pick([79n, 80n, 80n, 81n, 100n]) * (UNIT / 100n)) / (worth > 0n ? worth : 1n);
  const maintenance = rateOfUnits(rate > 0n ? rate + BigInt(dice.pick([0, 0, 1, -1])) : 1n);
  const priced = own.map((each): Priced => {
    const terms = settledTermsOf({ seed, state, site, player, now }, instrumentOf(each.instrument));
    const [first] = terms.tiers;
    const tiers = first === undefined ? [] : [{ ...first, cap: amountOfUnits(UNIT * UNIT), maintenance }];
    return { terms: { ...terms, tiers }, quote: quoteOf(now, priceOfUnits(entryOf(each))) };
  });
  return { kind: 'SHARE_COPY_PROFIT', ...headOf(follow), trader, priced };
}

const headOf = ({ id, site, follower }: TwinFollow) => ({ site, player: follower, follow: id });
