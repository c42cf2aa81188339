// Thirty instruments that each tick ten times a second, sent through the endpoint for pushed prices.
import { setTimeout as wait } from 'node:timers/promises';
import { FEED_TICKS_PATH } from '@maru/contract/market';
import { toDecimal } from '@maru/engine/amount';
import { instruments } from '@maru/server/feed/instruments';

export const INSTRUMENTS = 30;
export const TICKS_PER_SECOND = 10;
const FIRST_PRICE_IN_TICKS = 20_000n;

export interface Sender {
  sent(): number;
  begin(): void;
  /** Resolves when the last batch was answered. */
  pause(): Promise<void>;
}

/** The list on the screen first, then coins: the same thirty every time. */
const chosen = instruments
  .filter(({ kind }) => kind === 'FUTURES' || kind === 'INDEX' || kind === 'CRYPTO')
  .toSorted((left, right) => Number(left.kind === 'CRYPTO') - Number(right.kind === 'CRYPTO'))
  .slice(0, INSTRUMENTS);

/** A price that moves by one tick, up for a while and down for a while: every tick is a change, and none is a jump. */
function createWalk() {
  const places = chosen.map((instrument) => ({ instrument, ticks: FIRST_PRICE_IN_TICKS }));
  let step = 0;
  return () => {
    step += 1;
    return places.map((place, index) => {
      const isUp = ((step >> (3 + (index % 4))) & 1) === 0;
      place.ticks += isUp ? 1n : -1n;
      return { stock: place.instrument.code, last: toDecimal(place.instrument.tickSize * place.ticks) };
    });
  };
}

export function createSender({
  origin,
  secret,
  onFault,
}: {
  readonly origin: string;
  readonly secret: string;
  readonly onFault: (fault: unknown) => void;
}): Sender {
  const walk = createWalk();
  let seq = 0;
  let sent = 0;
  let isRunning = false;
  let work = Promise.resolve();

  async function send(): Promise<void> {
    seq += 1;
    const ticks = walk();
    const answer = await fetch(`${origin}${FEED_TICKS_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ source: 'frames', seq, ticks }),
    });
    if (!answer.ok) throw new Error(`a batch was refused: ${await answer.text()}`);
    sent += ticks.length;
  }

  /** One batch after the other, because one that overtakes is refused. A late answer does not lower the rate. */
  async function run(): Promise<void> {
    const everyMs = 1_000 / TICKS_PER_SECOND;
    let dueAt = performance.now();
    while (isRunning) {
      await send();
      dueAt += everyMs;
      await wait(Math.max(0, dueAt - performance.now()));
    }
  }

  return {
    sent: () => sent,
    begin() {
      isRunning = true;
      work = run().catch(onFault);
    },
    async pause() {
      isRunning = false;
      await work;
    },
  };
}
