// Coin futures for tests: two instruments with their terms.

import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { WireFuturesTerms } from '@maru/contract/futures/terms';
import { bitcoin } from './server-double.ts';

/** 11월 15일 13:47:16 in Korea: funding is due at 17:00. */
export const START = Date.UTC(2023, 10, 15, 4, 47, 16);
const FUNDED = Date.UTC(2023, 10, 15, 0);
const EIGHT_HOURS = 8 * 3_600_000;

/** docs/rules.md 3.9, the first three tiers. */
const TIERS: WireFuturesTerms['tiers'] = [
  { floor: '0', cap: '50000', leverageMost: 125, maintenanceRate: '0.004', deduction: '0' },
  { floor: '50000', cap: '250000', leverageMost: 100, maintenanceRate: '0.005', deduction: '50' },
  { floor: '250000', cap: '1000000', leverageMost: 50, maintenanceRate: '0.01', deduction: '1300' },
];

export const termsOf = (terms: Partial<WireFuturesTerms> = {}): WireFuturesTerms => ({
  contractType: 'LINEAR',
  walletType: 'FUTURES',
  walletCurrency: 'USDT',
  walletPlaces: 8,
  baseCurrency: 'BTC',
  quoteCurrency: 'USDT',
  tickSize: '0.1',
  qtyStep: '0.001',
  qtyLeast: '0.001',
  notionalLeast: '5',
  leverageMost: 125,
  tiers: TIERS,
  feeRate: '0.0008',
  liquidationFeeRate: '0.005',
  warnRatio: '0.8',
  leverageWithPosition: 'RAISE',
  staleMillis: 3_000,
  mode: 'NORMAL',
  fundingDueMillis: FUNDED,
  fundingIntervalMillis: EIGHT_HOURS,
  ...terms,
});

const optionOf = (option: Partial<WireFuturesOption>): WireFuturesOption => ({
  ...bitcoin,
  precision: 1,
  tickSize: '0.1',
  nextFundingMillis: FUNDED + EIGHT_HOURS,
  terms: termsOf(),
  ...option,
});

export const tradedBitcoin = optionOf({
  id: 201,
  lastPrice: '95482.3',
  markPrice: '95479.6',
  indexPrice: '95478.1',
  rateChange: 1.28,
});
export const tradedEther = optionOf({
  id: 202,
  stock: 'ETHUSDT',
  koName: '이더리움',
  enName: 'Ethereum',
  precision: 2,
  tickSize: '0.01',
  lastPrice: '3170.77',
  markPrice: '3170.7',
  rateChange: -0.92,
  terms: termsOf({ baseCurrency: 'ETH', tickSize: '0.01', qtyStep: '0.01', qtyLeast: '0.01' }),
});
