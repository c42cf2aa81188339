// What a member of a drill does next, of every product: a random request with values that are mostly accepted. Amounts
// are made up here and judged by the platform alone, so plain numbers do.
import type { Dice } from './drill-dice.ts';
import { type MarketView, priceBeside } from './drill-market.ts';
import type { Member } from './drill-member.ts';

export interface Trading {
  readonly member: Member;
  readonly dice: Dice;
  readonly market: MarketView;
  /** Members whom others copy. */
  readonly traders: readonly number[];
  readonly isTrader: boolean;
  /** The newest request at the cashier that may still be cancelled. */
  lastRequest?: number;
}

interface Position {
  readonly id: number;
  readonly futuresOptionId: number;
  readonly overseaOptionId: number;
  readonly tradeType: 'LONG' | 'SHORT';
  readonly qty: string | number;
  readonly marginType: string;
  readonly entryPrice: string;
  readonly stock: string;
}

type Move = (trading: Trading) => Promise<void>;

const SIDES = ['LONG', 'SHORT'] as const;
const BALLS = ['NS_ODD', 'NS_EVEN', 'NS_UNDER', 'NS_OVER', 'NS_ODD_UNDER'] as const;

const refill: Move = async ({ member, dice }) => {
  const walletType = dice.pick(['BINARY', 'FUTURES', 'USDT'])!;
  const point = String(walletType === 'BINARY' ? dice.whole(1, 9) * 1_000_000 : dice.whole(1, 9) * 1_000);
  await member.command('/api/practice/refill', { walletType, point });
};

const bet: Move = async ({ member, dice, market }) => {
  const round = dice.pick(market.rounds());
  if (round === undefined) return;
  const type = round.type.startsWith('P') ? dice.pick(BALLS) : dice.pick(SIDES);
  const point = String(dice.whole(1, 5) * 5_000);
  await member.command('/api/trade/history/betting', { siteInfoId: 1, point, tradeRoundId: round.id, type });
};

const ballBet: Move = (trading) => {
  const { market } = trading;
  const rounds = () => market.rounds().filter(({ type }) => type.startsWith('P'));
  return bet({ ...trading, market: { ...market, rounds } });
};

const openFutures: Move = async ({ member, dice, market }) => {
  const option = dice.pick(market.futures());
  if (option === undefined) return;
  const tradeType = dice.pick(SIDES)!;
  const away = tradeType === 'LONG' ? -1 : 1;
  const isLimit = dice.share() < 0.4;
  const limit = { marketType: 'LIMIT', price: priceBeside(option, away * (0.001 + dice.share() / 50)) };
  const exits = {
    takeProfit: priceBeside(option, -away * (0.03 + dice.share() / 20)),
    stopLoss: priceBeside(option, away * 0.05),
  };
  await member.command('/api/futures/order', {
    futuresOptionId: option.id,
    tradeType,
    notional: String(dice.whole(15, 40) * 10),
    ...(isLimit ? limit : { marketType: 'MARKET' }),
    ...(dice.share() < 0.2 ? exits : {}),
  });
};

const positionsOf = async ({ member, dice }: Trading, product: string) =>
  dice.pick((await member.read<readonly Position[]>(`/api/${product}/history/open_position`)) ?? []);
const ordersOf = async ({ member, dice }: Trading, product: string) =>
  dice.pick((await member.read<readonly { id: number }[]>(`/api/${product}/history/open_order`)) ?? []);

const otherSide = (side: Position['tradeType']) => (side === 'LONG' ? 'SHORT' : 'LONG');

const closeFutures: Move = async (trading) => {
  const { member, dice, market, isTrader } = trading;
  const position = await positionsOf(trading, 'futures');
  if (position === undefined) return;
  const { id, futuresOptionId, tradeType, qty } = position;
  if (isTrader) {
    const closePrice = market.futures().find((each) => each.id === futuresOptionId)?.price;
    if (closePrice === undefined) return;
    await member.command('/api/futures/order/copytrade/close', {
      futuresTraderOrderId: id,
      closePrice: String(closePrice),
    });
    return;
  }
  if (dice.share() < 0.1) {
    await member.command('/api/futures/order/close_all', {});
    return;
  }
  await member.command('/api/futures/order', {
    ...{ futuresOptionId, qty, marketType: 'MARKET', reduceOnly: true },
    tradeType: otherSide(tradeType),
  });
};

