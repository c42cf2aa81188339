// Random histories of coin futures for the tests of their tables.
import { amount, amountOfUnits, price, rate } from '@maru/engine/amount';
import { BTC, BTC_COIN, ETH } from '@maru/engine/futures/testing';
import type { Millis } from '@maru/engine/time';
import fc from 'fast-check';
import type { History } from './history-testing.ts';

export const PLAYERS = 3;
const TERMS = [BTC, ETH, BTC_COIN];

type Move = (history: History) => void;

const player = fc.integer({ min: 1, max: PLAYERS });
const terms = fc.constantFrom(...TERMS);
const nth = <Item>(items: Iterable<Item>, place: number): Item | undefined => {
  const all = [...items];
  return all[place % Math.max(1, all.length)];
};

const trades = fc
  .record({
    player,
    terms,
    side: fc.constantFrom('LONG', 'SHORT'),
    qty: fc.constantFrom('0.333', '1', '2.07'),
    isIsolated: fc.boolean(),
  })
  .map(
    ({ isIsolated, ...trade }): Move =>
      (history) => {
        history.trade({ ...trade, marginType: isIsolated ? 'ISOLATED' : 'CROSS' });
      },
  );

const fundings = fc
  .record({
    terms,
    by: fc.constantFrom('0', '0.0001', '0.00012345', '-0.0003', '-0.00000007'),
    mark: fc.constantFrom('60000.1', '61717.33333333'),
    agoMs: fc.nat(4_000),
  })
  .map(
    ({ terms: of, by, mark, agoMs }): Move =>
      (history) => {
        const last = history.state.funded.get(`1/${of.instrument}`) ?? 0;
        const dueAt = (history.now() - agoMs) as Millis;
        if (dueAt > last) history.fund(of, { by, mark: by === '0' ? '0' : mark, dueAt });
      },
  );

const ordersMoves = fc
  .record({ player, terms, place: fc.nat(20), what: fc.nat(6) })
  .map(({ player: id, terms: of, place, what }): Move => {
    return (history) => {
      const { instrument, wallet } = of;
      const order = nth(history.ordersOf(id), place);
      if (what === 0) {
        const takeProfit = { price: price('70000'), by: 'mark' } as const;
        history.rest(id, { player: id, instrument, wallet, takeProfit, postOnly: true });
      } else if (what === 1) {
        history.rest(id, {
          player: id,
          instrument,
          wallet,
          type: 'STOPMARKET',
          trigger: '62000',
          cost: '12.5',
        });
      } else if (order === undefined) {
        const position = history.positionOf(id, of);
        if (position === undefined) return;
        const trailing = { callback: rate('0.01') };
        const own = { player: id, instrument, wallet, position: position.id, reduceOnly: true };
        history.rest(id, { ...own, type: 'TRAILINGSTOP', qty: undefined, trailing });
      } else if (what === 2) {
        history.cancel(order);
      } else if (what === 3 && order.trailing !== undefined) {
        const extreme = { price: price(String(60_000 + place)), ts: history.now(), seq: place };
        history.change(order, { trailing: { ...order.trailing, extreme } });
      } else if (what === 4 && order.type === 'LIMIT') {
        history.change(order, { price: price(String(50_000 + place)), cost: amount(String(place)) });
      } else if (order.type === 'LIMIT' && order.qty !== undefined) {
        const of = TERMS.find((each) => each.instrument === order.instrument) ?? BTC;
        history.trade({ player: id, terms: of, side: 'LONG', qty: '0.1', cause: 'LIMIT', order });
      }
    };
  });

const positionMoves = fc
  .record({ player, terms, leverage: fc.integer({ min: 1, max: 50 }), what: fc.nat(4) })
  .map(
    ({ player: id, terms: of, leverage, what }): Move =>
      (history) => {
        const position = history.positionOf(id, of);
        if (what === 0 || position === undefined) history.setLeverage(id, of, leverage);
        else if (what === 1 && position.marginType === 'ISOLATED')
          history.moveMargin(position, amountOfUnits(BigInt(leverage)));
        else if (what === 2) history.warn(position);
        else if (what === 3) history.setExits(position);
        else history.liquidate(position, of);
      },
  );

/** Moves with the time before each, and where the tables are written. */
export const histories = fc.array(
  fc.record({
    move: fc.oneof(
      { weight: 3, arbitrary: trades },
      { weight: 3, arbitrary: fundings },
      { weight: 2, arbitrary: ordersMoves },
      { weight: 2, arbitrary: positionMoves },
    ),
    waitMs: fc.nat(3_000),
    /** The tables are written up to here. */
    isCut: fc.boolean(),
  }),
  { minLength: 20, maxLength: 60, size: 'max' },
);
