// The rules of players' own limits once more, plainly: what is set, what is counted, what is refused.
import type { LimitsPlayerCommand } from '@maru/engine/limits/commands';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { decimal } from '../decimal.ts';
import { stakeOf } from '../oversea/twin-stakes.ts';
import type { Stake } from '../product.ts';
import type { TwinState } from '../twin.ts';

const KINDS = ['LOSS', 'STAKE', 'DEPOSIT', 'TIME'] as const;
type Kind = (typeof KINDS)[number];

interface TwinLimit {
  readonly value: bigint;
  readonly next?: { readonly value: bigint | undefined; readonly from: number };
}

interface TwinSettings {
  readonly since: number;
  readonly limits: Readonly<Partial<Record<Kind, TwinLimit>>>;
  readonly coolOff: number | undefined;
  readonly excluded: number | undefined;
}

export interface TwinLimits extends TwinSettings {
  readonly player: number;
  readonly site: number;
  /** The Korean date, and what was counted on it. */
  readonly date: string;
  readonly result: bigint;
  readonly largest: bigint;
  /** In the month of the date. */
  readonly deposited: bigint;
}

export interface LimitsTwin {
  readonly limits: Map<number, TwinLimits>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WON_UNITS = 100_000_000n;

const koreanDate = (at: number): string => new Date(at + 9 * HOUR_MS).toISOString().slice(0, 10);

function monthsLater(at: number, months: number): number {
  const there = new Date(at + 9 * HOUR_MS);
  const date = there.getUTCDate();
  there.setUTCDate(1);
  there.setUTCMonth(there.getUTCMonth() + months);
  const last = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 0)).getUTCDate();
  there.setUTCDate(Math.min(date, last));
  return there.getTime() - 9 * HOUR_MS;
}

const holding = (limit: TwinLimit | undefined, now: number): TwinLimit | undefined => {
  if (limit?.next === undefined || now < limit.next.from) return limit;
  return limit.next.value === undefined ? undefined : { value: limit.next.value };
};

function allHolding({ limits }: TwinSettings, now: number): Partial<Record<Kind, TwinLimit>> {
  const held: Partial<Record<Kind, TwinLimit>> = {};
  for (const kind of KINDS) {
    const limit = holding(limits[kind], now);
    if (limit !== undefined) held[kind] = limit;
  }
  return held;
}

export type LimitsOutcome = { readonly refusal: string } | { readonly settings: TwinSettings };

export function outcomeOf(
  { limits }: Pick<TwinState, 'limits'>,
  command: LimitsPlayerCommand,
  now: number,
): LimitsOutcome {
  const known: TwinSettings = limits.get(command.player) ?? {
    since: now,
    limits: {},
    coolOff: undefined,
    excluded: undefined,
  };
  const isExcluded = known.excluded !== undefined && now < known.excluded;
  switch (command.kind) {
    case 'SET_LIMIT': {
      const { limit: kind, value } = command;
      if (value !== undefined && value <= 0n) return { refusal: 'ENTER_AMOUNT' };
      if (value !== undefined && value % WON_UNITS !== 0n) return { refusal: 'AMOUNT_OFF_UNIT' };
      if (kind === 'TIME' && value !== undefined && value > 1_440n * WON_UNITS)
        return { refusal: 'LIMIT_TOO_LONG' };
      const held = allHolding(known, now);
      const before = held[kind];
      if (before === undefined ? value === undefined : value === before.value && before.next === undefined)
        return { refusal: 'LIMIT_UNCHANGED' };
      const isLooser = before !== undefined && (value === undefined || value > before.value);
      const after: TwinLimit = isLooser
        ? { value: before.value, next: { value, from: now + DAY_MS } }
        : { value: value as bigint };
      return { settings: { ...known, limits: { ...held, [kind]: after } } };
    }
    case 'TAKE_BACK_LIMIT': {
      const held = allHolding(known, now);
      const before = held[command.limit];
      if (before?.next === undefined) return { refusal: 'NOTHING_PENDING' };
      return { settings: { ...known, limits: { ...held, [command.limit]: { value: before.value } } } };
    }
    case 'COOL_OFF': {
      const hours = { HOUR: 1, DAY: 24, WEEK: 168, SIX_WEEKS: 1_008 }[command.length];
      const until = now + hours * HOUR_MS;
      if (isExcluded || until <= (known.coolOff ?? 0)) return { refusal: 'PAUSE_NOT_LONGER' };
      return { settings: { ...known, coolOff: until } };
    }
    case 'EXCLUDE_SELF': {
      const until = monthsLater(now, command.months);
      if (until <= (known.excluded ?? 0)) return { refusal: 'PAUSE_NOT_LONGER' };
      return { settings: { ...known, excluded: until } };
    }
  }
}

