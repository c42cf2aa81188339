// Overseas futures for tests: an instrument with its terms, and what a member holds in it.
import { manualTimers } from '@maru/client/manual-timers';
import { klines, stockChart, tickerStatistics } from '@maru/contract/market';
import {
  cancelOverseaOrder,
  cancelOverseaOrders,
  dailyProfit,
  openOverseaOrders,
  openOverseaPositions,
  overnights,
  overseaHistory,
  overseaRealised,
  placeOverseaOrder,
  setOvernight,
  setOverseaTpsl,
  type WireOverseaFill,
  type WireOverseaOrder,
  type WireOverseaPosition,
} from '@maru/contract/oversea/calls';
import { orderGuard, setOrderGuard, type WireOrderGuard } from '@maru/contract/oversea/guard';
import { overseaOptions, type WireOverseaOption } from '@maru/contract/oversea/instruments';
import type { WireOverseaTerms } from '@maru/contract/oversea/terms';
import { type OverseaCross, playerQueues, type QueuePushes, topics } from '@maru/contract/realtime';
import { amount, toDecimal } from '@maru/engine/amount';
import { netOfFill, shareOf } from '@maru/engine/oversea/net-profit';
import { act } from '@testing-library/react';
import type { DailyRow } from './oversea/history/profit-days.ts';
import { openScreen } from './screen-double.tsx';
import { hangSeng, nasdaq, type ServerDouble, serverDouble, storedTokens } from './server-double.ts';
import type { Device } from './shell/device/device.tsx';

/** 11월 14일 22:00 in Korea, a Tuesday whose session runs until 07:00. */
export const START = Date.UTC(2023, 10, 14, 13, 0);
const SESSION_END = Date.UTC(2023, 10, 14, 22, 0);

export const termsOf = (terms: Partial<WireOverseaTerms> = {}): WireOverseaTerms => ({
  walletType: 'BINARY',
  walletCurrency: 'KRW',
  walletPlaces: 0,
  rate: '1380',
  rateSinceMillis: START - 3_600_000,
  entryMargin: '650000',
  overnightMargin: '1950000',
  commission: '3500',
  contractsMost: 30,
  playerContractsMost: 60,
  lossCutRate: '0.2',
  staleMillis: 5_000,
  mayBeNegative: false,
  mode: 'NORMAL',
  session: {
    tradeDate: '2023-11-14',
    opensMillis: START - 14 * 3_600_000,
    closesMillis: SESSION_END,
    endsMillis: SESSION_END,
    isLastTradingDay: false,
  },
  tradeDay: {
    tradeDate: '2023-11-14',
    stretches: [{ opensMillis: START - 14 * 3_600_000, closesMillis: SESSION_END }],
  },
  month: '2023-12',
  lastTradingDate: '2023-12-15',
  ...terms,
});

/** 나스닥: a tick of 0.25 is worth 6,900 won. */
export const tradedNasdaq: WireOverseaOption = { ...nasdaq, terms: termsOf() };
const closedHangSeng: WireOverseaOption = { ...hangSeng, terms: termsOf({ session: null }) };

