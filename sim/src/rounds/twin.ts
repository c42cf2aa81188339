// Rounds and bets as the twin remembers them, and the times and numbers of a round, read from the rule book (1.2, 1.3,
// 2.2) and from nothing of the engine.

export interface TwinTick {
  readonly ts: number;
  readonly seq: number;
  readonly price: bigint;
}

export const tickText = (tick: TwinTick | undefined): string =>
  tick === undefined ? '-' : `${tick.ts}#${tick.seq}=${tick.price}`;

export interface TwinBet {
  readonly id: number;
  readonly site: number;
  readonly player: number;
  readonly wallet: string;
  readonly currency: string;
  readonly stake: bigint;
  /** A side of a round or a market of a draw. */
  readonly pick: string;
  /** What a hit brings beyond the stake, or for a draw the whole odds. */
  readonly rate: bigint;
  readonly acceptedAt: number;
  readonly purpose: Purpose;
  paid: { readonly status: number; readonly credit: bigint } | undefined;
  timesPaid: number;
}

export type Purpose = 'pnl:binary' | 'pnl:bitball';

interface TwinQueue {
  readonly site: number;
  readonly id: number;
  readonly type: string;
  readonly open: number;
  /** In the order of their numbers. */
  readonly bets: TwinBet[];
  paidPlayers: number;
}

export interface TwinResult {
  readonly status: number;
  readonly voidReason: string | undefined;
  readonly openTick: TwinTick | undefined;
  readonly closeTick: TwinTick | undefined;
  readonly tickCount: number;
  readonly ticks: readonly TwinTick[] | undefined;
}

export interface TwinRound extends TwinQueue {
  readonly close: number;
  readonly strikeMode: string;
  readonly precision: number;
  readonly staleMs: number;
  result: TwinResult | undefined;
  voided: string | undefined;
}

export interface TwinBall extends TwinQueue {
  readonly seed: string;
  readonly commit: string;
  salt: string | undefined;
  end: { readonly balls: readonly number[]; readonly power: number } | 'NO_SALT' | 'STAFF' | undefined;
}

export const GRACE_MS = 2_000;
export const DAY_MS = 86_400_000;

export const placeOf = (site: number, round: number) => `${site}/${round}`;

/** Everybody who bet on it, in the order of the first bets. */
export const playersOf = ({ bets }: Pick<TwinQueue, 'bets'>): readonly number[] => [
  ...new Set(bets.map((bet) => bet.player)),
];

export const isDecided = ({ result, voided }: Pick<TwinRound, 'result' | 'voided'>): boolean =>
  result !== undefined || voided !== undefined;

export const isPaidOut = (queue: TwinQueue) => queue.paidPlayers >= playersOf(queue).length;

const HALF_MINUTES: Readonly<Record<string, number>> = { '.5': 1, '1': 2, '2': 4, '5': 10 };

export interface RoundTimes {
  readonly open: number;
  readonly close: number;
  /** Bets from here up to the cut-off before `last`. */
  readonly from: number;
  readonly last: number;
}

/** Undefined where no round of this type has this number. */
export function timesOf(round: number, type: string): RoundTimes | undefined {
  const length = (HALF_MINUTES[type.slice(1)] ?? Number.NaN) * 30_000;
  if (!Number.isSafeInteger(round) || round <= 100_000 || round % 100_000 === 0) return undefined;
  const open = Math.floor(round / 100_000) * 30_000;
  if (open % length !== 0) return undefined;
  const close = open + length;
  return type.startsWith('B')
    ? { open, close, from: open, last: close }
    : { open, close, from: open - length, last: open };
}

/** All that a bet may bring by what was promised: nothing may ever pay more. */
export const mostOf = ({ stake, rate, purpose }: TwinBet): bigint =>
  (stake * (purpose === 'pnl:binary' ? 100_000_000n + rate : rate)) / 100_000_000n;
