// Coin futures for tests: what a member holds, and a server that answers about it.
import { manualTimers } from '@maru/client/manual-timers';
import { myWallets } from '@maru/contract/account/calls';
import {
  amendFuturesOrder,
  cancelFuturesOrder,
  cancelFuturesOrders,
  placeFuturesOrder,
  setFuturesLeverage,
  setFuturesMarginType,
  setFuturesTpsl,
} from '@maru/contract/futures/calls';
import {
  futuresAccounts,
  lastFuturesLeverage,
  openFuturesOrders,
  openFuturesPositions,
} from '@maru/contract/futures/history';
import { futuresOptions, type WireFuturesOption } from '@maru/contract/futures/instruments';
import type {
  WireFuturesCross,
  WireFuturesFill,
  WireFuturesLeverage,
  WireFuturesOrder,
  WireFuturesPosition,
} from '@maru/contract/futures/wire';
import { keyValue, klines, stockChart, tickerStatistics } from '@maru/contract/market';
import {
  type FuturesPush,
  type FuturesPushType,
  playerQueues,
  type TickPush,
  tickTopic,
  topics,
} from '@maru/contract/realtime';
import { act } from '@testing-library/react';
import { START, tradedBitcoin, tradedEther } from './futures-market-double.ts';
import { openScreen } from './screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from './server-double.ts';
import type { Device } from './shell/device/device.tsx';

