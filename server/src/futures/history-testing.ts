// Events of coin futures for the tests of their tables: players who trade, place and change orders, are funded, warned
// and liquidated, in an order of the test's own. The figures are those of the engine; what a player may do is not asked.
import { type Amount, type Price, price, qty, type Rate, rate, ZERO } from '@maru/engine/amount';
import { apply } from '@maru/engine/apply';
import { assert } from '@maru/engine/assert';
import type { Book, Player } from '@maru/engine/book';
import { type Event, platformEvent, playerEvent } from '@maru/engine/event';
import { walletOf } from '@maru/engine/futures/account';
import type { FillCause, FuturesEvent, RestingOrder, Standing } from '@maru/engine/futures/events';
import { planFills } from '@maru/engine/futures/plan';
import { cancelledOrder, closing, restingOrder, settle } from '@maru/engine/futures/settle';
import type { FuturesOrder, FuturesPosition } from '@maru/engine/futures/state';
import { type FuturesTerms, type MarginType, type OrderSide, orderId } from '@maru/engine/futures/terms';
import { bookWith, type OrderInput, orderWith, quoteAt } from '@maru/engine/futures/testing';
import { UNIT } from '@maru/engine/futures/value';
import { playerId, playerPurse } from '@maru/engine/purse';
import { later, type Millis } from '@maru/engine/time';

export interface Trade {
  readonly player?: number;
  readonly terms: FuturesTerms;
  readonly side: OrderSide;
  readonly qty: string;
  readonly price?: string;
  /** Of a position that it opens. */
  readonly marginType?: MarginType;
  readonly cause?: FillCause;
  readonly order?: FuturesOrder;
}

/** The coins' prices are near these, unless a test says otherwise. */
const NEAR: Readonly<Record<number, string>> = { 101: '60000', 102: '3000.5', 103: '61234.5' };
const near = ({ instrument }: Pick<FuturesTerms, 'instrument'>): string => NEAR[instrument] ?? '100';

const NO_STANDING: Standing = { cash: ZERO, pnl: ZERO, funding: ZERO, balance: ZERO, maintenance: ZERO };

export type History = ReturnType<typeof createHistory>;