const cancelFutures: Move = async (trading) => {
  const order = await ordersOf(trading, 'futures');
  if (order === undefined) return;
  const { member, dice } = trading;
  if (dice.share() < 0.2) await member.command('/api/futures/order/cancel_all', {});
  else await member.command('/api/futures/order/cancel', { id: order.id });
};

const setTerms: Move = async ({ member, dice, market }) => {
  const futuresOptionId = dice.pick(market.futures())?.id;
  if (futuresOptionId === undefined) return;
  const leverage = dice.whole(2, 20);
  const marginType = dice.pick(['CROSS', 'ISOLATED']);
  if (dice.share() < 0.5) await member.command('/api/futures/order/leverage', { futuresOptionId, leverage });
  else await member.command('/api/futures/order/margin_type', { futuresOptionId, marginType });
};

const changePosition: Move = async (trading) => {
  const { member, dice, market } = trading;
  const position = await positionsOf(trading, 'futures');
  if (position === undefined) return;
  const { id: futuresPositionId, marginType, tradeType, futuresOptionId } = position;
  if (marginType === 'ISOLATED' && dice.share() < 0.5) {
    const amount = String(dice.whole(1, 20));
    await member.command('/api/futures/order/margin', { futuresPositionId, amount, type: dice.whole(1, 2) });
    return;
  }
  const option = market.futures().find(({ id }) => id === futuresOptionId);
  if (option === undefined) return;
  const away = tradeType === 'LONG' ? 1 : -1;
  await member.command('/api/futures/order/tpsl', {
    futuresPositionId,
    takeProfit: dice.share() < 0.8 ? priceBeside(option, away * (0.03 + dice.share() / 20)) : null,
    stopLoss: dice.share() < 0.8 ? priceBeside(option, -away * 0.03) : null,
  });
};

const openOversea: Move = async ({ member, dice, market }) => {
  const option = dice.pick(market.oversea());
  if (option === undefined) return;
  const tradeType = dice.pick(SIDES)!;
  const away = tradeType === 'LONG' ? -1 : 1;
  const isLimit = dice.share() < 0.4;
  await member.command('/api/oversea/order', {
    ...{ overseaOptionId: option.id, tradeType, qty: 1 },
    ...(isLimit
      ? { marketType: 'LIMIT', price: priceBeside(option, away * 0.003) }
      : { marketType: 'MARKET' }),
  });
};

const changeOversea: Move = async (trading) => {
  const { member, dice } = trading;
  const position = await positionsOf(trading, 'oversea');
  if (position === undefined) {
    const order = await ordersOf(trading, 'oversea');
    if (order !== undefined) await member.command('/api/oversea/order/cancel', { id: order.id });
    return;
  }
  const { id: overseaPositionId, overseaOptionId, tradeType, qty } = position;
  if (dice.share() < 0.3) {
    const away = { tpTick: dice.whole(0, 5) * 100, slTick: dice.whole(0, 5) * 100 };
    await member.command('/api/oversea/order/tpsl', { overseaPositionId, overseaOptionId, ...away });
  } else
    await member.command('/api/oversea/order', {
      ...{ overseaOptionId, qty, marketType: 'MARKET', reduceOnly: true },
      tradeType: otherSide(tradeType),
    });
};

const convert: Move = async ({ member, dice }) => {
  const [fromWallet, toWallet, point] = dice.pick([
    ['BINARY', 'FUTURES', String(dice.whole(1, 10) * 10_000)],
    ['FUTURES', 'BINARY', String(dice.whole(10, 50))],
    ['USDT', 'BTC', String(dice.whole(10, 50))],
  ] as const)!;
  const quote = await member.post('/api/dnw/quote', { fromWallet, toWallet, point });
  const quoteId = quote.answer?.status === 200 ? quote.answer.body['quoteId'] : undefined;
  if (quoteId !== undefined) await member.command('/api/dnw/convert', { quoteId });
};

