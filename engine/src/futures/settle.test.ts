import { expect, test } from 'vitest';
import { qty } from '../amount.ts';
import { playerId } from '../purse.ts';
import type { PlaceFuturesOrder } from './commands.ts';
import { placeOrder } from './place.ts';
import { BTC, bookWith, execute, hold, quoteAt, SITE } from './testing.ts';

type Given = Pick<PlaceFuturesOrder, 'leverage' | 'marginType' | 'reduceOnly'> & { readonly sold: string };

/** Sold at the market, where 0.5 is held at 12x cross. */
function sell({ sold, ...asked }: Given) {
  const book = bookWith();
  hold(book, { leverage: 12 });
  const quote = quoteAt('60000');
  const where = { site: SITE, player: playerId(1), terms: BTC, quote, priced: [{ terms: BTC, quote }] };
  const how = { side: 'SHORT', type: 'MARKET', by: 'last', postOnly: false, immediate: false } as const;
  return execute(book, placeOrder, {
    kind: 'PLACE_FUTURES_ORDER',
    ...where,
    ...how,
    ...asked,
    qty: qty(sold),
  });
}

test('what closes has the leverage and margin type of its position, whatever a reduce-only order says', () => {
  expect(sell({ sold: '0.2', leverage: 50, marginType: 'ISOLATED', reduceOnly: true })).toMatchObject({
    event: { fills: [{ closedQty: qty('0.2'), leverage: 12, marginType: 'CROSS' }] },
  });
});

test('a reversal closes with those of its position and opens with those of the order', () => {
  expect(sell({ sold: '0.7', leverage: 12, marginType: 'CROSS', reduceOnly: false })).toMatchObject({
    event: {
      fills: [
        { closedQty: qty('0.5'), leverage: 12, marginType: 'CROSS' },
        { openedQty: qty('0.2'), leverage: 12, marginType: 'CROSS' },
      ],
    },
  });
});
