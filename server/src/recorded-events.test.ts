// Every kind of event must be read from the journal as it was written: the book after a restart is made of them alone.
import { amount, price } from '@maru/engine/amount';
import { apply } from '@maru/engine/apply';
import {
  bet,
  bookWith,
  eventFrom,
  freeze,
  NOON,
  pay,
  ticksFrom,
  voidRound,
} from '@maru/engine/binary/testing';
import { emptyBook } from '@maru/engine/book';
import { describeBook } from '@maru/engine/describe';
import * as futures from '@maru/engine/futures/testing';
import * as oversea from '@maru/engine/oversea/testing';
import { isPacked, linesOf, type PackedEvent } from '@maru/engine/payment/shares';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { later } from '@maru/engine/time';
import { eventsSeen } from '@maru/engine/view';
import { expect, test } from 'vitest';
import { createHistory } from './futures/history-testing.ts';
import { decode, encodeEvent, encodeShare, seal, unseal } from './journal/record.ts';

/** A payment as the desk creates it, and not as its players see it. */
function packed(decision: ReturnType<typeof pay>): PackedEvent {
  if (!decision.ok || !isPacked(decision.event)) throw new Error('it is a payment');
  return decision.event;
}

/**
 * Ties in a round with a strike for each bet, so that every optional field is present in one event and absent in
 * another.
 */
function eventsOfRound(): AnyEvent[] {
  const book = bookWith(2);
  const ticks = ticksFrom(NOON, [
    [0, '-0.00000001'],
    [31_000, '101.5'],
    [60_000, '102'],
  ]);
  const placed = eventFrom(bet(book, { type: 'B1' }), 'BET_PLACED');
  const later = eventFrom(
    bet(book, { type: 'B1', player: 2, receivedAt: placed.at, side: 'DOWN' }),
    'BET_PLACED',
  );
  const frozen = eventFrom(freeze(book, { type: 'B1', ticks }), 'ROUND_FROZEN');
  const paid = packed(pay(book));
  const voided = eventFrom(voidRound(book), 'ROUND_VOIDED');
  const back = packed(pay(book));
  return [placed, later, frozen, paid, voided, back];
}

function voidedEvents(): AnyEvent[] {
  const book = bookWith(1);
  const placed = eventFrom(bet(book), 'BET_PLACED');
  return [placed, eventFrom(freeze(book, { ticks: [] }), 'ROUND_FROZEN'), eventFrom(pay(book), 'ROUND_PAID')];
}

test('the events of rounds are read from the journal as they were written', () => {
  for (const event of [...eventsOfRound(), ...voidedEvents()]) {
    expect(decode(encodeEvent(event))).toStrictEqual(event);
  }
});

test('a book made of the events that are read from the journal is the same book', () => {
  const [live, again] = [bookWith(2), bookWith(2)];
  const events = eventsOfRound();
  const sealed = seal({ shard: 1, batch: 1, epoch: 1, previous: '', events });
  for (const event of events) apply(live, event);
  for (const event of unseal(sealed)?.events ?? []) apply(again, event);
  expect(describeBook(again)).toBe(describeBook(live));
  expect(live.binary.rounds.size).toBe(1);
  expect(emptyBook().binary.rounds.size).toBe(0);
});

test('an amount is never read back as a number', () => {
  const [placed] = eventsOfRound();
  expect(decode(encodeEvent(placed!))).toMatchObject({ stake: amount('5000') });
});

test("a player's part of a payment is stored as a line of its own, and read back completely", () => {
  for (const event of eventsOfRound().filter(isPacked)) {
    const keep = encodeShare(event);
    const kept = linesOf(event.shares).map((line) => decode(keep(line)));
    expect(kept).toHaveLength(2);
    expect(kept).toStrictEqual([...eventsSeen(event).values()]);
    expect(keep('')).not.toContain('\n');
  }
});

