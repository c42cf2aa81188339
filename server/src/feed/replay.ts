// Replays a recorded market, one tick as JSON on each line, from now on, at its own or another speed.
import { readFile } from 'node:fs/promises';
import { type Price, parseUnits } from '@maru/engine/amount';
import type { RawTick } from '@maru/engine/market/tick';
import { type Millis, millis } from '@maru/engine/time';
import { type Source, STEP_MS, type Time } from './source.ts';

type Recorded = Omit<RawTick, 'recvTs' | 'ts'> & { readonly ts: Millis };

/** A file with an invalid line stops the start: an incomplete recording would be another market. */
export function createReplaySource({
  path,
  speed,
  time,
}: {
  readonly path: string;
  /** 2 plays an hour in half an hour. */
  readonly speed: number;
  readonly time: Time;
}): Source {
  let running = false;
  return {
    name: 'replay',
    async start(emit) {
      const recorded = readRecording(await readFile(path, 'utf8'));
      running = true;
      void play(recorded, emit);
    },
    async stop() {
      running = false;
    },
  };

  async function play(
    recorded: readonly Recorded[],
    emit: (ticks: readonly RawTick[]) => void,
  ): Promise<void> {
    const startedAt = time.clock();
    const firstTs = recorded[0]?.ts ?? startedAt;
    let place = 0;
    while (running && place < recorded.length) {
      const now = time.clock();
      const due: RawTick[] = [];
      for (; place < recorded.length; place++) {
        const tick = recorded[place]!;
        const ts = millis(Math.floor(startedAt + (tick.ts - firstTs) / speed));
        if (ts > now) break;
        due.push({ ...tick, ts, recvTs: now });
      }
      if (due.length > 0) emit(due);
      await time.wait(STEP_MS);
    }
  }
}

export function readRecording(text: string): readonly Recorded[] {
  const ticks: Recorded[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const tick = readLine(line, index);
    if (!tick) throw new Error(`expected a tick in line ${index + 1} of the recording`);
    ticks.push(tick);
  }
  return ticks.sort((a, b) => a.ts - b.ts || a.seq - b.seq);
}

function readLine(line: string, place: number): Recorded | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { stock, last, bid, ask, mark, index: sent, ts, seq = place } = value as Record<string, unknown>;
  const prices = [last, bid, ask, mark, sent].map((each) =>
    each === undefined ? undefined : readPrice(each),
  );
  if (typeof stock !== 'string' || prices.includes(null) || prices[0] === undefined) return undefined;
  if (!Number.isSafeInteger(ts) || !Number.isSafeInteger(seq)) return undefined;
  const [lastPrice, bidPrice, askPrice, markPrice, sourceIndex] = prices as (Price | undefined)[];
  return {
    stock,
    last: lastPrice as Price,
    bid: bidPrice,
    ask: askPrice,
    mark: markPrice,
    sourceIndex,
    ts: millis(ts as number),
    seq: seq as number,
  };
}

function readPrice(value: unknown): Price | null {
  const units = typeof value === 'string' ? parseUnits(value) : undefined;
  return units === undefined ? null : (units as Price);
}