/** A decimal text as the whole number of 1e-8 units that a fraction of the wire is made of. */
const unitsOf = (text: string): string => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(8, '0')}`).toString();
};

export function positionOf(position: Partial<WireFuturesPosition> = {}): WireFuturesPosition {
  const entryPrice = position.entryPrice ?? '95000';
  return {
    id: 41,
    futuresOptionId: tradedBitcoin.id,
    stock: tradedBitcoin.stock,
    walletType: 'FUTURES',
    tradeType: 'LONG',
    qty: '0.25',
    entrySum: unitsOf(entryPrice),
    entryOver: '1',
    entryPrice,
    leverage: 20,
    marginType: 'CROSS',
    margin: '0',
    funding: '0',
    entryFee: '19',
    liquidPrice: '46012.1',
    warnedMillis: null,
    createdMillis: START - 5_000_000,
    ...position,
  };
}

export const orderOf = (order: Partial<WireFuturesOrder> = {}): WireFuturesOrder => ({
  id: 51 * 32,
  futuresOptionId: tradedBitcoin.id,
  stock: tradedBitcoin.stock,
  walletType: 'FUTURES',
  tradeType: 'LONG',
  marketType: 'LIMIT',
  status: 'OPEN',
  qty: '0.1',
  price: '95000',
  stopPrice: null,
  isMark: false,
  fires: null,
  reduceOnly: false,
  postOnly: false,
  leverage: 20,
  marginType: 'CROSS',
  takeProfit: null,
  stopLoss: null,
  isMarkTp: false,
  isMarkSl: false,
  futuresPositionId: null,
  trailing: null,
  cost: '482.6',
  cancelReason: null,
  createdMillis: START - 60_000,
  ...order,
});

/** An exit of `positionOf()`. */
export const exitOf = (order: Partial<WireFuturesOrder> = {}): WireFuturesOrder =>
  orderOf({
    id: 52 * 32,
    tradeType: 'SHORT',
    marketType: 'TAKEPROFIT',
    status: 'WAITING',
    qty: null,
    price: null,
    stopPrice: '97000',
    fires: 'AT_OR_ABOVE',
    reduceOnly: true,
    futuresPositionId: 41,
    cost: '0',
    ...order,
  });

export const fillOf = (fill: Partial<WireFuturesFill> = {}): WireFuturesFill => ({
  id: 61 * 32,
  orderId: 61 * 32,
  futuresOptionId: tradedBitcoin.id,
  stock: tradedBitcoin.stock,
  walletType: 'FUTURES',
  currency: 'USDT',
  contractType: 'LINEAR',
  tradeType: 'LONG',
  marketType: 'MARKET',
  qty: '0.25',
  price: '95482.4',
  leverage: 20,
  marginType: 'CROSS',
  openedQty: '0.25',
  closedQty: '0',
  closedPositionId: null,
  entryPrice: null,
  openedMillis: null,
  pnl: '0',
  coinPnl: null,
  roe: null,
  funding: '0',
  fee: '19.09648',
  entryFee: '0',
  exitFee: '0',
  liquidationFee: '0',
  insured: '0',
  net: '0',
  isAfterGap: false,
  createdMillis: START,
  ...fill,
});

export const crossOf = (cross: Partial<WireFuturesCross> = {}) => ({
  wallet: 'FUTURES',
  currency: 'USDT',
  places: 8,
  playerPoint: '12405.2219',
  markPnl: '0',
  minusFundingFee: '0',
  equity: '12405.2219',
  maintenance: '0',
  available: '12405.2219',
  ratio: '0',
  ...cross,
});

const tickOf = (tick: Partial<TickPush> = {}): TickPush => ({
  stock: tradedBitcoin.stock,
  lastPrice: '95482.3',
  bid: '95482.2',
  ask: '95482.4',
  markPrice: '95479.6',
  priceChangePercent: 1.28,
  time: START,
  ...tick,
});

export interface Held {
  readonly instruments?: readonly WireFuturesOption[];
  readonly positions?: readonly WireFuturesPosition[];
  readonly orders?: readonly WireFuturesOrder[];
  readonly leverages?: readonly WireFuturesLeverage[];
  /** Free money of the wallet. */
  readonly free?: string;
  /** The one of `free` without it. */
  readonly wallets?: readonly ReturnType<typeof crossOf>[];
}

const levels = (first: number, step: number) =>
  [3.053, 1.641, 1.32, 0.983, 1.54, 1.49].map((size, place) => [
    (first + step * place).toFixed(1),
    String(size),
  ]);

/** Makes a server answer about coin futures; the answer of a call can be changed afterwards. */
export function answerFutures(
  server: ServerDouble,
  {
    instruments = [tradedBitcoin, tradedEther],
    positions = [],
    orders = [],
    leverages = [],
    free = '12405.2219',
    wallets = [crossOf({ playerPoint: free, equity: free, available: free })],
  }: Held = {},
): void {
  const wallet = { type: 'FUTURES', currency: 'USDT', point: free, gameWaitPoint: '0' };
  server.answer(myWallets, () => ({
    reply: {
      BINARY: { type: 'BINARY', currency: 'KRW', point: '10000000', gameWaitPoint: '0' },
      FUTURES: wallet,
    },
  }));
  server.answer(futuresOptions, () => ({ reply: instruments }));
  server.answer(klines, () => ({ reply: {} }));
  server.answer(stockChart, () => ({ reply: [] }));
  server.answer(tickerStatistics, () => ({
    reply: [
      {
        stock: tradedBitcoin.stock,
        lastPrice: '95482.3',
        markPrice: '95479.6',
        bidPrice: '95482.2',
        askPrice: '95482.4',
        openPrice: '94277.5',
        highPrice: '95700',
        lowPrice: '94100',
        prevClosePrice: '94277.5',
        priceChange: '1204.8',
        priceChangePercent: 1.28,
        volume: 4_128,
        time: START,
      },
    ],
  }));
  // The double cannot see the query: it answers prices only where the instrument list is open.
  server.answer(keyValue, () => ({
    reply: {
      stock: tradedBitcoin.stock,
      time: START,
      asks: levels(95_482.4, 0.3),
      bids: levels(95_482.2, -0.3),
    },
  }));
  server.answer(openFuturesPositions, () => ({ reply: positions }));
  server.answer(openFuturesOrders, () => ({ reply: orders }));
  server.answer(lastFuturesLeverage, () => ({ reply: leverages }));
  server.answer(futuresAccounts, () => ({ reply: wallets }));
  server.answer(placeFuturesOrder, (asked) => {
    const isNow = asked['marketType'] === 'MARKET';
    const text = (name: string) => (asked[name] === undefined ? null : String(asked[name]));
    const order = orderOf({
      ...(asked as Partial<WireFuturesOrder>),
      qty: text('qty') ?? '0.1',
      price: text('price'),
      stopPrice: text('stopPrice'),
      status: isNow ? 'FILLED' : text('stopPrice') === null ? 'OPEN' : 'WAITING',
      takeProfit: null,
      stopLoss: null,
    });
    return { reply: { ...order, fills: isNow ? [fillOf()] : [], wallet } };
  });
  server.answer(amendFuturesOrder, ({ id, price, stopPrice }) => {
    const order = orders.find((each) => each.id === id) ?? orderOf();
    return {
      reply: {
        ...order,
        price: price === undefined ? order.price : String(price),
        stopPrice: stopPrice === undefined ? order.stopPrice : String(stopPrice),
      },
    };
  });
  server.answer(cancelFuturesOrder, ({ id }) => ({ reply: { cancelled: [id] } }));
  server.answer(cancelFuturesOrders, () => ({ reply: { cancelled: orders.map(({ id }) => id) } }));
  server.answer(setFuturesTpsl, () => ({ reply: { orders: [], cancelled: [] } }));
  const setting = (asked: Readonly<Record<string, unknown>>) => ({
    reply: {
      futuresOptionId: asked['futuresOptionId'],
      stock: tradedBitcoin.stock,
      leverage: asked['leverage'] ?? 20,
      marginType: asked['marginType'] ?? 'CROSS',
      position: null,
      orders: [],
    },
  });
  server.answer(setFuturesLeverage, setting);
  server.answer(setFuturesMarginType, setting);
}

interface Visit extends Held {
  readonly signedIn?: boolean;
  readonly openAudio?: Device['openAudio'];
  readonly at?: number;
  readonly confirmOrders?: boolean;
  readonly isWide?: boolean;
  /** Changes answers before the page is opened. */
  readonly prepare?: (server: ServerDouble) => void;
}

/** The whole app at a page of coin futures, with manual time and the live connection open. */
export async function openFutures(
  path: string,
  {
    signedIn = true,
    at = START,
    openAudio,
    confirmOrders = false,
    isWide = false,
    prepare,
    ...held
  }: Visit = {},
) {
  const timers = manualTimers(at);
  const server = serverDouble({ timers, ...(signedIn ? { storage: storedTokens() } : {}) });
  answerFutures(server, held);
  prepare?.(server);
  const screen = openScreen(path, {
    signedIn,
    server,
    isWide,
    ...(openAudio === undefined ? {} : { openAudio }),
  });
  screen.device.preferences.change({ confirmOrders });
  const pass = (durationMs: number) => act(() => timers.pass(durationMs));
  await pass(50);
  let seq = 100;
  const push = (type: FuturesPushType, data: Partial<FuturesPush>, isState = false) =>
    act(async () =>
      server.push(playerQueues.futures, {
        type,
        ...(isState ? {} : { seq: ++seq }),
        at: timers.now(),
        data: { orders: [], positions: [], fills: [], ...data },
      }),
    );
  return {
    ...screen,
    server,
    timers,
    pass,
    /** A tick of one instrument, on its own topic and on that of all prices. */
    tick: (tick: Partial<TickPush> = {}) =>
      act(async () => {
        const full = tickOf({ time: timers.now(), ...tick });
        server.push(tickTopic(full.stock), full);
        const { stock, lastPrice, markPrice, priceChangePercent } = full;
        server.push(topics.futuresPrices.destination, {
          [stock]: { lastPrice, markPrice, priceChangePercent },
        });
      }),
    /** What the server pushes to the member about orders, positions and fills. */
    pushTrade: push,
    pushCross: (cross: Partial<WireFuturesCross>) =>
      act(async () => {
        const { currency: _currency, places: _places, ...data } = crossOf(cross);
        server.push(playerQueues.cross, { type: 'FUTURES_CROSS', at: timers.now(), data });
      }),
  };
}