/** One event of every kind, with and without each field that may be absent. */
function eventsOfOversea(): readonly AnyEvent[] {
  const book = oversea.bookWith();
  const events: AnyEvent[] = [];
  const keep = (decision: ReturnType<typeof oversea.order>) => {
    if (!decision.ok) throw new Error(decision.refusal);
    events.push(decision.event);
    return decision.event;
  };
  const at = (last: string) => oversea.quoteAt(last);
  const opened = keep(oversea.order(book, { qty: 3, tpTick: 10, quote: at('-18250.25') }));
  keep(oversea.order(book, { qty: 4, quote: at('18250.5') }));
  keep(oversea.order(book, { side: 'SHORT', qty: 1, quote: at('18250.75') }));
  const resting = keep(oversea.order(book, { type: 'LIMIT', price: '18000', slTick: 5 }));
  const site = oversea.SITE;
  const player = opened.steps[0]!.player;
  const position = opened.id;
  const terms = oversea.NQ;
  const quote = at('18250.25');
  const ask = (command: AnyCommand, now = oversea.NOON) => keep(oversea.execute(book, command, now));
  ask({ kind: 'SET_OVERSEA_TPSL', site, player, position, tpTick: 0, slTick: 900, terms, quote });
  ask({ kind: 'SET_OVERSEA_OVERNIGHT', site, player, position, isActive: true, terms });
  ask({ kind: 'CANCEL_OVERSEA_ORDER', site, player, order: resting.id });
  const late = later(oversea.END, -60_000);
  const priced = [{ terms, quote: oversea.quoteAt('18250.25', { at: late }) }];
  const closing = [{ instrument: terms.instrument, nextTradeDate: oversea.TUESDAY }];
  ask({ kind: 'CHECK_OVERSEA_OVERNIGHT', site, player, closing, priced }, late);
  const crash = [{ terms, quote: oversea.quoteAt('-90000', { at: late }) }];
  ask({ kind: 'CUT_OVERSEA_LOSSES', site, player, priced: crash, isAfterGap: true }, late);
  return events;
}

test('the events of overseas futures are read from the journal as they were written', () => {
  const events = eventsOfOversea();
  expect(new Set(events.map(({ kind }) => kind)).size).toBe(6);
  for (const event of events) expect(decode(encodeEvent(event))).toStrictEqual(event);
  const sealed = seal({ shard: 1, batch: 1, epoch: 1, previous: '', events });
  const [live, again] = [oversea.bookWith(), oversea.bookWith()];
  for (const event of events) apply(live, event);
  for (const event of unseal(sealed)?.events ?? []) apply(again, event);
  expect(describeBook(again)).toBe(describeBook(live));
});

/** One event of every kind, with and without each field that may be absent. */
function historyOfFutures() {
  const history = createHistory(2);
  const { BTC, BTC_COIN } = futures;
  history.fund(BTC);
  history.rest(1, { takeProfit: { price: price('70000'), by: 'mark' } });
  history.trade({ terms: BTC, side: 'LONG', qty: '0.5', order: history.ordersOf(1)[0]! });
  history.trade({ terms: BTC, side: 'SHORT', qty: '0.7' });
  history.trade({ terms: BTC_COIN, side: 'LONG', qty: '100', marginType: 'ISOLATED' });
  const [held, isolated] = [history.positionOf(1, BTC)!, history.positionOf(1, BTC_COIN)!];
  history.setExits(held);
  history.change(history.ordersOf(1)[0]!, { trigger: price('65000') });
  history.cancel(history.ordersOf(1)[0]!);
  history.setLeverage(1, BTC, 25);
  history.setLeverage(2, BTC, 25);
  history.moveMargin(isolated, amount('0.0001'));
  history.warn(held);
  history.liquidate(history.positionOf(1, BTC_COIN)!, BTC_COIN);
  return history;
}

test('the events of coin futures are read from the journal as they were written', () => {
  const { events, book } = historyOfFutures();
  expect(new Set(events.map(({ kind }) => kind)).size).toBe(9);
  for (const event of events) expect(decode(encodeEvent(event))).toStrictEqual(event);
  const sealed = seal({ shard: 1, batch: 1, epoch: 1, previous: '', events });
  const again = createHistory(2).book;
  for (const event of unseal(sealed)?.events ?? []) apply(again, event);
  expect(describeBook(again)).toBe(describeBook(book));
});
