// Copy trading as the tests of its screens show it.
import { copyState, officeFollowers } from '@maru/contract/copytrade/office';
import { futuresOptions } from '@maru/contract/futures/instruments';
import { rightsOf } from '@maru/contract/staff/rights';
import { officeMe } from '@maru/contract/staff/sign-in';
import { type OfficeDouble, officeDouble, operator } from '../office-double.tsx';

export const MINUTE_MS = 60_000;

export const statistics = {
  ...{
    asOfMillis: Date.now() - 3 * MINUTE_MS,
    return7: 1.2,
    return30: 12.5,
    return90: null,
    returnAll: -3.25,
  },
  ...{ maxDrawdown30: 6.4, maxDrawdown: 18, winRate30: 61.5, winRate: 58, trades30: 42, trades: 310 },
  ...{ profitLossRatio: 1.4, sharpe: 1.1, averageLeverage: 7.5, averageHoldingMs: 5_400_000 },
  ...{
    lastLiquidationMillis: null,
    followerProfit30: '-120.5',
    followerProfit: '880',
    followerReturn30: -1.5,
  },
  ...{ followersInProfit: 3, worstFollower: '-77.1', followerCapital: '12000', averageSlippage30: 0.06 },
  ...{ copied30: 400, missed30: 12 },
};

export const state = {
  ...{
    traders: 2,
    follows: 9,
    detached: 1,
    pending: 0,
    oldestPendingMillis: null as number | null,
    copied: 120,
  },
  missed: [
    { reason: 'BALANCE', count: 2 },
    { reason: 'SLIPPAGE', count: 5 },
  ],
  ...{ delayMedianMs: 38, delayP99Ms: 1_240, sharedDate: '2026-11-17' as string | null },
  ...{ nextShareMillis: Date.parse('2026-11-19T00:10:00+09:00'), waitingApplications: 1 },
};

const option = {
  ...{ id: 1, stock: 'BTCUSDT', koName: '비트코인', enName: 'Bitcoin', nicknames: [], kind: 'CRYPTO' },
  ...{ currency: 'USDT', precision: 1, tickSize: '0.1', isPlay: 1, isStop: 0, isRest: 0, isOpen: 1 },
  ...{ nextOpenMillis: null, lastPrice: '100', rateChange: 0, markPrice: '100', indexPrice: '100' },
  ...{ fundingRate: '0', lastFundingRate: '0', nextFundingMillis: 0 },
};

const terms = {
  ...{ contractType: 'LINEAR', walletType: 'FUTURES', walletCurrency: 'USDT', walletPlaces: 8 },
  ...{ baseCurrency: 'BTC', quoteCurrency: 'USDT', tickSize: '0.1', qtyStep: '0.001', qtyLeast: '0.001' },
  ...{ notionalLeast: '5', leverageMost: 125, tiers: [], feeRate: '0.0005', liquidationFeeRate: '0.01' },
  ...{ warnRatio: '0.7', leverageWithPosition: 'RAISE', staleMillis: 5_000, mode: 'NORMAL' },
  ...{ fundingDueMillis: 0, fundingIntervalMillis: 28_800_000 },
};

/** Bitcoin and ether in USDT, and a contract whose money is the coin itself, which is not copied. */
const instruments = [
  { ...option, terms },
  { ...option, id: 2, stock: 'ETHUSDT', terms },
  { ...option, id: 3, stock: 'BTCUSD', terms: { ...terms, contractType: 'INVERSE', walletType: 'BTC' } },
];

export function copytradeOffice(): OfficeDouble {
  const office = officeDouble();
  office.on(copyState, { reply: state });
  office.on(futuresOptions, { reply: instruments });
  office.on(officeFollowers, { reply: { content: [], next: null } });
  return office;
}

export function asAuditor(office: OfficeDouble): void {
  office.on(officeMe, { reply: { ...operator, role: 'AUDITOR', level: 4, rights: rightsOf.AUDITOR } });
}
