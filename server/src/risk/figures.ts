// The figures of the exposure page from valued accounts: sums over thousands of them, in slices.
import type { Amount } from '@maru/engine/amount';
import type { PlayerId } from '@maru/engine/purse';
import type { ExposedPosition } from '../product/exposure.ts';
import { inSlices, type Snapshot, type ValuedAccount, WHOLE_ROOM } from './valued-accounts.ts';

export interface InstrumentFigures {
  readonly product: string;
  readonly instrument: number;
  readonly long: bigint;
  readonly short: bigint;
  readonly pnl: bigint;
  readonly accounts: number;
  /** In millionths. */
  readonly largest: number;
  readonly hhi: number;
}

export interface Figures {
  readonly gross: bigint;
  readonly net: bigint;
  readonly pnl: bigint;
  readonly margin: bigint;
  readonly equity: bigint;
  readonly accounts: number;
  readonly near: { readonly accounts: number; readonly gross: bigint };
  /** The largest first. */
  readonly instruments: readonly InstrumentFigures[];
  readonly rooms: readonly { readonly from: number; readonly to: number | undefined; accounts: number }[];
  /** The least room first. */
  readonly nearest: readonly ValuedAccount[];
}

/** The bounds of the histogram, in percent. */
const ROOM_BOUNDS = [0, 5, 10, 20, 30, 50, 75] as const;
const PERCENT = WHOLE_ROOM / 100;
const NEAR_BELOW = 10 * PERCENT;
const MOST_NEAREST = 50;
const WHOLE_HHI = 10_000;

interface Sums {
  readonly product: string;
  readonly instrument: number;
  long: bigint;
  short: bigint;
  pnl: bigint;
  readonly byPlayer: Map<PlayerId, bigint>;
}

export async function figuresOf(rows: readonly ValuedAccount[], worth: Snapshot['worth']): Promise<Figures> {
  const byInstrument = new Map<string, Sums>();
  const rooms = ROOM_BOUNDS.map((from, index) => ({ from, to: ROOM_BOUNDS[index + 1], accounts: 0 }));
  const total = { gross: 0n, pnl: 0n, margin: 0n, equity: 0n };
  const near = { accounts: 0, gross: 0n };
  const nearest: ValuedAccount[] = [];
  await inSlices(rows, (row) => {
    total.gross += row.gross;
    total.pnl += row.pnl;
    total.margin += row.margin;
    total.equity += row.equity;
    if (row.room < NEAR_BELOW) {
      near.accounts += 1;
      near.gross += row.gross;
    }
    const bar = rooms.findLast(({ from }) => row.room >= from * PERCENT);
    if (bar !== undefined) bar.accounts += 1;
    keepNearest(nearest, row);
    for (const position of row.account.positions)
      addPosition(byInstrument, row, position, (amount) => worth.of(amount, row.currency) ?? 0n);
  });
  const instruments = [...byInstrument.values()].map(instrumentFigures).sort(largestFirst);
  return {
    ...total,
    net: instruments.reduce((sum, { long, short }) => sum + long - short, 0n),
    accounts: rows.length,
    near,
    instruments,
    rooms,
    nearest,
  };
}

/** Most accounts have more room than the last that is kept: they cost one comparison. */
function keepNearest(nearest: ValuedAccount[], row: ValuedAccount): void {
  const last = nearest.at(-1);
  if (nearest.length >= MOST_NEAREST && last !== undefined && leastRoomFirst(row, last) >= 0) return;
  const place = nearest.findIndex((each) => leastRoomFirst(row, each) < 0);
  nearest.splice(place < 0 ? nearest.length : place, 0, row);
  if (nearest.length > MOST_NEAREST) nearest.pop();
}

function addPosition(
  byInstrument: Map<string, Sums>,
  { product, account: { player } }: ValuedAccount,
  { instrument, side, value, pnl }: ExposedPosition,
  won: (amount: Amount) => bigint,
): void {
  const name = `${product}/${instrument}`;
  let sums = byInstrument.get(name);
  if (sums === undefined) {
    sums = { product, instrument, long: 0n, short: 0n, pnl: 0n, byPlayer: new Map() };
    byInstrument.set(name, sums);
  }
  const worth = won(value);
  if (side === 'LONG') sums.long += worth;
  else sums.short += worth;
  sums.pnl += won(pnl);
  sums.byPlayer.set(player, (sums.byPlayer.get(player) ?? 0n) + worth);
}

function instrumentFigures({ product, instrument, long, short, pnl, byPlayer }: Sums): InstrumentFigures {
  const gross = long + short;
  let [largest, squares] = [0, 0];
  for (const own of byPlayer.values()) {
    const share = gross === 0n ? 0 : Number((own * BigInt(WHOLE_ROOM)) / gross) / WHOLE_ROOM;
    if (share > largest) largest = share;
    squares += share * share;
  }
  return {
    product,
    instrument,
    long,
    short,
    pnl,
    accounts: byPlayer.size,
    largest: Math.round(largest * WHOLE_ROOM),
    hhi: Math.round(squares * WHOLE_HHI),
  };
}

function largestFirst(a: InstrumentFigures, b: InstrumentFigures): number {
  const [ofA, ofB] = [a.long + a.short, b.long + b.short];
  if (ofA !== ofB) return ofA > ofB ? -1 : 1;
  return a.product === b.product ? a.instrument - b.instrument : a.product < b.product ? -1 : 1;
}

const leastRoomFirst = (a: ValuedAccount, b: ValuedAccount): number =>
  a.room - b.room || a.account.player - b.account.player;
