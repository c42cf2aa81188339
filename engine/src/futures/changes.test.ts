import { describe, expect, test } from 'vitest';
import { amount, price, qty } from '../amount.ts';
import type { Book } from '../book.ts';
import { type PlayerId, playerId } from '../purse.ts';
import { factsOf } from './account.ts';
import { fillChanges, openStakes, placedChanges } from './changes.ts';
import type { EntryRequest } from './commands.ts';
import { placeOrder } from './place.ts';
import { previewOrder } from './preview.ts';
import { pricedIn } from './standing.ts';
import type { FuturesTerms } from './terms.ts';
import { BTC, BTC_COIN, bookWith, hold, NOON, pricedAt, SITE } from './testing.ts';

const mina = playerId(1);
const followed = new Map<PlayerId, true>([[mina, true]]);

const entry = (given: Partial<EntryRequest>): EntryRequest => ({
  side: 'LONG',
  type: 'MARKET',
  by: 'last',
  leverage: 20,
  marginType: 'ISOLATED',
  reduceOnly: false,
  postOnly: false,
  immediate: false,
  ...given,
});

/** What the decided event means, and what the preview said of it. */
function bothOf(book: Book, order: EntryRequest, terms: FuturesTerms = BTC, at = '60000') {
  const player = book.players.get(mina)!;
  const priced = [pricedAt(terms, at)];
  const pricedOf = pricedIn(priced);
  const quote = pricedOf(terms.instrument)?.quote;
  const facts = factsOf(book, player, player.wallets.get(terms.wallet)!);
  const { figures } = previewOrder({ facts, terms, order, moment: { quote, now: NOON, pricedOf } });
  const command = {
    ...order,
    kind: 'PLACE_FUTURES_ORDER',
    site: SITE,
    player: mina,
    terms,
    quote,
    priced,
  } as const;
  const decision = placeOrder(book, player, command, { now: NOON, eventId: book.lastEvent + 1 });
  if (!decision.ok) throw new Error(decision.refusal);
  const { event } = decision;
  const [change] =
    event.kind === 'FUTURES_FILLED'
      ? fillChanges(book, event, followed)
      : placedChanges(book, event, followed);
  return { change, stake: figures?.stake };
}

describe('what an order of coin futures means for its player', () => {
  test('opening puts margin and fee at stake', () => {
    const { change, stake } = bothOf(bookWith(), entry({ qty: qty('0.5') }));
    // 30,000 / 20 and 0.08 %.
    expect(change).toMatchObject({ asks: 'STAKE', opened: amount('1524'), ended: 0n, result: 0n });
    expect(change).toMatchObject(stake!);
  });

  test('closing asks for nothing and realises the net result', () => {
    const book = bookWith();
    hold(book, { qty: '0.5', entry: '60000', leverage: 20, marginType: 'ISOLATED', margin: '1500' });
    const { change, stake } = bothOf(book, entry({ side: 'SHORT', qty: qty('0.5') }), BTC, '61000');
    expect(change).not.toHaveProperty('asks');
    expect(change?.opened).toBe(0n);
    expect(change?.result).toBeGreaterThan(0n);
    expect(change).toMatchObject(stake!);
  });

  test.each([
    ['turned', 'SHORT', '1.2', '59000'],
    ['reduced', 'SHORT', '0.2', '59000'],
    ['enlarged', 'LONG', '0.3', '61000'],
  ] as const)('a position that is %s is previewed as it is decided', (_, side, size, at) => {
    const book = bookWith();
    hold(book, { qty: '0.5', entry: '60000', leverage: 20, marginType: 'CROSS' });
    const { change, stake } = bothOf(book, entry({ side, qty: qty(size), marginType: 'CROSS' }), BTC, at);
    expect(change).toMatchObject(stake!);
  });

  test('an order that waits is at stake with what it holds back, also beside a position', () => {
    const waiting = entry({ type: 'LIMIT', price: price('59000'), qty: qty('0.5'), marginType: 'CROSS' });
    const alone = bothOf(bookWith(), waiting);
    expect(alone.change).toMatchObject({ asks: 'STAKE', ...alone.stake });
    const book = bookWith();
    hold(book, { side: 'SHORT', qty: '0.2', entry: '60000', leverage: 20, marginType: 'CROSS' });
    const beside = bothOf(book, waiting);
    expect(beside.change).toMatchObject({ asks: 'STAKE', ...beside.stake });
    expect(beside.change!.opened).toBeLessThan(alone.change!.opened);
  });

  test('an inverse contract is counted in its coin', () => {
    const order = entry({ qty: qty('6000'), marginType: 'CROSS' });
    const { change, stake } = bothOf(bookWith(), order, BTC_COIN);
    expect(change).toMatchObject({ wallet: BTC_COIN.wallet, asks: 'STAKE', ...stake });
  });

  test('what is open is what opening it put at stake', () => {
    const book = bookWith();
    hold(book, { qty: '0.5', entry: '60000', leverage: 20, marginType: 'ISOLATED', margin: '1500' });
    expect([...openStakes(book.futures, mina)]).toMatchObject([{ wallet: BTC.wallet }]);
  });
});
