// What players set for themselves (docs/rules.md 6.11): tightened at once, loosened after 24 hours, a pause never
// shortened by anybody.
import { type Amount, isMultiple, ONE } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { platformEvent, playerEvent } from '../event.ts';
import { DAY_MS, later, MINUTE_MS, type Millis } from '../time.ts';
import type { CoolOff, CountUse, ExcludeSelf, NoteRates, SetLimit, TakeBackLimit } from './commands.ts';
import type { LimitsChanged, RatesNoted, UseCounted } from './events.ts';
import { type LimitState, limitMachine, pauseMachine } from './limit-state.ts';
import { breakEnds, countersAt, emptyCounters, monthsLater } from './periods.ts';
import { limitsAt, pauseAt } from './standing.ts';
import type { Limit, LimitSettings, LimitsState } from './state.ts';

export type SetLimitRefusal = 'ENTER_AMOUNT' | 'AMOUNT_OFF_UNIT' | 'LIMIT_TOO_LONG' | 'LIMIT_UNCHANGED';
export type LimitsRefusal =
  | SetLimitRefusal
  | 'NOTHING_PENDING'
  | 'PAUSE_NOT_LONGER'
  | 'ALREADY_PROCESSED'
  | 'NOT_DUE';

const LOOSEN_AFTER_MS = DAY_MS;
const MINUTES_PER_DAY = 1_440n;

/** Nothing was set before: counting begins now. */
const settingsOf = ({ players }: LimitsState, player: Player, now: Millis): LimitSettings =>
  players.get(player.id) ?? { since: now, limits: {} };

export function setLimit(
  book: Book,
  player: Player,
  { limit: kind, value }: SetLimit,
  context: Context,
): Decision<LimitsChanged, SetLimitRefusal> {
  const refusal = value === undefined ? undefined : valueRefusal(kind, value);
  if (refusal !== undefined) return refuse(refusal);
  const { now } = context;
  const settings = settingsOf(book.limits, player, now);
  const held = limitsAt(settings, now);
  const before = held[kind];
  const asked = changeOf(before, value);
  if (asked === undefined || limitMachine.next(stateOf(before), asked) === undefined)
    return refuse('LIMIT_UNCHANGED');

  // All checks passed: below this line nothing may fail.
  const after: Limit | undefined =
    asked === 'LOOSEN' && before !== undefined
      ? {
          value: before.value,
          pending: { ...(value === undefined ? undefined : { value }), from: later(now, LOOSEN_AFTER_MS) },
        }
      : value === undefined
        ? undefined
        : { value };
  const limits = { ...held, ...(after === undefined ? undefined : { [kind]: after }) };
  return accept({
    ...changed(book, player, context, { ...settings, limits }),
    cause: 'SET',
    limit: kind,
  });
}

function valueRefusal(kind: SetLimit['limit'], value: Amount): SetLimitRefusal | undefined {
  if (value <= 0n) return 'ENTER_AMOUNT';
  if (!isMultiple(value, ONE)) return 'AMOUNT_OFF_UNIT';
  return kind === 'TIME' && value > MINUTES_PER_DAY * ONE ? 'LIMIT_TOO_LONG' : undefined;
}

const stateOf = (limit: Limit | undefined): LimitState => {
  if (limit === undefined) return 'NONE';
  return limit.pending === undefined ? 'SET' : 'LOOSENING';
};

/** The same value takes back what is waited for, and changes nothing where nothing is. */
function changeOf(before: Limit | undefined, value: Amount | undefined): 'TIGHTEN' | 'LOOSEN' | undefined {
  if (before === undefined) return value === undefined ? undefined : 'TIGHTEN';
  if (value === undefined || value > before.value) return 'LOOSEN';
  return value < before.value || before.pending !== undefined ? 'TIGHTEN' : undefined;
}

