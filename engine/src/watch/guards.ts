// Guards the parts of accounts that are judged as a whole: the positions of a wallet with its free money, or a single
// position. As long as no guard is reached nothing need be judged; when one is reached the product judges the part, and
// it gets new guards or a command.
import { type Amount, ZERO } from '../amount.ts';
import type { Fresh } from '../fresh.ts';
import type { Quote } from '../market/quote.ts';
import { type PlayerId, type PurseId, playerPurse } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { BalanceAfter } from '../transfer.ts';
import { createDueParts } from './due-parts.ts';
import { isLevelReached, watchesAlike } from './levels.ts';
import type { WatchMarket } from './market.ts';
import type { Moment, Rounds } from './rounds.ts';
import type {
  JudgedPart,
  Placement,
  SeenPrices,
  Verdict,
  WatchedState,
  WatchRules,
  WatchTypes,
} from './rules.ts';

/** A part of a player's account. */
export interface Guarded<Note = unknown> extends JudgedPart {
  readonly player: PlayerId;
  /** Of a part that counts on free money. */
  readonly purse: PurseId | undefined;
  free: Amount;
  guards: readonly Placement[];
  note: Note | undefined;
  /** Submitted and not answered: not to be submitted again. */
  isAsked: boolean;
  /** It waits for the next price of its instruments. */
  isDue: boolean;
  /** See `Rounds.moment`. */
  judgedAt: number;
}

/** Notices are of parts that stay guarded. Both in the order of the oldest position. */
export interface Reviewed<Command> {
  readonly commands: readonly Command[];
  readonly notices: readonly Command[];
}

export interface Guards<Command> {
  /**
   * Returns the commands that are due; sets guards for all other parts. Those that missed something of a round are judged
   * by all of it, unless an event has just changed them: what they are now, they were not then.
   */
  review(parts: Iterable<Guarded>, now: Millis, changed?: ReadonlySet<Guarded>): Reviewed<Command>;
  /** Sets the guards of a player; a part for which something is due is reviewed with the next tick. */
  guard(player: PlayerId, now: Millis): void;
  /** Guards the parts that the player's account has now, and no others. `after` has the money that is not known yet. */
  update(player: PlayerId, after: Iterable<BalanceAfter>): readonly Guarded[];
  find(player: PlayerId, part: JudgedPart): Guarded | undefined;
  /** Whose guard this leg is, if it is one. */
  guardedBy(leg: number): Guarded | undefined;
  /** What must be reviewed when this instrument has a price: it could not be judged before. */
  dueAt(instrument: number): Iterable<Guarded>;
  /** The command that was submitted was refused. */
  wasRefused(part: Guarded, isNotice: boolean): void;
  /** Returns the part that counts on this money when its balance changed. */
  updateMoney(after: BalanceAfter): Guarded | undefined;
}

interface Asked<Command> {
  readonly command: Command;
  readonly isNotice: boolean;
}

interface Aged<Command> extends Asked<Command> {
  readonly oldest: number;
}

