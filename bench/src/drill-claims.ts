// Which event of an account an answer speaks of. The numbers of orders and rows are made from that of their event.
import { eventOfOrder } from '@maru/engine/futures/terms';
import type { AccountEvent, Asked } from './drill-log.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Claim {
  readonly kinds: readonly string[];
  /** Whether this event can be what the answer speaks of. */
  matches(event: AccountEvent, reply: Fields, body: Fields): boolean;
}

/** Two rows of the cashier for each event. */
const ROWS_PER_EVENT = 2;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const eventOfRow = (row: unknown): number => Math.floor(Number(fieldsOf(row)['id']) / ROWS_PER_EVENT);

const byRow =
  (rowOf: (reply: Fields) => unknown): Claim['matches'] =>
  ({ data }, reply) =>
    data.id === eventOfRow(rowOf(reply));
const byOrder: Claim['matches'] = ({ data }, reply) => data.id === eventOfOrder(Number(reply['id']));
const byFills: Claim['matches'] = ({ data }, reply) =>
  listOf(reply['fills']).some((fill) => data.id === eventOfOrder(Number(fieldsOf(fill)['id'])));

/** The orders of the event are those that the answer names. */
const byCancelled =
  (field: string): Claim['matches'] =>
  ({ data }, reply) => {
    const ended = listOf(data['cancelled']).map((each) => Number(fieldsOf(each)[field]));
    return ended.length > 0 && ended.toSorted().join() === listOf(reply['cancelled']).toSorted().join();
  };

const byField =
  (field: string, asked: string): Claim['matches'] =>
  ({ data }, _reply, body) =>
    data[field] === body[asked];

/** Of a position, whose newest state the event has. */
const byPosition =
  (asked: string): Claim['matches'] =>
  ({ data }, _reply, body) =>
    (fieldsOf(data['position'])['id'] ?? data['position']) === body[asked];

const cancelsRequest: Claim['matches'] = ({ data }, _reply, body) =>
  data['request'] === Math.floor(Number(body['dnwHistoryId']) / ROWS_PER_EVENT);

const requests: Claim = { kinds: ['REQUEST_MADE'], matches: byRow((reply) => reply['request']) };
const filledFutures = ['FUTURES_FILLED', 'FUTURES_ORDER_PLACED'];

