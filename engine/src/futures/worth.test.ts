// The worth of a wallet is held against the ledger: what lies in its purses after everything was closed at the marks.
import { describe, expect, test } from 'vitest';
import { type Amount, amount, minus, plus, sum, unitOf } from '../amount.ts';
import type { Book } from '../book.ts';
import { playerId } from '../purse.ts';
import { factsOf } from './account.ts';
import { closePositions } from './close.ts';
import { crossAccount, pricedIn, standingOf } from './standing.ts';
import type { Priced } from './terms.ts';
import {
  BTC,
  bookWith,
  ETH,
  eventFrom,
  execute,
  hold,
  type PositionInput,
  pricedAt,
  purseOf,
  SITE,
} from './testing.ts';
import { isIsolated } from './value.ts';
import { profitOf, walletWorth } from './worth.ts';

const UNIT = unitOf(8);

function worthOf(book: Book, priced: readonly Priced[]) {
  const player = book.players.get(playerId(1))!;
  const facts = factsOf(book, player, player.wallets.get('FUTURES')!);
  const { cash, funding, pnl } = standingOf(crossAccount(facts, pricedIn(priced))!, UNIT);
  const isolated = [...facts.positions.values()].filter(isIsolated).map((position) => {
    const { terms, quote } = pricedIn(priced)(position.instrument)!;
    return { ...position, profit: profitOf(position, quote.mark, terms, UNIT) };
  });
  return walletWorth({ playerPoint: cash, minusFundingFee: funding, markPnl: pnl }, isolated);
}

/** Free money after everything was closed, with the fees of it given back. */
function closedOut(book: Book, priced: readonly Priced[]): Amount {
  const closed = execute(book, closePositions, {
    kind: 'CLOSE_FUTURES_POSITIONS',
    site: SITE,
    player: playerId(1),
    wallet: 'FUTURES',
    priced,
  });
  const { fills } = eventFrom(closed, 'FUTURES_FILLED');
  expect(purseOf(book, 'posMargin')).toBe(0n);
  return plus(purseOf(book, 'free'), sum(fills.map(({ fee }) => fee)));
}

describe('the worth of a wallet is what closing everything at the marks would leave', () => {
  const isolated = { terms: ETH, marginType: 'ISOLATED', qty: '2', entry: '3000' } as const;
  test.each<[string, readonly PositionInput[], string, string]>([
    ['of one isolated position in profit', [isolated], '60000', '3050.55'],
    [
      'of one isolated position at a loss, with funding owed',
      [{ ...isolated, funding: '-1.5' }],
      '60000',
      '2900',
    ],
    ['of a cross one alone', [{ funding: '-3.025' }], '60501', '3000'],
    ['of both', [{}, { ...isolated, side: 'SHORT', funding: '0.25' }], '59000.1', '2990.01'],
  ])('%s', (_, held, btc, eth) => {
    const book = bookWith();
    for (const input of held) hold(book, input);
    const priced = [pricedAt(BTC, btc), pricedAt(ETH, eth)];
    const { cash, funding, profit, worth } = worthOf(book, priced);
    expect(sum([cash, funding, profit])).toBe(worth);
    expect(worth).toBe(closedOut(book, priced));
  });

  test('an isolated position takes no more with it than its margin and funding', () => {
    const book = bookWith();
    const { margin } = hold(book, { ...isolated, funding: '-5' });
    const { worth } = worthOf(book, [pricedAt(ETH, '1000')]);
    expect(worth).toBe(minus(amount('10000'), margin));
  });
});