/** What limits say to a bet that every other rule allows. */
export function barOf(state: TwinState, command: AnyCommand, now: number): string | undefined {
  if (command.kind !== 'PLACE_BET' && command.kind !== 'PLACE_BALL_BET') return undefined;
  const { player, stake: opened, terms } = command;
  return stakeBarOf(state, { player, wallet: terms.wallet, opened, ended: 0n, result: 0n }, now);
}

/** To anything that puts money at stake and every other rule allows. */
export function stakeBarOf(state: TwinState, stake: Stake, now: number): string | undefined {
  const { player, wallet } = stake;
  const own = state.limits.get(player);
  if (own === undefined) return undefined;
  if (own.excluded !== undefined && now < own.excluded) return 'SELF_EXCLUDED';
  if (own.coolOff !== undefined && now < own.coolOff) return 'COOLING_OFF';
  const { LOSS, STAKE, DEPOSIT } = allHolding(own, now);
  const isWon = isInWon(state, player, wallet);
  const { opened, ended, result } = isWon ? stake : { opened: 0n, ended: 0n, result: 0n };
  if (STAKE !== undefined && opened > STAKE.value) return 'STAKE_LIMIT';
  if (LOSS !== undefined) {
    const today = (own.date === koreanDate(now) ? own.result : 0n) + result;
    const lost = today < 0n ? -today : 0n;
    const left = openStakes(state, player) - ended;
    if (lost + (left > 0n ? left : 0n) + opened > LOSS.value) return 'LOSS_LIMIT';
  }
  const isAmountLimited = LOSS !== undefined || STAKE !== undefined || DEPOSIT !== undefined;
  return !isWon && isAmountLimited ? 'LIMIT_RATE_MISSING' : undefined;
}

/** What limits say to a deposit that every other rule allows; one of nothing asks only whether there is a pause. */
export function depositBarOf(
  state: TwinState,
  { player, wallet, amount }: { readonly player: number; readonly wallet: string; readonly amount: bigint },
  now: number,
): string | undefined {
  const own = state.limits.get(player);
  if (own === undefined) return undefined;
  if (own.excluded !== undefined && now < own.excluded) return 'SELF_EXCLUDED';
  if (own.coolOff !== undefined && now < own.coolOff) return 'COOLING_OFF';
  const { DEPOSIT } = allHolding(own, now);
  if (DEPOSIT === undefined) return undefined;
  if (!isInWon(state, player, wallet)) return 'LIMIT_RATE_MISSING';
  const deposited = monthOf(own.date) === monthOf(koreanDate(now)) ? own.deposited : 0n;
  return amount > 0n && deposited + amount > DEPOSIT.value ? 'DEPOSIT_LIMIT' : undefined;
}

const monthOf = (date: string): string => date.slice(0, 7);

const isInWon = ({ players }: TwinState, player: number, wallet: string): boolean =>
  players.get(player)?.wallets.get(wallet)?.currency === 'KRW';

function openStakes(state: TwinState, player: number): bigint {
  let open = 0n;
  for (const bet of state.bets.values())
    if (bet.player === player && bet.paid === undefined && isInWon(state, player, bet.wallet))
      open += bet.stake;
  const { orders, positions } = state.oversea;
  for (const order of orders.values())
    if (order.player === player && isInWon(state, player, order.wallet)) open += order.margin;
  for (const held of positions.values())
    if (held.player === player && isInWon(state, player, held.wallet))
      open += held.margin + held.entryCommission;
  return open;
}

function countedOn(before: TwinLimits, today: string): TwinLimits {
  if (before.date === today) return before;
  const deposited = monthOf(before.date) === monthOf(today) ? before.deposited : 0n;
  return { ...before, date: today, result: 0n, largest: 0n, deposited };
}

/** A deposit that was asked for counts in its month, and no longer once it has failed. */
export function countDeposit(
  state: TwinState,
  { player, wallet, amount }: { readonly player: number; readonly wallet: string; readonly amount: bigint },
  at: number,
): void {
  const before = state.limits.get(player);
  if (before === undefined || !isInWon(state, player, wallet)) return;
  const known = countedOn(before, koreanDate(at));
  const deposited = known.deposited + amount;
  state.limits.set(player, { ...known, deposited: deposited > 0n ? deposited : 0n });
}

