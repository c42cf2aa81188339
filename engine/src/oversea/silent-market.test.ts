// The overnight check while one of the account's markets has no price (docs/rules.md 0.5, 4.7).
import { describe, expect, test } from 'vitest';
import { amount } from '../amount.ts';
import type { Book } from '../book.ts';
import { playerId } from '../purse.ts';
import { later } from '../time.ts';
import {
  bookWith,
  CL,
  END,
  eventFrom,
  execute,
  NQ,
  open,
  order,
  quoteAt,
  refusalOf,
  SESSION,
  SITE,
  TUESDAY,
} from './testing.ts';

const own = { site: SITE, player: playerId(1) } as const;

describe('a market that is silent at the end of the trade date', () => {
  const at = later(END, -60_000);
  const silent = quoteAt('70', { at: later(at, -5_001) });
  const flag = (book: Book, terms = NQ) => {
    const position = book.oversea.accounts.get(own.player)?.positions.get(terms.instrument)?.id ?? 0;
    const command = { kind: 'SET_OVERSEA_OVERNIGHT', ...own, position, isActive: true, terms } as const;
    eventFrom(execute(book, command), 'OVERSEA_OVERNIGHT_SET');
  };
  const flagBoth = (book: Book) => {
    flag(book);
    flag(book, CL);
  };
  const two = (credit: string) => {
    const book = bookWith(1, { credit });
    open(book, '18250');
    eventFrom(order(book, { terms: CL, quote: quoteAt('70') }), 'OVERSEA_FILLED');
    return book;
  };
  const checkBoth = (book: Book, closing: readonly number[]) =>
    execute(
      book,
      {
        kind: 'CHECK_OVERSEA_OVERNIGHT',
        ...own,
        closing: closing.map((instrument) => ({ instrument, nextTradeDate: TUESDAY })),
        priced: [
          { terms: NQ, quote: quoteAt('18250', { at }) },
          { terms: CL, quote: silent },
        ],
      },
      at,
    );

  test('does not keep the others from being carried or closed', () => {
    const rich = two('9000000');
    flag(rich);
    const carried = eventFrom(checkBoth(rich, [NQ.instrument]), 'OVERSEA_CARRIED');
    expect(carried.carried.map(({ instrument }) => instrument)).toEqual([NQ.instrument]);
    const poor = two('1500000');
    flag(poor);
    const event = eventFrom(checkBoth(poor, [NQ.instrument]), 'OVERSEA_FILLED');
    expect(event.fills).toMatchObject([{ instrument: NQ.instrument, cause: 'OVERNIGHT_SHORT' }]);
  });

  test('is neither carried nor closed itself, and its margin counts', () => {
    // Enough for one of them and not for both.
    const book = two('3500000');
    flagBoth(book);
    const event = eventFrom(checkBoth(book, [NQ.instrument, CL.instrument]), 'OVERSEA_FILLED');
    expect(event.fills).toMatchObject([{ instrument: NQ.instrument, cause: 'OVERNIGHT_SHORT' }]);
    expect(refusalOf(checkBoth(book, [CL.instrument]))).toBe('NO_FRESH_PRICE');
    const rich = two('9000000');
    flagBoth(rich);
    const carried = eventFrom(checkBoth(rich, [NQ.instrument, CL.instrument]), 'OVERSEA_CARRIED');
    expect(carried).toMatchObject({ carried: [{ instrument: NQ.instrument }], needed: amount('4000000') });
  });

  test('counts as silent only when it has been open for longer than a price is fresh', () => {
    const book = two('9000000');
    flag(book);
    const opened = { ...CL, session: { ...SESSION, opensAt: later(at, -5_000) } };
    const decision = execute(
      book,
      {
        kind: 'CHECK_OVERSEA_OVERNIGHT',
        ...own,
        closing: [{ instrument: NQ.instrument, nextTradeDate: TUESDAY }],
        priced: [
          { terms: NQ, quote: quoteAt('18250', { at }) },
          { terms: opened, quote: silent },
        ],
      },
      at,
    );
    expect(refusalOf(decision)).toBe('NO_FRESH_PRICE');
  });
});
