// An event contains all that its pushes show: they may be made again years later, from the event alone.
import { describe, expect, test } from 'vitest';
import { price } from '../amount.ts';
import { playerId } from '../purse.ts';
import { later } from '../time.ts';
import {
  bookWith,
  eventFrom,
  execute,
  fill,
  NOON,
  NQ,
  order,
  positionOf,
  quoteAt,
  rest,
  SITE,
} from './testing.ts';

const own = { site: SITE, player: playerId(1) };
const soon = later(NOON, 1_000);

describe('an event contains', () => {
  test('the order that it filled', () => {
    const book = bookWith();
    const id = rest(book, { type: 'STOPMARKET', qty: 2, price: '18260', slTick: 8 });
    const event = eventFrom(fill(book, id, quoteAt('18260', { at: soon })), 'OVERSEA_FILLED');
    expect(event.ended).toEqual({
      qty: 2,
      price: price('18260'),
      fires: 'AT_OR_ABOVE',
      reduceOnly: false,
      slTick: 8,
      placedAt: NOON,
    });
  });

  test('the order that it cancelled; which way a limit is reached follows from its side', () => {
    const book = bookWith();
    const id = rest(book, { qty: 1, price: '18240', tpTick: 4 });
    const event = eventFrom(
      execute(book, { kind: 'CANCEL_OVERSEA_ORDER', ...own, order: id }),
      'OVERSEA_ORDERS_CANCELLED',
    );
    expect(event.cancelled).toEqual([
      {
        order: id,
        reason: 'PLAYER',
        instrument: NQ.instrument,
        side: 'LONG',
        type: 'LIMIT',
        qty: 1,
        price: price('18240'),
        reduceOnly: false,
        tpTick: 4,
        placedAt: NOON,
      },
    ]);
  });

  test('when the position that a fill enlarges, reduces, reverses or closes was opened, and nothing for a new one', () => {
    const book = bookWith();
    const at = (side: 'LONG' | 'SHORT', qty: number) =>
      eventFrom(
        order(book, { side, qty, at: soon, quote: quoteAt('18250', { at: soon }) }),
        'OVERSEA_FILLED',
      );
    const first = eventFrom(order(book, { qty: 2 }), 'OVERSEA_FILLED').fills[0]!;
    expect([first.openedAt, first.closedHeldFor]).toEqual([undefined, undefined]);
    const held = positionOf(book)!;
    const steps = [at('LONG', 1), at('SHORT', 1), at('SHORT', 3)].map(({ fills }) => fills[0]!);
    expect(steps.map(({ openedAt }) => openedAt)).toEqual([NOON, NOON, NOON]);
    expect(steps.map(({ closedHeldFor }) => closedHeldFor)).toEqual([undefined, undefined, held.heldFor]);
    const [closed] = at('LONG', 1).fills;
    expect(closed).toMatchObject({ openedAt: soon, closedHeldFor: held.heldFor });
  });

  test('the whole position whose exits or overnight flag it sets', () => {
    const book = bookWith();
    eventFrom(order(book, { qty: 2 }), 'OVERSEA_FILLED');
    const shown = () => {
      const {
        player: _player,
        site: _site,
        instrument: _instrument,
        wallet: _wallet,
        ...position
      } = positionOf(book)!;
      return position;
    };
    const { id } = shown();
    const exits = { position: id, tpTick: 9, slTick: 7, terms: NQ, quote: quoteAt('18250') };
    const set = eventFrom(execute(book, { kind: 'SET_OVERSEA_TPSL', ...own, ...exits }), 'OVERSEA_TPSL_SET');
    expect(set.position).toEqual(shown());
    expect(set.position).toMatchObject({ tpTick: 9, slTick: 7, openedAt: NOON });
    const flag = { position: id, isActive: true, terms: NQ };
    const flagged = eventFrom(
      execute(book, { kind: 'SET_OVERSEA_OVERNIGHT', ...own, ...flag }),
      'OVERSEA_OVERNIGHT_SET',
    );
    expect(flagged.position).toEqual(shown());
    expect(flagged.position.overnight).toBe(true);
  });
});
