// The instruments of a first start: coins, currencies, shares, and the futures contracts of docs/rules.md 4.1.
import { price, qty, rate } from '@maru/engine/amount';
import { type Instrument, type InstrumentKind, STALE_MS } from '@maru/engine/market/instrument';
import type { TradingHours } from '@maru/engine/market/trading-hours';
import type { RoundType } from '@maru/engine/rounds/round';
import {
  alwaysOpen,
  cmeHours,
  eurexHours,
  forexHours,
  hkexHours,
  krFuturesHours,
  krStockHours,
  oseHours,
  usStockHours,
} from './calendars.ts';
import { nicknames } from './nicknames.ts';

/** Code, Korean name, English name, tick size. */
type Row = readonly [code: string, koName: string, enName: string, tick: string];

const ALL_TYPES: readonly RoundType[] = ['R.5', 'R1', 'R2', 'R5', 'B1', 'B2', 'B5'];
/** A site has one set of draws, salted by the ticks of this coin. */
const DRAW_TYPES: readonly RoundType[] = ['P1', 'P2'];
const MINUTE_TYPES: readonly RoundType[] = ['R1', 'R2', 'R5', 'B1', 'B5'];

const placesOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;

interface Common {
  readonly kind: InstrumentKind;
  readonly hours: TradingHours;
  readonly currency: string;
  readonly roundTypes?: readonly RoundType[];
}

const instrument = (
  id: number,
  { kind, hours, currency, roundTypes = [] }: Common,
  [code, koName, enName, tick]: Row,
): Instrument => ({
  id,
  code,
  koName,
  enName,
  kind,
  currency,
  precision: placesOf(tick),
  tickSize: price(tick),
  multiplier: qty('1'),
  spreadTicks: 0,
  maxJump: rate('0.1'),
  staleMs: STALE_MS[kind],
  mayBeNegative: false,
  hours,
  isPlay: true,
  roundTypes,
});

/** Ids are assigned by position from `firstId` on, so rows are only ever added at the end of a family. */
const family = (
  { firstId, ...common }: Common & { readonly firstId: number },
  rows: readonly Row[],
): readonly Instrument[] => rows.map((row, place) => instrument(firstId + place, common, row));

const plainCoins = family(
  { firstId: 1, kind: 'CRYPTO', hours: alwaysOpen, currency: 'USDT', roundTypes: ALL_TYPES },
  [
    ['BTCUSDT', '비트코인', 'Bitcoin', '0.1'],
    ['ETHUSDT', '이더리움', 'Ethereum', '0.01'],
    ['XRPUSDT', '리플', 'XRP', '0.0001'],
    ['SOLUSDT', '솔라나', 'Solana', '0.01'],
    ['DOGEUSDT', '도지코인', 'Dogecoin', '0.00001'],
    ['ADAUSDT', '에이다', 'Cardano', '0.0001'],
    ['LINKUSDT', '체인링크', 'Chainlink', '0.001'],
    ['LTCUSDT', '라이트코인', 'Litecoin', '0.01'],
    ['TRXUSDT', '트론', 'TRON', '0.00001'],
  ],
);

const coinsWithDraws = plainCoins.map((coin) =>
  coin.code === 'BTCUSDT' ? { ...coin, roundTypes: [...coin.roundTypes, ...DRAW_TYPES] } : coin,
);

const coins = [
  ...coinsWithDraws,
  // Without rounds: their prices are for futures alone.
  ...family({ firstId: 10, kind: 'CRYPTO', hours: alwaysOpen, currency: 'USDT' }, [
    ['DOTUSDT', '폴카닷', 'Polkadot', '0.001'],
    ['AVAXUSDT', '아발란체', 'Avalanche', '0.01'],
    ['ATOMUSDT', '코스모스', 'Cosmos', '0.001'],
  ]),
  // Margined and settled in the coin itself; its price follows that of BTCUSDT.
  ...family({ firstId: 51, kind: 'CRYPTO', hours: alwaysOpen, currency: 'USD' }, [
    ['BTCUSD', '비트코인 (코인 마진)', 'Bitcoin (coin-margined)', '0.1'],
  ]),
];

const currencies = [
  ...family({ firstId: 101, kind: 'FOREX', hours: forexHours, currency: 'USD', roundTypes: MINUTE_TYPES }, [
    ['EURUSD', '유로/달러', 'Euro / US Dollar', '0.00001'],
    ['GBPUSD', '파운드/달러', 'Pound / US Dollar', '0.00001'],
    ['AUDUSD', '호주달러/달러', 'Australian / US Dollar', '0.00001'],
  ]),
  ...family({ firstId: 121, kind: 'FOREX', hours: forexHours, currency: 'JPY', roundTypes: MINUTE_TYPES }, [
    ['USDJPY', '달러/엔', 'US Dollar / Yen', '0.001'],
  ]),
];

