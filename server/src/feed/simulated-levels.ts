// How each instrument of the simulated market behaves: its price level in November 2026, how much it moves in a year,
// when its day is busy, and how often it ticks.

/** The hours of the week in which the market is busy. */
export type Rhythm = 'coin' | 'forex' | 'america' | 'asia' | 'europe';

export interface SimulatedLevel {
  readonly level: number;
  /** Standard deviation of a year's return: 0.45 is 45 %. */
  readonly yearlyMove: number;
  readonly rhythm: Rhythm;
  /** At most one tick in each cell of this length. */
  readonly cellMs: number;
  readonly spreadTicks: number;
  /** A usual size in the order book, and the places of a size. */
  readonly lot: number;
  readonly lotPlaces: number;
  /** Follows the price of this instrument: two sizes of one contract must not drift apart. */
  readonly follows?: string;
}

const level = (
  at: number,
  yearlyMove: number,
  rhythm: Rhythm,
  more: Partial<SimulatedLevel> = {},
): SimulatedLevel => ({
  level: at,
  yearlyMove,
  rhythm,
  cellMs: 500,
  spreadTicks: 1,
  lot: 20,
  lotPlaces: 0,
  ...more,
});

const coin = (at: number, yearlyMove: number, lot: number, more: Partial<SimulatedLevel> = {}) =>
  level(at, yearlyMove, 'coin', { cellMs: 300, lot, lotPlaces: 3, ...more });

export const simulatedLevels: Readonly<Record<string, SimulatedLevel>> = {
  BTCUSDT: coin(95_482.3, 0.45, 1.6, { cellMs: 250 }),
  ETHUSDT: coin(3_170.77, 0.6, 24, { cellMs: 250 }),
  XRPUSDT: coin(2.2714, 0.75, 9_000),
  SOLUSDT: coin(140.62, 0.75, 300),
  DOGEUSDT: coin(0.16284, 0.8, 90_000),
  ADAUSDT: coin(0.5021, 0.75, 30_000),
  LINKUSDT: coin(13.874, 0.75, 1_200),
  LTCUSDT: coin(98.41, 0.65, 160),
  TRXUSDT: coin(0.29133, 0.45, 60_000),
  DOTUSDT: coin(2.811, 0.8, 6_000),
  AVAXUSDT: coin(15.22, 0.8, 1_000),
  ATOMUSDT: coin(2.604, 0.75, 6_000),
  // Sizes are dollars.
  BTCUSD: coin(95_482.3, 0.45, 40_000, { follows: 'BTCUSDT', lotPlaces: 0 }),

  EURUSD: level(1.16204, 0.07, 'forex', { spreadTicks: 2, lot: 2_000_000 }),
  GBPUSD: level(1.31647, 0.08, 'forex', { spreadTicks: 3, lot: 1_500_000 }),
  AUDUSD: level(0.65381, 0.09, 'forex', { spreadTicks: 3, lot: 1_500_000 }),
  USDJPY: level(154.538, 0.09, 'forex', { spreadTicks: 3, lot: 2_000_000 }),

  AAPL: level(272.41, 0.28, 'america', { lot: 300 }),
  TSLA: level(404.35, 0.55, 'america', { lot: 250, spreadTicks: 2 }),
  NVDA: level(190.17, 0.42, 'america', { lot: 500 }),
  '005930': level(97_200, 0.3, 'asia', { lot: 12_000 }),
  '000660': level(560_000, 0.42, 'asia', { lot: 3_000 }),

  K2: level(567.35, 0.22, 'asia', { lot: 40 }),
  KQ: level(1_486.2, 0.28, 'asia', { lot: 30 }),
  NQ: level(25_412.75, 0.22, 'america', { lot: 6 }),
  MNQ: level(25_412.75, 0.22, 'america', { follows: 'NQ', lot: 25, cellMs: 400 }),
  ES: level(6_852.5, 0.17, 'america', { lot: 60 }),
  MES: level(6_852.5, 0.17, 'america', { follows: 'ES', lot: 90, cellMs: 400 }),
  YM: level(47_320, 0.16, 'america', { lot: 8 }),
  RTY: level(2_394.6, 0.24, 'america', { lot: 14 }),
  CL: level(60.09, 0.38, 'america', { lot: 18 }),
  NG: level(4.566, 0.6, 'america', { lot: 12 }),
  GC: level(4_087.4, 0.2, 'america', { lot: 8 }),
  SI: level(50.715, 0.34, 'america', { lot: 6 }),
  HG: level(5.0615, 0.26, 'america', { lot: 7 }),
  '6E': level(1.16465, 0.07, 'forex', { follows: 'EURUSD', lot: 40 }),
  NKD: level(50_390, 0.22, 'asia', { cellMs: 800, lot: 4 }),
  NIY: level(50_340, 0.22, 'asia', { follows: 'NKD', cellMs: 800, lot: 6 }),
  NK225: level(50_360, 0.22, 'asia', { follows: 'NKD', lot: 12 }),
  HSI: level(26_572, 0.24, 'asia', { lot: 5 }),
  MHI: level(26_572, 0.24, 'asia', { follows: 'HSI', lot: 14 }),
  FDAX: level(23_877, 0.18, 'europe', { lot: 4 }),
  FDXM: level(23_877, 0.18, 'europe', { follows: 'FDAX', lot: 9 }),
};
