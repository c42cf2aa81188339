// Prices that a licensed provider sends us. Every batch has the shared secret, the name of the sender and the sender's
// own number, which must increase, also over a restart: a repeated or overtaken batch is refused.
import { createHash, timingSafeEqual } from 'node:crypto';
import { pushedTicks } from '@maru/contract/market';
import { type Price, parseUnits } from '@maru/engine/amount';
import type { RawTick } from '@maru/engine/market/tick';
import { millis } from '@maru/engine/time';
import type { PushRequest } from '../market/mount-push.ts';
import type { SenderStore } from './sender-store.ts';
import type { Source } from './source.ts';

export type PushAnswer =
  | { readonly ok: true; readonly reply: { readonly accepted: number; readonly seq: number } }
  | {
      readonly ok: false;
      readonly refusal: 'LOGIN_REQUIRED' | 'INVALID_REQUEST' | 'BATCH_OUT_OF_ORDER' | 'TRY_AGAIN';
    };

export interface PushSource extends Source {
  /** Checked before the body is read: a batch is long, and one without the secret should cost nothing. */
  knows(authorization: string | undefined): boolean;
  accept(request: PushRequest): Promise<PushAnswer>;
}

const LEAST_SECRET_LENGTH = 32;
/** More than a batch can hold, so that numbers of ticks in later batches are always higher. */
const SEQ_STEP = 1_000;
const MOST_SENDERS = 16;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export function createPushSource({
  secret,
  senders: store,
}: {
  readonly secret: string;
  readonly senders: SenderStore;
}): PushSource {
  if (secret.length < LEAST_SECRET_LENGTH) {
    throw new Error(`the feed secret needs at least ${LEAST_SECRET_LENGTH} characters`);
  }
  const expected = digest(`Bearer ${secret}`);
  // Digests have one length, so the comparison takes the same time whatever was sent.
  const knows = (authorization: string | undefined): boolean =>
    timingSafeEqual(digest(authorization ?? ''), expected);
  let senders = new Map<string, number>();
  let emit: ((ticks: readonly RawTick[]) => void) | undefined;

  return {
    name: 'push',
    knows,
    async start(onTicks) {
      senders = new Map(await store.load());
      emit = onTicks;
    },
    async stop() {
      emit = undefined;
    },
    async accept({ authorization, body, now }) {
      if (!knows(authorization)) return { ok: false, refusal: 'LOGIN_REQUIRED' };
      const read = pushedTicks.safeParse(body);
      if (!read.success) return { ok: false, refusal: 'INVALID_REQUEST' };
      if (!emit) return { ok: false, refusal: 'TRY_AGAIN' };
      const { source, seq, ticks } = read.data;
      if (!senders.has(source) && senders.size >= MOST_SENDERS)
        return { ok: false, refusal: 'INVALID_REQUEST' };
      if (seq <= (senders.get(source) ?? 0)) return { ok: false, refusal: 'BATCH_OUT_OF_ORDER' };
      senders.set(source, seq);
      emit(
        ticks.map((tick, place) => ({
          stock: tick.stock,
          last: parseUnits(tick.last) as Price,
          bid: optionalPrice(tick.bid),
          ask: optionalPrice(tick.ask),
          mark: optionalPrice(tick.mark),
          sourceIndex: optionalPrice(tick.index),
          ts: tick.ts === undefined ? undefined : millis(tick.ts),
          recvTs: now,
          seq: seq * SEQ_STEP + place,
        })),
      );
      // The prices count at once; the sender is answered when the number is durable. Without an answer it may send the
      // batch again after a restart, and the batch is then accepted once more.
      try {
        await store.save(source, seq);
      } catch {
        return { ok: false, refusal: 'TRY_AGAIN' };
      }
      return { ok: true, reply: { accepted: ticks.length, seq } };
    },
  };
}

const optionalPrice = (text: string | undefined): Price | undefined =>
  text === undefined ? undefined : (parseUnits(text) as Price);
