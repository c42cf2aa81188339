// Copy trading for tests: a trader, a follow with a copy and its records, and a server that answers about them.
import type { ReceivedReply } from '@maru/client/call';
import { manualTimers } from '@maru/client/manual-timers';
import { followers, followResult, myTraders } from '@maru/contract/copytrade/follows';
import { copyHistory, leadHistory, openLeads, shareHistory } from '@maru/contract/copytrade/history';
import { type myTrader, trader, traderLeads, traderList } from '@maru/contract/copytrade/traders';
import type {
  CopyPosition,
  CopyRecord,
  TraderCard,
  TraderStatistics,
  WireFollow,
  WireFollower,
} from '@maru/contract/copytrade/wire';
import { type CopyPush, type FuturesPush, playerQueues } from '@maru/contract/realtime';
import { act } from '@testing-library/react';
import { answerFutures, positionOf } from './futures-double.ts';
import { START, tradedBitcoin, tradedEther } from './futures-market-double.ts';
import { openScreen } from './screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from './server-double.ts';

const DAY = 86_400_000;

export const statisticsOf = (figures: Partial<TraderStatistics> = {}): TraderStatistics => ({
  ...{ asOfMillis: START - 3_600_000, return7: 4.1, return30: 42.86, return90: 61.2, returnAll: 118.4 },
  ...{ maxDrawdown30: 12.4, maxDrawdown: 21.75, winRate30: 68.2, winRate: 64.1, trades30: 44, trades: 412 },
  ...{
    profitLossRatio: 1.84,
    sharpe: 2.31,
    averageLeverage: 11.2,
    averageHoldingMs: 5 * 3_600_000 + 600_000,
  },
  ...{ lastLiquidationMillis: null, followerProfit30: '2184.612', followerProfit: '48210.4' },
  ...{ followerReturn30: 7.29, followersInProfit: 60, worstFollower: '-41.2', followerCapital: '28410' },
  ...{ averageSlippage30: 0.06, copied30: 812, missed30: 96 },
  ...figures,
});

export const cardOf = (card: Partial<TraderCard> = {}): TraderCard => ({
  ...{ traderId: 31, nick: '결따라', intro: '추세가 꺾일 때만 들어갑니다.', status: 'ACTIVE' as const },
  ...{ isAccepting: true, isFull: false, followers: 87, quota: 100, shareRate: '0.1' },
  ...{ pairs: [tradedBitcoin.id, tradedEther.id], sinceMillis: START - 213.5 * DAY },
  spark: [0, 4, 2, 9, 18, 31, 42.86],
  statistics: statisticsOf(),
  ...card,
});

export type TraderPage = ReceivedReply<typeof trader>;

export const traderPage = (page: Partial<TraderPage> = {}): TraderPage => ({
  ...cardOf(),
  curve: Array.from({ length: 40 }, (_, day) => ({
    date: new Date(START - (39 - day) * DAY).toISOString().slice(0, 10),
    returnPercent: day * 1.5 - (day % 7),
    drawdownPercent: -(day % 7),
  })),
  open: [
    {
      ...{ futuresTraderOrderId: 71, futuresOptionId: tradedBitcoin.id, stock: 'BTCUSDT', tradeType: 'LONG' },
      ...{ leverage: 10, marginType: 'CROSS', entryPrice: '95165', openedMillis: START - 7_200_000 },
    },
  ],
  ...page,
});

/** 0.044 BTC at 95,197.7, ten times: a margin of 418.87. */
const copyOf = (copy: Partial<CopyPosition> = {}): CopyPosition => ({
  ...{ traderFollowerId: 9, futuresFollowerOrderId: 41, futuresTraderOrderId: 71 },
  ...{ futuresOptionId: tradedBitcoin.id, stock: 'BTCUSDT', qty: '0.044', margin: '418.87' },
  ...{ traderEntryPrice: '95165', openedMillis: START - 7_200_000 },
  position: positionOf({ qty: '0.044', entryPrice: '95197.7', leverage: 10, entryFee: '3.35' }),
  ...copy,
});

export const followOf = (follow: Partial<WireFollow> = {}): WireFollow => ({
  ...{ traderFollowerId: 9, traderId: 31, traderNick: '느린손', state: 'ACTIVE' as const },
  ...{ followStock: [tradedBitcoin.id], multiplyPer: 50, maxBet: '1000', oneMaxBet: '500', isPaused: false },
  ...{ maxLeverage: 10, lossLimit: '200', entryGuard: '0.005', exitGuard: '0.008', shareRate: '0.1' },
  ...{ total: '68.0234', shared: '5.562', due: '1.24034', net: '62.4614', usedMargin: '418.87' },
  ...{ averageInvested: '840', copied: 18, missed: 5, startedMillis: START - 29 * DAY, endedMillis: null },
  ...{ endedBy: null, waived: '0', copies: [copyOf()] },
  ...follow,
});