/** A decimal text as the whole number of 1e-8 units that a fraction of the wire is made of. */
const unitsOf = (text: string): string => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(8, '0')}`).toString();
};

export function positionOf(position: Partial<WireOverseaPosition> = {}): WireOverseaPosition {
  const entryPrice = position.entryPrice ?? '25401.25';
  return {
    id: 41,
    overseaOptionId: nasdaq.id,
    stock: nasdaq.stock,
    tradeType: 'LONG',
    qty: 3,
    entrySum: unitsOf(entryPrice),
    entryOver: '1',
    entryPrice,
    margin: '1950000',
    entryCommission: '10500',
    tpTick: 0,
    slTick: 0,
    tpPrice: null,
    slPrice: null,
    isOvernight: false,
    heldFor: '2023-11-14',
    createdMillis: START - 5_000_000,
    ...position,
  };
}

export const orderOf = (order: Partial<WireOverseaOrder> = {}): WireOverseaOrder => ({
  id: 51,
  overseaOptionId: nasdaq.id,
  stock: nasdaq.stock,
  tradeType: 'LONG',
  marketType: 'LIMIT',
  status: 'OPEN',
  qty: 2,
  price: '25390',
  fires: null,
  reduceOnly: false,
  tpTick: null,
  slTick: null,
  margin: '1300000',
  cancelReason: null,
  createdMillis: START - 60_000,
  ...order,
});

export const NOTHING_REALISED = {
  dateMillis: 0,
  trades: 0,
  wins: 0,
  gross: '0',
  commission: '0',
  net: '0',
};

/** Closing costs what opening cost, unless given; the net follows from the rest. */
export function fillOf(fill: Partial<WireOverseaFill> = {}): WireOverseaFill {
  const made = {
    id: 61 * 32,
    orderId: 61,
    overseaOptionId: nasdaq.id,
    stock: nasdaq.stock,
    tradeType: 'SHORT',
    marketType: 'MARKET',
    forcedReason: null,
    qty: 3,
    price: '25412.25',
    openedQty: 0,
    closedQty: 3,
    entryPrice: '25401.25',
    openedMillis: START - 5_000_000,
    pnl: '910800',
    commission: '10500',
    rate: '1380',
    currency: 'KRW',
    tradeDate: '2023-11-14',
    isAfterGap: false,
    createdMillis: START,
    ...fill,
  } as const;
  return { ...made, ...netPartsOf(made) };
}

type NetParts = Pick<WireOverseaFill, 'entryCommission' | 'exitCommission' | 'net'>;

/** Computed like the server does: with the engine's own function. */
function netPartsOf(
  fill: Pick<WireOverseaFill, 'qty' | 'closedQty' | 'pnl' | 'commission'> & Partial<NetParts>,
): NetParts {
  const { qty, closedQty } = fill;
  const share = shareOf(amount(fill.commission), { part: closedQty, of: qty }, amount('1'));
  const paid = (given: string | undefined) => (given === undefined ? share : amount(given));
  const { entryCommission, exitCommission, net } = netOfFill({
    closedQty,
    pnl: amount(fill.pnl),
    entryCommission: paid(fill.entryCommission),
    exitCommission: paid(fill.exitCommission),
  });
  return {
    entryCommission: toDecimal(entryCommission),
    exitCommission: toDecimal(exitCommission),
    net: toDecimal(net),
  };
}

export const crossOf = (cross: Partial<OverseaCross> = {}): OverseaCross => ({
  playerPoint: '8050000',
  playerGameWaitPoint: '1950000',
  lastPnl: '952200',
  losscut: '390000',
  equity: '10952200',
  ...cross,
});

/** The result of one trade date on one instrument. */
export const dayOf = (day: Partial<DailyRow> = {}): DailyRow => ({
  tradeDate: '2023-11-14',
  overseaOptionId: nasdaq.id,
  stock: nasdaq.stock,
  closedQty: 3,
  trades: 1,
  wins: 1,
  heldMillis: 860_000,
  gross: '910800',
  commission: '21000',
  net: '889800',
  losscuts: 0,
  currency: 'KRW',
  isFinal: true,
  ...day,
});

export const pageOf = <Item>(content: readonly Item[]) => ({
  content,
  page: 0,
  size: 20,
  totalElements: content.length,
  totalPages: 1,
});

export interface Held {
  readonly instruments?: readonly WireOverseaOption[];
  readonly positions?: readonly WireOverseaPosition[];
  readonly orders?: readonly WireOverseaOrder[];
  readonly fills?: readonly WireOverseaFill[];
  /** The order guard of the account, as the server stores it. */
  readonly guard?: WireOrderGuard | null;
}

const wallet = { type: 'BINARY', currency: 'KRW', point: '8050000', gameWaitPoint: '1950000' };

/** Makes a server answer about overseas futures; the answer of a call can be changed afterwards. */
export function answerOversea(
  server: ServerDouble,
  {
    instruments = [tradedNasdaq, closedHangSeng],
    positions = [],
    orders = [],
    fills = [],
    guard = null,
  }: Held = {},
): void {
  const theirs = (id: unknown) => positions.find((position) => position.id === id) ?? positionOf();
  server.answer(overseaOptions, () => ({ reply: instruments }));
  server.answer(klines, () => ({ reply: {} }));
  server.answer(stockChart, () => ({ reply: [] }));
  server.answer(tickerStatistics, () => ({ reply: [] }));
  server.answer(openOverseaPositions, () => ({ reply: positions }));
  server.answer(openOverseaOrders, () => ({ reply: orders }));
  let storedGuard = guard;
  server.answer(orderGuard, () => ({ reply: { guard: storedGuard } }));
  server.answer(setOrderGuard, (body) => {
    storedGuard = (body['guard'] ?? null) as WireOrderGuard | null;
    return { reply: { guard: storedGuard } };
  });
  server.answer(overseaHistory, () => ({ reply: pageOf(fills) }));
  server.answer(dailyProfit, () => ({ reply: pageOf([]) }));
  server.answer(overseaRealised, () => ({ reply: NOTHING_REALISED }));
  server.answer(overnights, () => ({ reply: { positions: [], needed: '0', equity: '10952200' } }));
  server.answer(placeOverseaOrder, ({ overseaOptionId, tradeType, marketType, qty, price }) => {
    const asked = { overseaOptionId, tradeType, marketType, qty, margin: '0' } as Partial<WireOverseaOrder>;
    const isNow = marketType === 'MARKET';
    const order = orderOf({
      ...asked,
      price: isNow ? null : String(price),
      status: isNow ? 'FILLED' : 'OPEN',
    });
    return { reply: { ...order, fill: isNow ? fillOf(asked as Partial<WireOverseaFill>) : null, wallet } };
  });
  server.answer(cancelOverseaOrder, ({ id }) => ({ reply: { cancelled: [id], wallet } }));
  server.answer(cancelOverseaOrders, () => ({ reply: { cancelled: orders.map(({ id }) => id), wallet } }));
  server.answer(setOverseaTpsl, ({ overseaPositionId, tpTick, slTick }) => ({
    reply: { ...theirs(overseaPositionId), tpTick, slTick },
  }));
  server.answer(setOvernight, ({ overseaPositionId, isActive }) => ({
    reply: { ...theirs(overseaPositionId), isOvernight: isActive },
  }));
}

interface Visit extends Held {
  readonly signedIn?: boolean;
  readonly openAudio?: Device['openAudio'];
  readonly at?: number;
  readonly isWide?: boolean;
}

/** The whole app at a page of overseas futures, with manual time and the live connection open. */
export async function openOversea(
  path: string,
  { signedIn = true, at = START, isWide = false, openAudio, ...held }: Visit = {},
) {
  const timers = manualTimers(at);
  const server = serverDouble({ timers, ...(signedIn ? { storage: storedTokens() } : {}) });
  answerOversea(server, held);
  const screen = openScreen(path, {
    signedIn,
    server,
    isWide,
    ...(openAudio === undefined ? {} : { openAudio }),
  });
  const pass = (durationMs: number) => act(() => timers.pass(durationMs));
  await pass(50);
  let seq = 100;
  return {
    ...screen,
    server,
    timers,
    pass,
    price: (stock: string, lastPrice: string) =>
      act(async () =>
        server.push(topics.futuresPrices.destination, {
          [stock]: { lastPrice, markPrice: lastPrice, priceChangePercent: 0.82 },
        }),
      ),
    /** What the server pushes to the member about orders, positions and fills. */
    pushTrade: (
      type: QueuePushes['oversea']['type'],
      data: {
        readonly orders?: readonly WireOverseaOrder[];
        readonly positions?: readonly WireOverseaPosition[];
        readonly fills?: readonly WireOverseaFill[];
      },
    ) =>
      act(async () =>
        server.push(playerQueues.oversea, {
          type,
          seq: ++seq,
          at: timers.now(),
          data: { orders: [], positions: [], fills: [], ...data },
        }),
      ),
    /** Another device of the member has changed the guard. */
    pushGuard: (guard: WireOrderGuard | null) =>
      act(async () =>
        server.push(playerQueues.oversea_cross, { type: 'ORDER_GUARD', at: timers.now(), data: { guard } }),
      ),
    pushCross: (cross: OverseaCross) =>
      act(async () =>
        server.push(playerQueues.oversea_cross, { type: 'OVERSEA_CROSS', at: timers.now(), data: cross }),
      ),
  };
}