const shares = [
  ...family({ firstId: 201, kind: 'STOCK', hours: usStockHours, currency: 'USD', roundTypes: MINUTE_TYPES }, [
    ['AAPL', '애플', 'Apple', '0.01'],
    ['TSLA', '테슬라', 'Tesla', '0.01'],
    ['NVDA', '엔비디아', 'NVIDIA', '0.01'],
  ]),
  ...family({ firstId: 221, kind: 'STOCK', hours: krStockHours, currency: 'KRW', roundTypes: MINUTE_TYPES }, [
    ['005930', '삼성전자', 'Samsung Electronics', '100'],
    ['000660', 'SK하이닉스', 'SK hynix', '500'],
  ]),
];

/** Code, Korean name, English name, tick size, multiplier, currency, hours (docs/rules.md 4.1). */
const contracts: readonly (readonly [...Row, multiplier: string, currency: string, hours: TradingHours])[] = [
  ['K2', '코스피200 미니', 'Mini KOSPI 200', '0.05', '50000', 'KRW', krFuturesHours],
  ['KQ', '코스닥150', 'KOSDAQ 150', '0.1', '10000', 'KRW', krFuturesHours],
  ['NQ', 'E-미니 나스닥', 'E-mini Nasdaq-100', '0.25', '20', 'USD', cmeHours],
  ['MNQ', '마이크로 나스닥', 'Micro Nasdaq-100', '0.25', '2', 'USD', cmeHours],
  ['ES', 'E-미니 S&P', 'E-mini S&P 500', '0.25', '50', 'USD', cmeHours],
  ['MES', '마이크로 S&P', 'Micro S&P 500', '0.25', '5', 'USD', cmeHours],
  ['YM', '미니 다우', 'E-mini Dow', '1', '5', 'USD', cmeHours],
  ['RTY', '미니 러셀', 'E-mini Russell 2000', '0.1', '50', 'USD', cmeHours],
  ['CL', '크루드오일', 'WTI Crude Oil', '0.01', '1000', 'USD', cmeHours],
  ['NG', '천연가스', 'Natural Gas', '0.001', '10000', 'USD', cmeHours],
  ['GC', '골드', 'Gold', '0.1', '100', 'USD', cmeHours],
  ['SI', '실버', 'Silver', '0.005', '5000', 'USD', cmeHours],
  ['HG', '구리', 'Copper', '0.0005', '25000', 'USD', cmeHours],
  ['6E', '유로FX', 'Euro FX', '0.00005', '125000', 'USD', cmeHours],
  ['NKD', '닛케이(달러)', 'Nikkei 225 (USD)', '5', '5', 'USD', cmeHours],
  ['NIY', '닛케이(엔)', 'Nikkei 225 (JPY)', '5', '500', 'JPY', cmeHours],
  ['NK225', '오사카 닛케이', 'Nikkei 225 Large', '10', '1000', 'JPY', oseHours],
  ['HSI', '항셍', 'Hang Seng', '1', '50', 'HKD', hkexHours],
  ['MHI', '미니 항셍', 'Mini Hang Seng', '1', '10', 'HKD', hkexHours],
  ['FDAX', '닥스', 'DAX', '1', '25', 'EUR', eurexHours],
  ['FDXM', '미니 닥스', 'Mini-DAX', '1', '5', 'EUR', eurexHours],
];

const futures = contracts.map(
  ([code, koName, enName, tick, multiplier, currency, hours], place): Instrument => ({
    ...instrument(301 + place, { kind: 'FUTURES', hours, currency }, [code, koName, enName, tick]),
    multiplier: qty(multiplier),
    mayBeNegative: code === 'CL',
  }),
);

/**
 * Code, Korean name, English name, places shown, won per point and contract. They trade day and night, in won, without
 * an expiry: a tick of them is worth 1,000, 500 and 500 won.
 */
const indexContracts: readonly (readonly [...Row, multiplier: string])[] = [
  ['M100', '마루 지수 100', 'Maru Index 100', '0.50', '2000'],
  ['M50', '마루 지수 50', 'Maru Index 50', '0.10', '5000'],
  ['M25', '마루 지수 25', 'Maru Index 25', '0.05', '10000'],
];

const indexTerms: Common = { kind: 'INDEX', hours: alwaysOpen, currency: 'KRW', roundTypes: ALL_TYPES };

const indices = indexContracts.map(
  ([code, koName, enName, tick, multiplier], place): Instrument => ({
    ...instrument(401 + place, indexTerms, [code, koName, enName, tick]),
    multiplier: qty(multiplier),
  }),
);

export const instruments: readonly Instrument[] = [
  ...coins,
  ...currencies,
  ...shares,
  ...futures,
  ...indices,
].map((each) => ({ ...each, nicknames: nicknames[each.code] ?? [] }));
