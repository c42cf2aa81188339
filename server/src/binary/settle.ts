// Freezes and pays rounds through the desk. Both may be repeated: the book knows what was done, so a restart or a lost
// answer pays nobody twice.
import { PLAYERS_PER_PAYMENT } from '@maru/engine/payment/pay';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { HOUSE } from '@maru/engine/purse';
import { earlier, type Millis } from '@maru/engine/time';
import { isTransient } from '../desk/desk.ts';
import type { BinaryParts } from './deps.ts';
import { isInSession } from './offers.ts';
import { type Ended, readEnded, readUnpaid, type Unpaid } from './reads.ts';
import { ticksThatCount } from './tick-window.ts';

/** One payment is decided while the one before it is written; an order never waits behind more than these. */
const PAYMENTS_AT_ONCE = 2;

export type FrozenEvent = Extract<AnyEvent, { readonly kind: 'ROUND_FROZEN' }>;

export interface Settlement {
  /** Freezes rounds that were over then, and returns their results: durable, and nobody is paid yet. */
  freeze(now: Millis): Promise<readonly FrozenEvent[]>;
  /** Pays everybody whose round is decided. False when some are not paid yet, because the desk did not answer. */
  pay(): Promise<boolean>;
}

export function createSettlement({
  desk,
  log,
  offers,
  ticks,
}: Pick<BinaryParts, 'desk' | 'log' | 'offers' | 'ticks'>): Settlement {
  async function freezeCommand({
    site,
    id,
    type,
    staleMs,
    hasOwnStrikes,
    close,
  }: Ended): Promise<AnyCommand> {
    const round = offers.roundOf(id);
    const window = round && { from: earlier(round.open, 2 * staleMs), to: close };
    const received = round && window ? await ticks.gather(round.offer.instrument.code, window) : [];
    const span = { open: round?.open ?? close, close, staleMs, hasOwnStrikes };
    // A halt stops bets. A round with earlier bets is decided by its prices: only two members of staff void it.
    const isInterrupted = round !== undefined && !isInSession(round);
    return {
      kind: 'FREEZE_ROUND',
      site,
      player: HOUSE,
      round: id,
      type,
      ticks: ticksThatCount(received, span, ticks.gaps()),
      ...(isInterrupted ? { interruption: 'SESSION_ENDED' as const } : {}),
    };
  }

  async function freezeOne(round: Ended): Promise<FrozenEvent | undefined> {
    const outcome = await desk.submit(await freezeCommand(round));
    return outcome.ok && outcome.event.kind === 'ROUND_FROZEN' ? outcome.event : undefined;
  }

  /** True when every player of the round is paid. */
  async function payOne({ site, id, players }: Unpaid): Promise<boolean> {
    let left = players;
    let isDone = true;
    const payNext = async (): Promise<void> => {
      while (left > 0) {
        left -= PLAYERS_PER_PAYMENT;
        const outcome = await desk.submit({ kind: 'PAY_ROUND', site, player: HOUSE, round: id });
        if (outcome.ok) {
          if (outcome.event.kind === 'ROUND_PAID' && outcome.event.isLast) return;
          continue;
        }
        const { refusal } = outcome;
        if (refusal === 'ALREADY_PROCESSED') return;
        isDone = false;
        if (!isTransient(outcome)) log.warn('round settlement refused, retrying', { round: id, refusal });
        return;
      }
    };
    await Promise.all(Array.from({ length: PAYMENTS_AT_ONCE }, payNext));
    return isDone;
  }

  return {
    async freeze(now) {
      const read = await desk.read(readEnded, { now });
      // In parallel, so that the rounds of one close share the desk's batches.
      const frozen = await Promise.all((read?.seen ?? []).map(freezeOne));
      return frozen.filter((event) => event !== undefined);
    },
    async pay() {
      const read = await desk.read(readUnpaid, {});
      const paid = await Promise.all((read?.seen ?? []).map(payOne));
      return read !== undefined && paid.every((isDone) => isDone);
    },
  };
}
