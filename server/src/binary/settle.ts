// Freezing and paying rounds through the desk. Both may be asked as often as one likes: the book knows what was done,
// so a restart or a lost answer pays nobody twice.
import { PLAYERS_PER_PAYMENT } from '@maru/engine/binary/pay';
import { GRACE_MS } from '@maru/engine/binary/terms';
import type { AnyEvent, Book } from '@maru/engine/book';
import type { AnyCommand } from '@maru/engine/command';
import type { BinaryType } from '@maru/engine/market/instrument';
import { HOUSE, type SiteId } from '@maru/engine/purse';
import { earlier, later, type Millis } from '@maru/engine/time';
import type { Desk } from '../desk/desk.ts';
import type { BinaryDeps } from './deps.ts';
import type { Halts } from './halts.ts';
import { isInSession, type OptionList, type OptionRound } from './options.ts';
import { type TickWindow, ticksThatCount } from './tick-window.ts';

/** So many payments go to the desk at once: more would keep orders waiting behind them. */
const PAYMENTS_AT_ONCE = 8;
const AGAIN_MS = 200;

export type FrozenEvent = Extract<AnyEvent, { readonly kind: 'ROUND_FROZEN' }>;

interface Pending {
  readonly site: SiteId;
  readonly id: number;
  readonly type: BinaryType;
  readonly close: Millis;
  readonly staleMs: number;
  readonly hasOwnStrikes: boolean;
  readonly isDecided: boolean;
  /** Players who wait for their money, if it is decided. */
  readonly unpaid: number;
}

export interface Settlement {
  /** Freezes what is over and pays what is decided, to the end. Answers the results that became known. */
  sweep(): Promise<readonly FrozenEvent[]>;
}

export function createSettlement(
  deps: Pick<BinaryDeps, 'desk' | 'time' | 'log'> & {
    readonly options: OptionList;
    readonly halts: Halts;
    readonly ticks: TickWindow;
  },
): Settlement {
  const { desk, time, log, options, halts, ticks } = deps;

  async function freezeCommand({
    site,
    id,
    type,
    staleMs,
    hasOwnStrikes,
    close,
  }: Pending): Promise<AnyCommand> {
    const round = options.roundOf(id);
    const window = round && { from: earlier(round.open, 2 * staleMs), to: close };
    const heard = round && window ? await ticks.gather(round.option.instrument.code, window) : [];
    const span = { open: round?.open ?? close, close, staleMs, hasOwnStrikes };
    const interruption = round && interruptionOf(site, round);
    return {
      kind: 'FREEZE_ROUND',
      site,
      player: HOUSE,
      round: id,
      type,
      ticks: ticksThatCount(heard, span, ticks.gaps()),
      ...(interruption === undefined ? {} : { interruption }),
    };
  }

  function interruptionOf(site: SiteId, round: OptionRound): 'STOPPED' | 'SESSION_ENDED' | undefined {
    if (halts.fallsInto(site, round)) return 'STOPPED';
    return isInSession(round) ? undefined : 'SESSION_ENDED';
  }

  async function settle(pending: Pending): Promise<FrozenEvent | undefined> {
    const { site, id } = pending;
    const asked: Promise<Answered>[] = [];
    if (!pending.isDecided) asked.push(submit(desk, await freezeCommand(pending)));
    const payments = Math.min(PAYMENTS_AT_ONCE, Math.ceil(pending.unpaid / PLAYERS_PER_PAYMENT));
    for (let each = 0; each < Math.max(1, payments); each++) asked.push(submit(desk, payCommand(site, id)));
    let answered = await Promise.all(asked);
    const frozen = answered.find((answer) => answer.event?.kind === 'ROUND_FROZEN')?.event;
    while (!answered.some(isOver)) {
      if (answered.some(({ isWeather }) => isWeather)) await time.wait(AGAIN_MS);
      // After weather the freeze itself may not have happened; the next sweep asks for it again.
      if (answered.every(({ isRefused }) => isRefused)) break;
      const more = Array.from({ length: Math.max(1, payments) }, () => submit(desk, payCommand(site, id)));
      answered = await Promise.all(more);
    }
    const wrong = answered.find(({ isRefused, refusal }) => isRefused && refusal !== 'ALREADY_PROCESSED');
    if (wrong !== undefined) log.warn('a round waits for its payment', { round: id, refusal: wrong.refusal });
    return frozen?.kind === 'ROUND_FROZEN' ? frozen : undefined;
  }

  return {
    async sweep() {
      const now = time.clock();
      const read = await desk.read((book) => listPending(book, now));
      if (read === undefined || read.seen.length === 0) return [];
      // All at once, so that the rounds of one close share the desk's batches.
      const settled = await Promise.all(read.seen.map(settle));
      return settled.filter((event) => event !== undefined);
    },
  };
}

const payCommand = (site: SiteId, round: number): AnyCommand => ({
  kind: 'PAY_ROUND',
  site,
  player: HOUSE,
  round,
});

interface Answered {
  readonly event: AnyEvent | undefined;
  readonly refusal: string | undefined;
  readonly isWeather: boolean;
  readonly isRefused: boolean;
}

async function submit(desk: Pick<Desk, 'submit'>, command: AnyCommand): Promise<Answered> {
  const outcome = await desk.submit(command);
  if (outcome.ok) return { event: outcome.event, refusal: undefined, isWeather: false, isRefused: false };
  const { refusal } = outcome;
  const isWeather = refusal === 'TRY_AGAIN' || refusal === 'RESULT_UNKNOWN';
  return { event: undefined, refusal, isWeather, isRefused: true };
}

const isOver = ({ event, refusal }: Answered): boolean =>
  refusal === 'ALREADY_PROCESSED' || (event?.kind === 'ROUND_PAID' && event.isLast);

function listPending(book: Book, now: Millis): readonly Pending[] {
  const pending: Pending[] = [];
  for (const round of book.binary.rounds.values()) {
    const { site, id, type, close, staleMs, players, paidPlayers, result, voided } = round;
    const isDecided = result !== undefined || voided !== undefined;
    const unpaid = players.length - paidPlayers;
    if (isDecided ? unpaid === 0 : now < later(close, GRACE_MS)) continue;
    const hasOwnStrikes = round.strikeMode === 'AT_BET';
    pending.push({ site, id, type, close, staleMs, hasOwnStrikes, isDecided, unpaid });
  }
  return pending;
}
