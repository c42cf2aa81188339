import { describe, expect, test } from 'vitest';
import { amount } from '../amount.ts';
import type { Book } from '../book.ts';
import { decide } from '../decide.ts';
import { productOfEvent } from '../products.ts';
import { type PlayerId, playerId } from '../purse.ts';
import { openStakes } from './changes.ts';
import { factsOf } from './place.ts';
import { previewOrder } from './preview.ts';
import { bookWith, execute, NOON, open, orderOf, quoteAt } from './testing.ts';

const mina = playerId(1);
const followed = new Map<PlayerId, true>([[mina, true]]);

function changesOf(book: Book, command: Parameters<typeof decide>[1]) {
  const decision = decide(book, command, { now: NOON, eventId: book.lastEvent + 1 });
  if (!decision.ok) throw new Error(decision.refusal);
  const { changes } = productOfEvent(decision.event.kind);
  return changes === 'NOTHING' ? [] : changes(book, decision.event, followed);
}

function openIn(book: Book): bigint {
  let sum = 0n;
  for (const { stake } of openStakes(book.oversea, mina)) sum += stake;
  return sum;
}

/** What the form says of it beforehand. */
function previewed(book: Book, command: ReturnType<typeof orderOf>) {
  const { terms, quote } = command;
  const player = book.players.get(mina)!;
  const account = book.oversea.accounts.get(mina) ?? { orders: new Map(), positions: new Map() };
  const facts = factsOf(book, account, player.wallets.get(terms.wallet)!);
  return previewOrder({ facts, terms, quote, order: command, now: NOON, others: new Map() }).figures?.stake;
}

describe('what an overseas order means for its player', () => {
  test('opening puts margin and commission at stake, and nothing is realised', () => {
    const book = bookWith(1);
    const asked = orderOf({ qty: 2, quote: quoteAt('20000') });
    expect(changesOf(book, asked)).toMatchObject([
      { asks: 'STAKE', opened: amount('606000'), ended: 0n, result: 0n, turnover: 0n },
    ]);
    execute(book, asked, NOON);
    expect(openIn(book)).toBe(amount('606000'));
  });

  test('closing a part asks for nothing and has the net result of the part', () => {
    const book = bookWith(1);
    open(book, '20000', { qty: 2 });
    const [change] = changesOf(book, orderOf({ side: 'SHORT', qty: 1, quote: quoteAt('20001') }));
    expect(change).not.toHaveProperty('asks');
    // 1 point × 20 × 1,385.5 − 3,000 − 3,000
    expect(change).toMatchObject({ opened: 0n, result: amount('21710'), turnover: amount('300000') });
  });

  test('turning a position asks for what it opens and frees what it closes', () => {
    const book = bookWith(1);
    open(book, '20000', { qty: 1 });
    const asked = orderOf({ side: 'SHORT', qty: 3, quote: quoteAt('20000') });
    const before = openIn(book);
    const [change] = changesOf(book, asked);
    expect(change).toMatchObject({ asks: 'STAKE', opened: amount('606000'), ended: amount('303000') });
    execute(book, asked, NOON);
    expect(openIn(book) - before).toBe(amount('303000'));
  });

  test.each([
    ['opens', {}],
    ['enlarges', { side: 'LONG', qty: 2 }],
    ['reduces', { side: 'SHORT', qty: 1, quote: quoteAt('20003') }],
    ['turns', { side: 'SHORT', qty: 5, quote: quoteAt('19990') }],
    ['waits', { type: 'LIMIT', price: '19990', qty: 2 }],
  ] as const)('an order that %s is previewed as it is decided', (what, input) => {
    const book = bookWith(1);
    if (what !== 'opens') open(book, '20000', { qty: 2 });
    const asked = orderOf({ quote: quoteAt('20000'), ...input });
    const [change] = changesOf(book, asked);
    expect(previewed(book, asked)).toBeDefined();
    expect(change).toMatchObject(previewed(book, asked)!);
  });

  test('an order that waits is at stake with its margin, and its fill does not count it again', () => {
    const book = bookWith(1);
    const asked = orderOf({ type: 'LIMIT', price: '19990', quote: quoteAt('20000') });
    expect(changesOf(book, asked)).toMatchObject([{ asks: 'STAKE', opened: amount('300000') }]);
    execute(book, asked, NOON);
    const { terms } = asked;
    const fill = {
      kind: 'FILL_OVERSEA_ORDER',
      site: asked.site,
      player: mina,
      order: book.lastEvent,
      terms,
      quote: quoteAt('19990', { seq: 2 }),
      isAfterGap: false,
    } as const;
    expect(changesOf(book, fill)).toMatchObject([
      { asks: 'STAKE', opened: amount('303000'), ended: amount('300000') },
    ]);
  });
});