/** Every function appends the event that it makes. */
export function createHistory(players = 3) {
  const book: Book = bookWith(players, { credit: '100000000000' });
  const events: FuturesEvent[] = [];
  const state = book.futures;

  function add<Made extends FuturesEvent>(event: Made): Made {
    apply(book, event);
    // What was decided is in the journal; the book goes on changing its own objects.
    events.push(structuredClone(event));
    return event;
  }

  const playerWith = (id: number): Player => {
    const player = book.players.get(playerId(id));
    assert(player !== undefined, 'the book has the player');
    return player;
  };
  const context = () => ({ now: book.lastAt, eventId: book.lastEvent + 1 });
  const ownEvent = <Kind extends string>(kind: Kind, player: Player): Event<Kind> =>
    playerEvent(kind, book, player, context());
  const positionOf = (player: number, { instrument }: FuturesTerms): FuturesPosition | undefined =>
    state.accounts.get(playerId(player))?.positions.get(instrument);
  const ordersOf = (player: number): readonly FuturesOrder[] => [
    ...(state.accounts.get(playerId(player))?.orders.values() ?? []),
  ];

  return {
    book,
    state,
    events,
    positionOf,
    ordersOf,
    now: () => book.lastAt,
    wait(ms: number): void {
      book.lastAt = later(book.lastAt, ms);
    },

    /** At the market, or as the fill of an order that rests. */
    trade({ player: id = 1, terms, side, cause = 'MARKET', order, ...asked }: Trade) {
      const player = playerWith(id);
      const position = positionOf(id, terms);
      const at = asked.price ?? near(terms);
      const { leverage = 20, marginType = asked.marginType ?? 'CROSS' } = position ?? {};
      const request = { side, qty: qty(asked.qty), price: price(at), leverage, marginType, ...context() };
      const plans = planFills(position, request, terms, UNIT);
      const made = { ...request, terms, quote: quoteAt(at, { at: book.lastAt }), cause };
      return add(
        settle(book, player, walletOf(player, terms.wallet), context(), {
          fills: plans.map((plan) => ({ ...made, plan })),
          ...(order === undefined ? undefined : { order }),
          isAfterGap: false,
        }),
      );
    },

    fund(terms: FuturesTerms, { by = '0.0001', mark = near(terms), dueAt = book.lastAt as Millis } = {}) {
      const { instrument, contract } = terms;
      const [share, at]: [Rate, Price] = [rate(by), price(mark)];
      const { site } = playerWith(1);
      const event = platformEvent('FUTURES_FUNDED', site, context());
      return add({ ...event, instrument, contract, dueAt, rate: share, mark: at });
    },

    rest(player: number, input: OrderInput) {
      const order = restingOrder(orderWith(orderId(book.lastEvent + 1), { ...input, placedAt: book.lastAt }));
      return add({ ...ownEvent('FUTURES_ORDER_PLACED', playerWith(player)), order, cancelled: [] });
    },

    change({ player, ...order }: FuturesOrder, change: Partial<RestingOrder>) {
      const after = restingOrder({ ...order, player, ...change });
      const cause = change.trailing === undefined ? 'AMENDED' : 'TRAILED';
      return add({ ...ownEvent('FUTURES_ORDER_CHANGED', playerWith(player)), cause, order: after });
    },

    cancel(order: FuturesOrder) {
      const cancelled = [cancelledOrder(order, 'PLAYER')];
      return add({ ...ownEvent('FUTURES_ORDERS_CANCELLED', playerWith(order.player)), cancelled });
    },

    /** Replaces all exits of the position by a stop-loss and a take-profit. */
    setExits(position: FuturesPosition) {
      const { id, player, instrument, wallet } = position;
      const cancelled = ordersOf(player)
        .filter((order) => order.position === id)
        .map((order) => cancelledOrder(order, 'REPLACED'));
      const exits = (['STOPLOSS', 'TAKEPROFIT'] as const).map((type, place) =>
        restingOrder(
          orderWith(orderId(book.lastEvent + 1, place), {
            ...{ player, instrument, wallet, type, qty: undefined, trigger: String(100 + place) },
            ...{ reduceOnly: true, position: id, placedAt: book.lastAt },
          }),
        ),
      );
      const event = ownEvent('FUTURES_EXITS_SET', playerWith(player));
      return add({ ...event, position: id, instrument, placed: exits, kept: [], cancelled });
    },

    setLeverage(player: number, { instrument }: FuturesTerms, leverage: number) {
      const held = state.accounts.get(playerId(player))?.positions.get(instrument);
      const orders = ordersOf(player).filter((order) => order.instrument === instrument);
      return add({
        ...ownEvent('FUTURES_LEVERAGE_SET', playerWith(player)),
        ...{ instrument, leverage, marginType: held?.marginType ?? 'CROSS' },
        ...(held === undefined ? undefined : { position: { ...held, leverage } }),
        orders: orders.map((order) => ({ ...restingOrder(order), leverage })),
      });
    },

    moveMargin(position: FuturesPosition, by: Amount) {
      const player = playerWith(position.player);
      const wallet = walletOf(player, position.wallet);
      const posMargin = playerPurse(position.player, position.wallet, 'posMargin');
      const { currency } = wallet;
      const leg = { from: wallet.free, to: posMargin, currency, amount: by, reason: 'FUTURES_MARGIN' };
      return add({
        ...playerEvent('FUTURES_MARGIN_MOVED', book, player, context(), [leg]),
        instrument: position.instrument,
        amount: by,
        position: { ...position, margin: (position.margin + by) as Amount },
      });
    },

    warn(position: FuturesPosition) {
      const { id, player, instrument, wallet, marginType } = position;
      const quote = quoteAt(near(position), { at: book.lastAt });
      return add({
        ...ownEvent('FUTURES_WARNED', playerWith(player)),
        ...{ marginType, wallet, positions: [{ id, instrument, quote }] },
        ratio: rate('0.81'),
        standing: NO_STANDING,
      });
    },

    liquidate(position: FuturesPosition, terms: FuturesTerms) {
      const player = playerWith(position.player);
      const quote = quoteAt(near(terms), { at: book.lastAt });
      const isForfeited = position.marginType === 'ISOLATED';
      const cancelled = ordersOf(position.player)
        .filter((order) => order.instrument === position.instrument)
        .map((order) => ({ order, reason: 'LIQUIDATION' }) as const);
      return add(
        settle(book, player, walletOf(player, position.wallet), context(), {
          fills: [closing(position, { terms, quote }, { cause: 'LIQUIDATION', isForfeited }, UNIT)],
          cancelled,
          isAfterGap: true,
          liquidation: {
            ...NO_STANDING,
            marginType: position.marginType,
            marks: [{ instrument: position.instrument, quote }],
            judged: [],
          },
        }),
      );
    },
  };
}
