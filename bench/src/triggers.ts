// What one tick costs over open positions with take-profit and stop-loss on one instrument: one that reaches none,
// beside scanning all of them, and one that reaches a thousand, until all of them are closed and durable.
import { type Price, priceOfUnits } from '@maru/engine/amount';
import { pnlOf, tpslPrices } from '@maru/engine/oversea/pricing';
import { middleOf, rounded } from './callers.ts';
import { NQ, openStand, type Stand } from './triggers-stand.ts';

const SIZES = [1_000, 100_000] as const;
const HITS = 1_000;
/** One group of a thousand is reached after the other; the first warms up. */
const GROUPS = 6;
const QUIET_ROUNDS = 15;
const QUIET_TICKS = 20_000;
const SCANNED = 2_000_000;

export async function triggers(): Promise<Record<string, unknown>> {
  const stands: Stand[] = [];
  try {
    for (const size of SIZES) stands.push(await openStand(size, { groups: GROUPS, hits: HITS }));
    return await measure(stands);
  } finally {
    for (const stand of stands) await stand.close();
  }
}

async function measure(stands: readonly Stand[]): Promise<Record<string, unknown>> {
  const quiet = new Map<number, number[]>();
  const scans = new Map<number, number[]>();
  const hits = new Map<number, { readonly ms: number; readonly askMs: number; readonly batches: number }[]>();
  const add = <Value>(to: Map<number, Value[]>, key: number, value: Value) =>
    to.set(key, [...(to.get(key) ?? []), value]);

  // Sizes take turns, so that a busy moment of the machine affects both. Round 0 warms up.
  for (let round = 0; round <= QUIET_ROUNDS; round += 1) {
    for (const stand of stands) {
      const tick = quietTicks(stand);
      const scan = scannedTicks(stand);
      if (round === 0) continue;
      add(quiet, stand.size, tick);
      add(scans, stand.size, scan);
    }
  }
  for (let group = 0; group < GROUPS; group += 1) {
    for (const stand of stands) {
      const seen = await stand.hit(group);
      if (seen.filled !== HITS) throw new Error(`${seen.filled} of ${HITS} were closed`);
      console.log(
        `${stand.size} positions: ${HITS} hits durable after ${rounded(seen.ms)} ms in ${seen.batches} batch(es)`,
      );
      if (group > 0) add(hits, stand.size, seen);
    }
  }

  const perSize = (figure: (size: number) => number) =>
    Object.fromEntries(stands.map(({ size }) => [String(size), rounded(figure(size))]));
  const tickNs = (size: number) => middleOf(quiet.get(size) ?? []);
  const scanNs = (size: number) => middleOf(scans.get(size) ?? []);
  const hitMs = (size: number) => middleOf((hits.get(size) ?? []).map(({ ms }) => ms));
  const [small, large] = SIZES;
  return {
    growth: rounded(tickNs(large) / tickNs(small)),
    hitGrowth: rounded(hitMs(large) / hitMs(small)),
    batchesPerTick: Math.max(...[...hits.values()].flat().map(({ batches }) => batches)),
    nsPerTick: perSize(tickNs),
    nsPerScan: perSize(scanNs),
    scanRatio: perSize((size) => scanNs(size) / tickNs(size)),
    hits: HITS,
    hitsDurableMs: perSize(hitMs),
    askMs: perSize((size) => middleOf((hits.get(size) ?? []).map(({ askMs }) => askMs))),
  };
}

/** Ticks between all levels, as nearly all ticks are. */
function quietTicks(stand: Stand): number {
  let asked = 0;
  const began = process.hrtime.bigint();
  for (let index = 0; index < QUIET_TICKS; index += 1) asked += stand.quietTick(index % 9);
  const ns = Number(process.hrtime.bigint() - began) / QUIET_TICKS;
  if (asked !== 0) throw new Error('a quiet tick reached somebody');
  return ns;
}

/** The rival: every position is compared with the price, its levels computed beforehand, and its profit computed. */
function scannedTicks({ size, state, quietPrice }: Stand): number {
  const positions = [...state.positions.values()].map((position) => ({
    position,
    ...tpslPrices(position, NQ.tickSize),
  }));
  const turns = Math.max(1, Math.floor(SCANNED / size / 10));
  let hit = 0;
  let total = 0n;
  const began = process.hrtime.bigint();
  for (let turn = 0; turn < turns; turn += 1) {
    const last: Price = priceOfUnits(quietPrice(turn % 9));
    for (const { position, tp, sl } of positions) {
      if ((tp !== undefined && last >= tp) || (sl !== undefined && last <= sl)) hit += 1;
      // The loss-cut needs the open profit of every player.
      total += pnlOf(position, last, NQ, WON);
    }
  }
  const ns = Number(process.hrtime.bigint() - began) / turns;
  if (hit !== 0 || total === 1n) throw new Error('a quiet tick reached somebody');
  return ns;
}

const WON = 100_000_000n as Parameters<typeof pnlOf>[3];