const nothing = { futuresFillId: null, qty: null, price: null, slippage: null, fee: null, net: null };

export const missedOf = (record: Partial<CopyRecord> = {}): CopyRecord => ({
  ...nothing,
  ...{ id: 501, traderFollowerId: 9, kind: 'OPEN', cause: 'LEAD', status: 'MISSED' },
  ...{ futuresOptionId: tradedBitcoin.id, stock: 'BTCUSDT', tradeType: 'LONG', traderPrice: '95165' },
  ...{ reason: 'SLIPPAGE', found: '0.0062', allowed: '0.005', detail: null, sizing: null },
  atMillis: START - 60_000,
  ...record,
});

/** Half of 837.74 within every limit: 418.87 × 10 ÷ 95,197.7 is 0.044 BTC. */
export const filledOf = (record: Partial<CopyRecord> = {}): CopyRecord => ({
  ...missedOf(),
  ...{ id: 499, status: 'FILLED', reason: null, found: null, allowed: null, futuresFillId: 6_400 },
  ...{ qty: '0.044', price: '95197.7', slippage: 0.03, fee: '3.35', net: '0' },
  sizing: {
    ...{ traderMargin: '838', multiplyPer: 50, maxBet: '1000', oneMaxBet: '500', guard: '0.005' },
    ...{ qtyStep: '0.001', qtyLeast: '0.001', notionalLeast: '5', feeRate: '0.0008' },
    ...{ used: '0', available: '2000', leverage: 10 },
  },
  ...record,
});

export type FollowResult = ReceivedReply<typeof followResult>;

export const resultOf = (result: Partial<FollowResult> = {}): FollowResult => ({
  ...{ asOfMillis: START, net: '62.4614', averageInvested: '840', minePercent: 7.29, traderPercent: 12.9 },
  days: [
    { date: '2023-10-17', mine: 0, trader: 0 },
    { date: '2023-11-01', mine: -1.2, trader: 3.1 },
    { date: '2023-11-15', mine: 7.29, trader: 12.9 },
  ],
  causes: [
    { cause: 'SLIPPAGE', points: -2.41 },
    { cause: 'SIZE', points: -1.62 },
    { cause: 'FEES', points: -0.84 },
    { cause: 'SHARE', points: -0.74 },
  ],
  ...{ entrySlippage: 0.18, exitSlippage: 0.31, fees: '7.05', funding: '-0.4', copied: 18, missed: 5 },
  ...result,
});

export type PastLeads = ReceivedReply<typeof traderLeads>;

/** One trade of the trader: opened at 90,000 with a margin of 1,000 at ten times, closed whole at 99,000. */
export const leadsOf = (leads: Partial<PastLeads> = {}): PastLeads => {
  const lead = {
    ...{ futuresOptionId: tradedBitcoin.id, tradeType: 'LONG' as const, leverage: 10, funding: '0' },
    ...{ marginType: 'CROSS' as const, isLiquidation: false },
  };
  return {
    ...{ fromMillis: START - 30 * DAY, asOfMillis: START, isCut: false, averageSlippage: 0 },
    content: [
      {
        ...lead,
        kind: 'OPEN',
        price: '90000',
        margin: '1000',
        closed: '0',
        of: '0',
        atMillis: START - 5 * DAY,
      },
      {
        ...lead,
        kind: 'CLOSE',
        price: '99000',
        margin: '0',
        closed: '0.1',
        of: '0.1',
        atMillis: START - 4 * DAY,
      },
    ],
    terms: [
      {
        ...{ futuresOptionId: tradedBitcoin.id, stock: 'BTCUSDT', qtyStep: '0.001', qtyLeast: '0.001' },
        ...{ notionalLeast: '5', feeRate: '0.0008', leverageMost: 125, entryGuard: '0.005' },
        tiers: [{ cap: '1000000', leverageMost: 125 }],
      },
    ],
    ...leads,
  };
};

export const followerOf = (follower: Partial<WireFollower> = {}): WireFollower => ({
  ...{ traderFollowerId: 9, nick: '솔*람', state: 'ACTIVE' as const, isPaused: false, maxBet: '1000' },
  ...{ usedMargin: '418.87', net: '61.2', shared: '5.56', copied: 18, missed: 5 },
  startedMillis: START - 29 * DAY,
  ...follower,
});