const claims: Readonly<Record<string, Claim>> = {
  '/api/practice/refill': {
    kinds: ['PRACTICE_REFILLED'],
    matches: ({ data }, reply) => data['wallet'] === reply['walletType'] && data['run'] === reply['run'],
  },
  '/api/trade/history/betting': {
    kinds: ['BET_PLACED', 'BALL_BET_PLACED'],
    matches: ({ data }, reply) => data.id === reply['id'],
  },
  '/api/futures/order': { kinds: filledFutures, matches: byOrder },
  '/api/futures/order/copytrade/close': { kinds: ['FUTURES_FILLED'], matches: byFills },
  '/api/futures/order/close_all': { kinds: ['FUTURES_FILLED'], matches: byFills },
  '/api/futures/order/cancel': { kinds: ['FUTURES_ORDERS_CANCELLED'], matches: byCancelled('id') },
  '/api/futures/order/cancel_all': { kinds: ['FUTURES_ORDERS_CANCELLED'], matches: byCancelled('id') },
  '/api/futures/order/amend': {
    kinds: ['FUTURES_ORDER_CHANGED'],
    matches: ({ data }, _reply, body) =>
      data['cause'] === 'AMENDED' && fieldsOf(data['order'])['id'] === body['id'],
  },
  '/api/futures/order/tpsl': { kinds: ['FUTURES_EXITS_SET'], matches: byPosition('futuresPositionId') },
  '/api/futures/order/leverage': {
    kinds: ['FUTURES_LEVERAGE_SET'],
    matches: (event, reply, body) =>
      byField('instrument', 'futuresOptionId')(event, reply, body) &&
      byField('leverage', 'leverage')(event, reply, body),
  },
  '/api/futures/order/margin_type': {
    kinds: ['FUTURES_LEVERAGE_SET'],
    matches: (event, reply, body) =>
      byField('instrument', 'futuresOptionId')(event, reply, body) &&
      byField('marginType', 'marginType')(event, reply, body),
  },
  '/api/futures/order/margin': { kinds: ['FUTURES_MARGIN_MOVED'], matches: byPosition('futuresPositionId') },
  '/api/oversea/order': { kinds: ['OVERSEA_FILLED', 'OVERSEA_ORDER_PLACED'], matches: byOverseaOrder },
  '/api/oversea/order/cancel': { kinds: ['OVERSEA_ORDERS_CANCELLED'], matches: byCancelled('order') },
  '/api/oversea/order/cancel_all': { kinds: ['OVERSEA_ORDERS_CANCELLED'], matches: byCancelled('order') },
  '/api/oversea/order/tpsl': { kinds: ['OVERSEA_TPSL_SET'], matches: byPosition('overseaPositionId') },
  '/api/oversea/overnight': { kinds: ['OVERSEA_OVERNIGHT_SET'], matches: byPosition('overseaPositionId') },
  '/api/dnw/apply': requests,
  '/api/dnw/deposit/apply': requests,
  '/api/dnw/withdraw/apply': requests,
  '/api/dnw/p2p': {
    kinds: ['REQUEST_MADE'],
    matches: byRow((reply) => fieldsOf(reply['p2p'])['request']),
  },
  '/api/dnw/p2p/paid': { kinds: ['REQUEST_PAID'], matches: cancelsRequest },
  '/api/dnw/cancel': { kinds: ['REQUEST_CANCELLED'], matches: cancelsRequest },
  '/api/dnw/convert': { kinds: ['CONVERTED'], matches: byRow((reply) => reply['paid']) },
  '/api/dnw/transfer': { kinds: ['MONEY_TRANSFERRED'], matches: byRow((reply) => reply['sent']) },
  '/api/copytrade/follower/follow': {
    kinds: ['COPY_FOLLOWED'],
    matches: ({ data }, reply) => data.id === reply['traderFollowerId'],
  },
  '/api/copytrade/follower/change': {
    kinds: ['COPY_FOLLOW_CHANGED'],
    matches: byField('follow', 'traderFollowerId'),
  },
  '/api/copytrade/follower/unfollow': {
    kinds: ['COPY_ENDED'],
    matches: byField('follow', 'traderFollowerId'),
  },
};

/** An order of overseas futures has the number of its event. */
function byOverseaOrder({ data }: AccountEvent, reply: Fields): boolean {
  return data.id === reply['id'] || data.id === eventOfOrder(Number(reply['id']));
}

export const claimOf = (path: string): Claim | undefined => claims[path];

export const answers = (asked: Asked, event: AccountEvent): boolean => {
  const claim = claims[asked.path];
  return (
    claim !== undefined &&
    asked.answer !== undefined &&
    claim.kinds.includes(event.type) &&
    claim.matches(event, asked.answer.body, asked.body)
  );
};

export const mayCause = ({ path }: Asked, { type }: AccountEvent): boolean =>
  claims[path]?.kinds.includes(type) === true;

const ALWAYS_ASKED = new Set([
  ...['PRACTICE_REFILLED', 'BET_PLACED', 'BALL_BET_PLACED', 'REQUEST_MADE', 'CONVERTED', 'REQUEST_PAID'],
  ...['FUTURES_ORDER_PLACED', 'FUTURES_EXITS_SET', 'FUTURES_LEVERAGE_SET', 'FUTURES_MARGIN_MOVED'],
  ...['OVERSEA_ORDER_PLACED', 'OVERSEA_TPSL_SET', 'OVERSEA_OVERNIGHT_SET', 'MONEY_TRANSFERRED'],
  ...['COPY_FOLLOWED', 'COPY_FOLLOW_CHANGED'],
]);

/** Whether only a request of the member makes it; what the platform does by itself needs no request. */
export function isAskedFor({ type, data }: AccountEvent): boolean {
  if (ALWAYS_ASKED.has(type)) return true;
  const isAtMarket = listOf(data['fills']).every((fill) => fieldsOf(fill)['cause'] === 'MARKET');
  if (type === 'FUTURES_FILLED')
    return isAtMarket && data['order'] === undefined && fieldsOf(data['copy'])['follow'] === undefined;
  if (type === 'OVERSEA_FILLED') return isAtMarket && data['order'] === undefined;
  return type === 'REQUEST_CANCELLED' && data['isExpired'] === false;
}