export function takeBackLimit(
  book: Book,
  player: Player,
  { limit: kind }: TakeBackLimit,
  context: Context,
): Decision<LimitsChanged, 'NOTHING_PENDING'> {
  const settings = settingsOf(book.limits, player, context.now);
  const held = limitsAt(settings, context.now);
  const before = held[kind];
  if (before === undefined || limitMachine.next(stateOf(before), 'TAKE_BACK') === undefined)
    return refuse('NOTHING_PENDING');
  const limits = { ...held, [kind]: { value: before.value } };
  return accept({
    ...changed(book, player, context, { ...settings, limits }),
    cause: 'TAKEN_BACK',
    limit: kind,
  });
}

export function coolOff(
  book: Book,
  player: Player,
  { length }: CoolOff,
  context: Context,
): Decision<LimitsChanged, 'PAUSE_NOT_LONGER'> {
  const { now } = context;
  const settings = settingsOf(book.limits, player, now);
  const until = breakEnds(now, length);
  if (pauseMachine.next(pauseAt(settings, now), 'COOL_OFF') === undefined) return refuse('PAUSE_NOT_LONGER');
  if (until <= (settings.coolOffUntil ?? 0)) return refuse('PAUSE_NOT_LONGER');
  return accept({
    ...changed(book, player, context, { ...settings, coolOffUntil: until }),
    cause: 'COOL_OFF',
  });
}

export function excludeSelf(
  book: Book,
  player: Player,
  { months }: ExcludeSelf,
  context: Context,
): Decision<LimitsChanged, 'PAUSE_NOT_LONGER'> {
  const { now } = context;
  const settings = settingsOf(book.limits, player, now);
  const until = monthsLater(now, months);
  if (pauseMachine.next(pauseAt(settings, now), 'EXCLUDE') === undefined) return refuse('PAUSE_NOT_LONGER');
  if (until <= (settings.excludedUntil ?? 0)) return refuse('PAUSE_NOT_LONGER');
  return accept({
    ...changed(book, player, context, { ...settings, excludedUntil: until }),
    cause: 'EXCLUDED',
  });
}

function changed(book: Book, player: Player, context: Context, all: LimitSettings) {
  const { since, limits, coolOffUntil, excludedUntil } = all;
  const settings: LimitSettings = {
    since,
    limits,
    ...(coolOffUntil === undefined ? undefined : { coolOffUntil }),
    ...(excludedUntil === undefined ? undefined : { excludedUntil }),
  };
  const isFirst = !book.limits.players.has(player.id);
  return {
    ...playerEvent('LIMITS_CHANGED', book, player, context),
    settings,
    ...(isFirst ? { counters: emptyCounters(context.now) } : undefined),
  };
}

/** Only of players who limit their time, and each minute once however often it is sent. */
export function countUse(
  { limits: { players } }: Book,
  { site, players: named, minute }: CountUse,
  context: Context,
): Decision<UseCounted, 'NOT_DUE' | 'ALREADY_PROCESSED'> {
  const { now } = context;
  if (!Number.isSafeInteger(minute) || minute * MINUTE_MS > now) return refuse('NOT_DUE');
  const counted: UseCounted['counted'][number][] = [];
  for (const player of new Set(named)) {
    const own = players.get(player);
    if (own === undefined || own.site !== site || limitsAt(own, now).TIME === undefined) continue;
    const counters = countersAt(own.counters, now);
    if (minute > counters.usedMinute)
      counted.push({ player, counters: { ...counters, used: counters.used + 1, usedMinute: minute } });
  }
  return counted.length === 0
    ? refuse('ALREADY_PROCESSED')
    : accept({ ...platformEvent('USE_COUNTED', site, context), counted });
}

/** A two-hundredth: less does not decide about a limit that a person sets. */
const MOVED_ENOUGH = 200n;

export function noteRates(
  { limits: { rates: known } }: Book,
  { site, rates }: NoteRates,
  context: Context,
): Decision<RatesNoted, 'ALREADY_PROCESSED'> {
  const moved = rates.filter(({ currency, rate }) => {
    const before = known.get(currency) ?? 0n;
    const by = rate > before ? rate - before : before - rate;
    return rate > 0n && by * MOVED_ENOUGH >= before && by > 0n;
  });
  return moved.length === 0
    ? refuse('ALREADY_PROCESSED')
    : accept({ ...platformEvent('RATES_NOTED', site, context), rates: moved });
}