/** Whether a deposit that was asked for then is in the figure of the month: it counts there and nowhere else. */
export function isCounted(
  { limits }: TwinState,
  player: number,
  { askedAt, at }: { readonly askedAt: number; readonly at: number },
): boolean {
  const own = limits.get(player);
  return (
    own !== undefined && askedAt >= own.since && monthOf(koreanDate(askedAt)) === monthOf(koreanDate(at))
  );
}

/** What limits count of an event of overseas futures, which has not changed anything yet. */
export function countStake(state: TwinState, event: AnyEvent): void {
  const player = event.steps[0]?.player ?? 0;
  const before = state.limits.get(player);
  const stake = before === undefined ? undefined : stakeOf(state, player, event);
  if (before === undefined || stake === undefined || !isInWon(state, player, stake.wallet)) return;
  const known = countedOn(before, koreanDate(event.at));
  const largest = stake.opened > known.largest ? stake.opened : known.largest;
  if (stake.result === 0n && largest === known.largest) return;
  state.limits.set(player, { ...known, largest, result: known.result + stake.result });
}

/** What limits count of an event, whose product has followed it already. */
export function count(state: TwinState, event: AnyEvent): void {
  const isBet = event.kind === 'BET_PLACED' || event.kind === 'BALL_BET_PLACED';
  if (!isBet && event.kind !== 'ROUND_PAID' && event.kind !== 'BALL_PAID') return;
  const today = koreanDate(event.at);
  for (const { player } of [...state.limits.values()]) {
    if (isBet && event.steps[0]?.player !== player) continue;
    for (const wallet of state.players.get(player)?.wallets.keys() ?? []) {
      if (!isInWon(state, player, wallet)) continue;
      const known = countedOn(state.limits.get(player) as TwinLimits, today);
      if (isBet) {
        if (event.wallet === wallet && event.stake > known.largest)
          state.limits.set(player, { ...known, largest: event.stake });
        continue;
      }
      const result = gainOf(event, `${player}:${wallet}:`);
      if (result !== 0n) state.limits.set(player, { ...known, result: known.result + result });
    }
  }
}

/** All that came to the purses of one wallet, less what left them. */
function gainOf({ transfers }: Pick<AnyEvent, 'transfers'>, purses: string): bigint {
  let gain = 0n;
  for (const { from, to, amount } of transfers) {
    if (to.startsWith(purses)) gain += amount;
    if (from.startsWith(purses)) gain -= amount;
  }
  return gain;
}

export function change(
  state: TwinState,
  event: Extract<AnyEvent, { readonly kind: 'LIMITS_CHANGED' }>,
  player: number,
): void {
  const first = { date: koreanDate(event.at), result: 0n, largest: 0n, deposited: 0n };
  const { date, result, largest, deposited } = state.limits.get(player) ?? first;
  const counted = { date, result, largest, deposited };
  state.limits.set(player, { ...settingsOf(event), player, site: event.site, ...counted });
}

function settingsOf({ settings }: Extract<AnyEvent, { readonly kind: 'LIMITS_CHANGED' }>): TwinSettings {
  const limits: Partial<Record<Kind, TwinLimit>> = {};
  for (const [kind, { value, pending }] of Object.entries(settings.limits))
    limits[kind as Kind] =
      pending === undefined ? { value } : { value, next: { value: pending.value, from: pending.from } };
  return {
    since: settings.since,
    limits,
    coolOff: settings.coolOffUntil,
    excluded: settings.excludedUntil,
  };
}

const settingsText = ({ since, limits, coolOff, excluded }: TwinSettings): string => {
  const held = KINDS.map((kind) => `${kind} ${limitText(limits[kind])}`).join(' ');
  return `since ${since} ${held} until ${coolOff ?? '-'} ${excluded ?? '-'}`;
};

const limitText = (limit: TwinLimit | undefined): string => {
  if (limit === undefined) return '-';
  if (limit.next === undefined) return decimal(limit.value);
  const { value, from } = limit.next;
  return `${decimal(limit.value)}>${value === undefined ? '-' : decimal(value)}@${from}`;
};

export const isSame = (
  event: Extract<AnyEvent, { readonly kind: 'LIMITS_CHANGED' }>,
  settings: TwinSettings,
): boolean => settingsText(settingsOf(event)) === settingsText(settings);

/** In the words of the engine's own description. No minutes are counted. */
export const describe = (own: TwinLimits): string => {
  const [year, month] = own.date.split('-');
  const day = Date.parse(own.date) / DAY_MS;
  const months = Number(year) * 12 + Number(month) - 1;
  return `limits ${own.player} ${own.site} ${settingsText(own)} day ${day} ${decimal(own.result)} ${decimal(own.largest)} 0 0 month ${months} ${decimal(own.deposited)}`;
};