export function createGuards<Types extends WatchTypes>(
  state: Pick<WatchedState<Types>, 'accounts'>,
  market: WatchMarket<Types>,
  rounds: Pick<Rounds<Types, unknown>, 'moment' | 'missed'>,
  { judge, partOf }: Pick<WatchRules<Types>, 'judge' | 'partOf'>,
): Guards<Types['command']> {
  const byPlayer = new Map<PlayerId, readonly Guarded[]>();
  const byLeg = new Map<number, Guarded>();
  const byPurse = new Map<PurseId, Guarded>();

  const find = (player: PlayerId, part: JudgedPart): Guarded | undefined =>
    byPlayer.get(player)?.find((each) => isSame(each, part));

  const { postpone, endWaiting, dueAt } = createDueParts(instrumentsOf);

  function* positionsOf(guarded: Guarded): Iterable<Types['position']> {
    for (const each of state.accounts.get(guarded.player)?.positions.values() ?? [])
      if (isSame(partOf(each), guarded)) yield each;
  }

  function setGuards(guarded: Guarded, guards: readonly Placement[]): void {
    for (const before of guarded.guards) {
      if (guards.some((each) => isSameGuard(each, before))) continue;
      market.liveOf(before.instrument).levels.remove(before.level.id);
      byLeg.delete(before.level.id);
    }
    for (const each of guards) {
      market.liveOf(each.instrument).levels.put(each.level);
      if (!guarded.guards.some((before) => isSameGuard(each, before))) byLeg.set(each.level.id, guarded);
    }
    guarded.guards = guards;
  }

  function forget(guarded: Guarded): void {
    setGuards(guarded, NONE);
    if (guarded.purse !== undefined) byPurse.delete(guarded.purse);
    endWaiting(guarded);
  }

  function reviewOne(
    guarded: Guarded,
    now: Millis,
    mayAsk: boolean,
    isChanged: boolean,
  ): readonly Asked<Types['command']>[] {
    endWaiting(guarded);
    const { player, judgedAt } = guarded;
    guarded.judgedAt = rounds.moment();
    if (guarded.isAsked) return NOT_ASKED;
    const account = state.accounts.get(player);
    // It may have ended with the event for which it is reviewed.
    if (account === undefined || find(player, guarded) !== guarded) return NOT_ASKED;
    const missed = isChanged ? undefined : rounds.missed(judgedAt, () => instrumentsOf(guarded));
    if (missed !== undefined) return catchUp(guarded, account, missed);
    return act(guarded, judgeAt(guarded, account, market.seenAt(now)), mayAsk);
  }

  function judgeAt(
    { player, wallet, position, free, note }: Guarded,
    account: Types['account'],
    prices: SeenPrices<Types>,
  ): Verdict<Types> {
    const part = position === undefined ? { wallet } : { wallet, position };
    return judge({ player, ...part, account, free, note }, prices);
  }

  /** By every moment at which its guards of then were reached, until there is something to do. */
  function catchUp(
    guarded: Guarded,
    account: Types['account'],
    missed: Iterable<Moment<Types>>,
  ): readonly Asked<Types['command']>[] {
    const asked: Asked<Types['command']>[] = [];
    for (const { tick, prices } of missed) {
      if (tick !== undefined && !guarded.isDue && !isReachedBy(guarded.guards, tick)) continue;
      endWaiting(guarded);
      asked.push(...act(guarded, judgeAt(guarded, account, prices), true));
      if (guarded.isAsked) break;
    }
    return asked;
  }

  function act(
    guarded: Guarded,
    verdict: Verdict<Types>,
    mayAsk: boolean,
  ): readonly Asked<Types['command']>[] {
    if (verdict === 'LATER' || (verdict.command !== undefined && !mayAsk)) {
      setGuards(guarded, NONE);
      postpone(guarded);
      return NOT_ASKED;
    }
    const { guards, command } = verdict;
    guarded.note = verdict.note;
    setGuards(guarded, guards ?? NONE);
    if (command === undefined) return NOT_ASKED;
    const isNotice = guards !== undefined;
    guarded.isAsked = !isNotice;
    return [{ command, isNotice }];
  }

  function instrumentsOf(guarded: Guarded): ReadonlySet<number> {
    const instruments = new Set<number>();
    for (const { instrument } of positionsOf(guarded)) instruments.add(instrument);
    return instruments;
  }

  function oldestOf(guarded: Guarded): number {
    let oldest = Infinity;
    for (const { id } of positionsOf(guarded)) oldest = Math.min(oldest, id);
    return oldest;
  }

  function begin(player: PlayerId, part: JudgedPart, after: Iterable<BalanceAfter>): Guarded {
    const guarded = guardedOf(player, part, after, rounds.moment());
    if (guarded.purse !== undefined) byPurse.set(guarded.purse, guarded);
    return guarded;
  }

  return {
    review(parts, now, changed) {
      const asked: Aged<Types['command']>[] = [];
      // Most reviews are of what one event changed, which is a set already.
      for (const part of parts === changed ? changed : new Set(parts)) {
        const own = reviewOne(part, now, true, changed?.has(part) === true);
        for (const one of own) asked.push({ ...one, oldest: oldestOf(part) });
      }
      return asked.length === 0 ? NOTHING : oldestFirst(asked);
    },
    guard(player, now) {
      for (const each of byPlayer.get(player) ?? []) reviewOne(each, now, false, false);
    },
    update(player, after) {
      const before = byPlayer.get(player) ?? NOBODY;
      const account = state.accounts.get(player);
      const parts: Guarded[] = [];
      for (const position of account?.positions.values() ?? []) {
        const part = partOf(position);
        if (parts.some((each) => isSame(each, part))) continue;
        parts.push(find(player, part) ?? begin(player, part, after));
      }
      for (const each of before) if (!parts.includes(each)) forget(each);
      if (parts.length === 0) byPlayer.delete(player);
      else byPlayer.set(player, parts);
      return parts;
    },
    find,
    guardedBy: (leg) => byLeg.get(leg),
    dueAt,
    wasRefused(part, isNotice) {
      if (!isNotice) part.isAsked = false;
      part.note = undefined;
      if (!part.isAsked) postpone(part);
    },
    updateMoney({ purse, balance }) {
      const known = byPurse.get(purse);
      if (known === undefined || known.free === balance) return undefined;
      known.free = balance;
      return known;
    },
  };
}

function guardedOf(
  player: PlayerId,
  { wallet, position }: JudgedPart,
  after: Iterable<BalanceAfter>,
  judgedAt: number,
): Guarded {
  const purse = position === undefined ? playerPurse(player, wallet, 'free') : undefined;
  let free = ZERO;
  if (purse !== undefined) for (const each of after) if (each.purse === purse) free = each.balance;
  const rest = { guards: NONE, note: undefined, isAsked: false, isDue: false, judgedAt };
  const guarded: Fresh<Guarded> = { player, wallet, purse, free, ...rest };
  if (position !== undefined) guarded.position = position;
  return guarded;
}

function oldestFirst<Command>(asked: readonly Aged<Command>[]): Reviewed<Command> {
  const sorted = asked.toSorted((a, b) => a.oldest - b.oldest);
  const those = (isNotice: boolean) =>
    sorted.filter((each) => each.isNotice === isNotice).map(({ command }) => command);
  return { commands: those(false), notices: those(true) };
}

const isSame = (a: JudgedPart, b: JudgedPart): boolean => a.wallet === b.wallet && a.position === b.position;

const isSameGuard = (a: Placement, b: Placement): boolean =>
  a.level.id === b.level.id && watchesAlike(a.level, b.level);

const isReachedBy = (
  guards: readonly Placement[],
  { instrument, quote }: { readonly instrument: number; readonly quote: Quote },
): boolean => guards.some((each) => each.instrument === instrument && isLevelReached(each.level, quote));

const NONE: readonly Placement[] = Object.freeze([]);
const NOBODY: readonly Guarded[] = Object.freeze([]);
const NOT_ASKED: readonly never[] = Object.freeze([]);
const NOTHING: Reviewed<never> = Object.freeze({ commands: Object.freeze([]), notices: Object.freeze([]) });
