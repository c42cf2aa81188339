// Guards the parts of accounts that are judged as a whole: the positions of a wallet with its free money, or a single
// position. As long as no guard is reached nothing need be judged; when one is reached the product judges the part, and
// it gets new guards or a command.
import { type Amount, ZERO } from '../amount.ts';
import { type PlayerId, type PurseId, playerPurse } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { BalanceAfter } from '../transfer.ts';
import { watchesAlike } from './levels.ts';
import type { WatchMarket } from './market.ts';
import type { JudgedPart, Placement, WatchedState, WatchRules, WatchTypes } from './rules.ts';

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
}

/** Notices are of parts that stay guarded. Both in the order of the oldest position. */
export interface Reviewed<Command> {
  readonly commands: readonly Command[];
  readonly notices: readonly Command[];
}

export interface Guards<Command> {
  /** Prices arrive from this moment on. */
  start(now: Millis): void;
  /** Returns the commands that are due; sets guards for all other parts. */
  review(parts: Iterable<Guarded>, now: Millis): Reviewed<Command>;
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

export function createGuards<Types extends WatchTypes>(
  state: Pick<WatchedState<Types>, 'accounts'>,
  market: WatchMarket<Types>,
  { judge, partOf }: Pick<WatchRules<Types>, 'judge' | 'partOf'>,
): Guards<Types['command']> {
  const byPlayer = new Map<PlayerId, readonly Guarded[]>();
  const byLeg = new Map<number, Guarded>();
  const byPurse = new Map<PurseId, Guarded>();
  const due = new Map<number, Set<Guarded>>();
  let listeningSince = 0 as Millis;

  const find = (player: PlayerId, part: JudgedPart): Guarded | undefined =>
    byPlayer.get(player)?.find((each) => isSame(each, part));

  function* positionsOf(guarded: Guarded): Iterable<Types['position']> {
    for (const each of state.accounts.get(guarded.player)?.positions.values() ?? [])
      if (isSame(partOf(each), guarded)) yield each;
  }

  function postpone(guarded: Guarded): undefined {
    guarded.isDue = true;
    for (const { instrument } of positionsOf(guarded)) {
      const known = due.get(instrument);
      if (known === undefined) due.set(instrument, new Set([guarded]));
      else known.add(guarded);
    }
    return undefined;
  }

  function endWaiting(guarded: Guarded): void {
    if (!guarded.isDue) return;
    guarded.isDue = false;
    for (const parts of due.values()) parts.delete(guarded);
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

  function reviewOne(guarded: Guarded, now: Millis, mayAsk: boolean): Asked<Types['command']> | undefined {
    endWaiting(guarded);
    if (guarded.isAsked) return undefined;
    const { player, wallet, position, free, note } = guarded;
    const account = state.accounts.get(player);
    // It may have ended with the event for which it is reviewed.
    if (account === undefined || find(player, guarded) !== guarded) return undefined;
    const verdict = judge(
      { player, wallet, account, free, note, ...(position === undefined ? undefined : { position }) },
      market.seenAt(now, listeningSince),
    );
    if (verdict === 'LATER' || (verdict.command !== undefined && !mayAsk)) {
      setGuards(guarded, NONE);
      return postpone(guarded);
    }
    const { guards, command } = verdict;
    guarded.note = verdict.note;
    setGuards(guarded, guards ?? NONE);
    if (command === undefined) return undefined;
    const isNotice = guards !== undefined;
    guarded.isAsked = !isNotice;
    return { command, isNotice };
  }

  function oldestOf(guarded: Guarded): number {
    let oldest = Infinity;
    for (const { id } of positionsOf(guarded)) oldest = Math.min(oldest, id);
    return oldest;
  }

  function begin(player: PlayerId, { wallet, position }: JudgedPart, after: Iterable<BalanceAfter>): Guarded {
    const rest = { player, wallet, guards: NONE, note: undefined, isAsked: false, isDue: false };
    if (position !== undefined) return { ...rest, position, purse: undefined, free: ZERO };
    const purse = playerPurse(player, wallet, 'free');
    let free = ZERO;
    for (const each of after) if (each.purse === purse) free = each.balance;
    const guarded: Guarded = { ...rest, purse, free };
    byPurse.set(purse, guarded);
    return guarded;
  }

  return {
    start(now) {
      listeningSince = now;
    },
    review(parts, now) {
      const asked: (Asked<Types['command']> & { readonly oldest: number })[] = [];
      for (const part of new Set(parts)) {
        const one = reviewOne(part, now, true);
        if (one !== undefined) asked.push({ ...one, oldest: oldestOf(part) });
      }
      if (asked.length === 0) return NOTHING;
      asked.sort((a, b) => a.oldest - b.oldest);
      const those = (isNotice: boolean) =>
        asked.filter((each) => each.isNotice === isNotice).map(({ command }) => command);
      return { commands: those(false), notices: those(true) };
    },
    guard(player, now) {
      for (const each of byPlayer.get(player) ?? []) reviewOne(each, now, false);
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
    dueAt: (instrument) => due.get(instrument) ?? NOBODY,
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

const isSame = (a: JudgedPart, b: JudgedPart): boolean => a.wallet === b.wallet && a.position === b.position;

const isSameGuard = (a: Placement, b: Placement): boolean =>
  a.level.id === b.level.id && watchesAlike(a.level, b.level);

const NONE: readonly Placement[] = Object.freeze([]);
const NOBODY: readonly Guarded[] = Object.freeze([]);
const NOTHING: Reviewed<never> = Object.freeze({ commands: Object.freeze([]), notices: Object.freeze([]) });
