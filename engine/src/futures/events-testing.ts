// Events of the first player, made without a decision, for the tests of what follows them.
import { price, qty, rate, ZERO } from '../amount.ts';
import type { Book } from '../book.ts';
import { type Event, playerEvent } from '../event.ts';
import { playerId } from '../purse.ts';
import type { Transfer } from '../transfer.ts';
import type { CancelledOrder, FuturesFill, FuturesFilled, FuturesFunded, PositionState } from './events.ts';
import type { FuturesOrder } from './state.ts';
import { BTC, NOON, quoteAt } from './testing.ts';

/** Of the first player, at noon. */
export const eventOf = <Kind extends string>(
  book: Book,
  kind: Kind,
  transfers: readonly Transfer[] = [],
): Event<Kind> =>
  playerEvent(
    kind,
    book,
    book.players.get(playerId(1))!,
    { now: NOON, eventId: book.lastEvent + 1 },
    transfers,
  );

export const fillOf = (
  change: Partial<FuturesFill> & { readonly position?: PositionState },
): FuturesFill => ({
  instrument: BTC.instrument,
  wallet: BTC.wallet,
  contract: BTC.contract,
  side: 'SHORT',
  qty: qty('0.5'),
  price: price('60000'),
  cause: 'MARKET',
  quote: quoteAt('60000'),
  leverage: 20,
  marginType: 'CROSS',
  feeRate: BTC.feeRate,
  closedQty: qty('0.5'),
  openedQty: qty('0'),
  pnl: ZERO,
  funding: ZERO,
  fee: ZERO,
  liquidationFee: ZERO,
  entryFee: ZERO,
  exitFee: ZERO,
  released: ZERO,
  margin: ZERO,
  insured: ZERO,
  ...change,
});

export const filled = (
  book: Book,
  fill: FuturesFill,
  { transfers = [], ...change }: Partial<FuturesFilled> = {},
): FuturesFilled => ({
  ...eventOf(book, 'FUTURES_FILLED', transfers),
  fills: [fill],
  placed: [],
  cancelled: [],
  isAfterGap: false,
  topUp: ZERO,
  ...change,
});

export const funded = (book: Book, change: Partial<FuturesFunded> = {}): FuturesFunded => ({
  ...eventOf(book, 'FUTURES_FUNDED'),
  steps: [],
  instrument: BTC.instrument,
  contract: BTC.contract,
  dueAt: NOON,
  rate: rate('0.0001'),
  mark: price('60500'),
  ...change,
});

export const cancelled = ({ player: _player, site: _site, ...order }: FuturesOrder): CancelledOrder => ({
  ...order,
  reason: 'PLAYER',
});