const transfer: Move = async ({ member, dice }) => {
  const [fromWallet, toWallet] = dice.pick([
    ['FUTURES', 'USDT'],
    ['USDT', 'FUTURES'],
  ] as const)!;
  await member.command('/api/dnw/transfer', { fromWallet, toWallet, point: String(dice.whole(1, 100)) });
};

const request: Move = async (trading) => {
  const { member, dice } = trading;
  const point = String(dice.whole(2, 9) * 10_000);
  const asked =
    dice.share() < 0.3
      ? await member.command('/api/dnw/p2p', { point })
      : await member.command('/api/dnw/apply', { type: dice.pick(['D', 'D', 'W']), point });
  const body = asked.answer?.status === 200 ? asked.answer.body : {};
  const made = body['request'] ?? (body['p2p'] as Record<string, unknown> | undefined)?.['request'];
  const id = (made as { id?: number } | undefined)?.id;
  if (id !== undefined) trading.lastRequest = id;
};

const endRequest: Move = async (trading) => {
  const { member, dice, lastRequest: dnwHistoryId } = trading;
  if (dnwHistoryId === undefined) return;
  const path = dice.share() < 0.2 ? '/api/dnw/p2p/paid' : '/api/dnw/cancel';
  await member.command(path, { dnwHistoryId });
};

const follow: Move = async ({ member, dice, traders, isTrader }) => {
  const traderId = dice.pick(traders);
  if (traderId === undefined || isTrader) return;
  const { follow: own } = (await member.read<{ follow: { traderFollowerId: number } | null }>(
    `/api/copytrade/follower/my_trader_follower?traderId=${traderId}`,
  )) ?? { follow: null };
  if (own === null) {
    const terms = { multiplyPer: dice.whole(1, 10) * 10, maxBet: '2000', oneMaxBet: '500' };
    await member.command('/api/copytrade/follower/follow', { followStock: [1, 2], traderId, ...terms });
    return;
  }
  const { traderFollowerId } = own;
  if (dice.share() < 0.3) await member.command('/api/copytrade/follower/unfollow', { traderFollowerId });
  else
    await member.command('/api/copytrade/follower/change', {
      traderFollowerId,
      multiplyPer: dice.whole(1, 10) * 10,
    });
};

/** Calls without a key, which are sent once. */
const setSomething: Move = async ({ member, dice, market }) => {
  const option = dice.pick(market.futures());
  if (option === undefined) return;
  const isAbove = dice.share() < 0.5;
  const terms = { fires: isAbove ? 'AT_OR_ABOVE' : 'AT_OR_BELOW', basis: 'LAST', repeat: 'ONCE' };
  if (dice.share() < 0.5)
    await member.post('/api/alert', {
      ...{ stock: option.stock, level: priceBeside(option, isAbove ? 0.02 : -0.02), ...terms },
      ...{ push: false, inApp: true },
    });
  else await member.post('/api/futures/order/disconnect', { isActive: false, seconds: dice.whole(10, 60) });
};

const look: Move = async ({ member }) => {
  await member.read('/api/wallet/my');
};

const MOVES: readonly (readonly [number, Move])[] = [
  [2, refill],
  [8, bet],
  [3, ballBet],
  [8, openFutures],
  [4, closeFutures],
  [2, cancelFutures],
  [2, setTerms],
  [3, changePosition],
  [4, openOversea],
  [4, changeOversea],
  [1, convert],
  [2, transfer],
  [1, request],
  [1, endRequest],
  [1, setSomething],
  [2, look],
];
/** A member may follow thirty times an hour, so not everybody always does. */
const FOLLOWS: readonly [number, Move] = [0.4, follow];
const TRADES: readonly (readonly [number, Move])[] = [
  [3, openFutures],
  [2, closeFutures],
  [1, bet],
];

export function nextMove(trading: Trading): Promise<void> {
  const { dice, isTrader, traders } = trading;
  const moves = isTrader ? TRADES : traders.length === 0 ? MOVES : [...MOVES, FOLLOWS];
  return dice.draw(moves)(trading);
}