export const pageOf = <Item>(content: readonly Item[]) => ({
  ...{ content, page: 0, size: 20, totalElements: content.length, totalPages: content.length === 0 ? 0 : 1 },
});

export type OpenLeads = ReceivedReply<typeof openLeads>;

/** 0.134 BTC of the trader, 0.412 of 31 among 35 followers. */
export const openLeadsOf = (copied: Partial<OpenLeads['content'][number]['copied']> = {}): OpenLeads => ({
  content: [
    {
      position: positionOf({ id: 71, qty: '0.134', entryPrice: '95165', leverage: 10, entryFee: '10.2' }),
      copied: {
        ...{ followers: 35, joined: 31, waiting: 0, averageSlippage: 0.06, qty: '0.412' },
        missed: [
          { reason: 'CAP', count: 3 },
          { reason: 'BALANCE', count: 1 },
        ],
        ...{ entryValue: '39221.4524', entryFee: '31.377', funding: '0' },
        ...copied,
      },
    },
  ],
});

export const ownTrader: NonNullable<ReceivedReply<typeof myTrader>['trader']> = {
  ...{ status: 'ACTIVE', isAccepting: true, quota: 50, shareRate: '0.1', followStock: [tradedBitcoin.id] },
  ...{ intro: '천천히', sinceMillis: START - 90 * DAY, followers: 35, isHeld: false, mayFollowMillis: null },
};

type Application = NonNullable<ReceivedReply<typeof myTrader>['application']>;

export const applicationOf = (status: Application['status'], reason: string | null = null): Application => ({
  ...{ id: 3, followStock: [tradedBitcoin.id], shareRate: '0.1', intro: '', askedMillis: START },
  ...{ decidedMillis: null, status, reason },
});

/** Makes a server answer about copy trading; the answer of a call can be changed afterwards. */
function answerCopytrade(server: ServerDouble): void {
  answerFutures(server, { positions: [] });
  server.answer(traderList, () => ({ reply: pageOf([cardOf()]) }));
  server.answer(trader, () => ({ reply: traderPage() }));
  server.answer(traderLeads, () => ({ reply: leadsOf() }));
  server.answer(leadHistory, () => ({ reply: pageOf([]) }));
  server.answer(followResult, () => ({ reply: resultOf() }));
  server.answer(copyHistory, () => {
    const status = server.asked.findLast(({ path }) => path === copyHistory.path)?.query['statusStrs'];
    return { reply: pageOf(status === 'FILLED' ? [filledOf()] : [missedOf()]) };
  });
  server.answer(openLeads, () => ({ reply: openLeadsOf() }));
  server.answer(followers, () => ({ reply: pageOf([followerOf()]) }));
  server.answer(shareHistory, () => ({
    reply: {
      ...pageOf([
        {
          ...{ id: 81, traderFollowerId: 9, nick: '솔*람', kind: 'DAILY', share: '5.562', total: '55.62' },
          ...{ shared: '5.562', waived: '0', atMillis: START - DAY },
        },
      ]),
      totals: { paid30: '120.5', paid: '410.25', due: '12.4034' },
    },
  }));
}

interface Visit {
  readonly signedIn?: boolean;
  readonly follows?: readonly WireFollow[];
  /** Changes answers before the page is opened. */
  readonly prepare?: (server: ServerDouble) => void;
}

/** The whole app at a page of copy trading, with manual time and the live connection open. */
export async function openCopytrade(path: string, { signedIn = true, follows = [], prepare }: Visit = {}) {
  const timers = manualTimers(START);
  const server = serverDouble({ timers, ...(signedIn ? { storage: storedTokens() } : {}) });
  answerCopytrade(server);
  server.answer(myTraders, () => ({ reply: { content: follows } }));
  prepare?.(server);
  const screen = openScreen(path, { signedIn, server });
  const pass = (durationMs: number) => act(() => timers.pass(durationMs));
  await pass(50);
  let seq = 100;
  return {
    ...screen,
    server,
    pass,
    /** `rest`: what coin futures say of the same event. */
    pushCopy: (type: string, copy?: CopyPush, rest: Partial<FuturesPush> = {}) =>
      act(async () =>
        server.push(playerQueues.futures, {
          ...{
            type,
            seq: ++seq,
            at: timers.now(),
            data: { orders: [], positions: [], fills: [], ...(copy && { copy }), ...rest },
          },
        }),
      ),
  };
}
