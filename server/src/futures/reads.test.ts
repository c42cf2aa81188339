import { amount } from '@maru/engine/amount';
import { BTC, ETH } from '@maru/engine/futures/testing';
import { playerId, playerPurse } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import { createHistory } from './history-testing.ts';
import { readFuturesAccounts, readFuturesHeld, readFuturesOrders } from './reads.ts';

const one = playerId(1);

test('everything open is read with the money of its wallets, and stays as it was read', () => {
  const history = createHistory(2);
  history.trade({ terms: BTC, side: 'LONG', qty: '1' });
  history.trade({ terms: ETH, side: 'LONG', qty: '1', marginType: 'ISOLATED' });
  history.rest(2, { player: 2 });
  history.fund(BTC);
  const { book } = history;
  const held = readFuturesHeld.compute(book, {});
  const [seen] = readFuturesAccounts.compute(book, { players: [one] });
  expect(held).toMatchObject({
    lastEvent: book.lastEvent,
    orders: [{ player: 2 }],
    positions: [{ instrument: BTC.instrument, funding: amount('-6') }, { instrument: ETH.instrument }],
    funded: [['1/101', history.now()]],
    balances: [
      { purse: playerPurse(one, 'FUTURES', 'free') },
      { purse: playerPurse(one, 'FUTURES', 'posMargin'), balance: amount('150.025') },
      { purse: playerPurse(playerId(2), 'FUTURES', 'free') },
      { purse: playerPurse(playerId(2), 'FUTURES', 'posMargin'), balance: amount('0') },
    ],
  });
  history.wait(1);
  history.fund(BTC);
  for (const read of [held.positions[0], seen?.seen?.positions[0]]) expect(read?.funding).toBe(amount('-6'));
});

test('a player without anything open is read with empty lists, and an unknown one not at all', () => {
  const { book } = createHistory(1);
  expect(readFuturesOrders.compute(book, { player: one })).toEqual([]);
  const [known, unknown] = readFuturesAccounts.compute(book, { players: [one, playerId(9)] });
  expect(known?.seen).toMatchObject({
    positions: [],
    orders: [],
    wallets: [{ type: 'FUTURES' }, { type: 'BTC' }],
  });
  expect(unknown?.seen).toBeUndefined();
});
