// A site with two members, a partner and three members of staff, and the commands that its cashier gets.
import { amount, toDecimal } from '../amount.ts';
import { apply } from '../apply.ts';
import { type Book, emptyBook } from '../book.ts';
import { decide, type Refusal } from '../decide.ts';
import type { AnyCommand, AnyEvent } from '../products.ts';
import { housePurse, type PlayerId, type PlayerPurseKind, playerId, playerPurse, siteId } from '../purse.ts';
import { later, type Millis, millis } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import type {
  ApproveRequest,
  AskDeposit,
  AskGrant,
  AskPurchase,
  AskSale,
  AskWithdrawal,
  Convert,
  IssueCoupon,
  Rate,
  TransferMoney,
} from './commands.ts';

export const site = siteId(1);
export const mina = playerId(1);
export const jun = playerId(2);
export const partner = playerId(3);
export const now = millis(1_760_000_000_000);
/** Members of staff, who have no account here. */
export const [ANNA, BORA, CHUL] = [101, 102, 103] as const;

const none = { site, player: mina } as const;

const WALLETS = [
  { type: 'BINARY', currency: 'KRW', places: 0, credit: amount('1000000') },
  { type: 'FUTURES', currency: 'USDT', places: 8, credit: amount('1000') },
  { type: 'USDT', currency: 'USDT', places: 8, credit: amount('500') },
  { type: 'BTC', currency: 'BTC', places: 8, credit: amount('0') },
];

export const cashierAccounts = (): readonly AnyCommand[] =>
  [mina, jun, partner].map((player) => ({
    kind: 'OPEN_ACCOUNT',
    site,
    player,
    role: player === partner ? 'PARTNER' : 'PLAYER',
    wallets: WALLETS,
  }));

export function cashierBook(): Book {
  const book = emptyBook();
  for (const command of cashierAccounts()) run(book, command);
  return book;
}

/** The refusal, or the event after it was applied. */
export function run(book: Book, command: AnyCommand, at: Millis = now): AnyEvent | Refusal {
  const decision = decide(book, command, { now: at, eventId: book.lastEvent + 1 });
  if (!decision.ok) return decision.refusal;
  apply(book, decision.event);
  return decision.event;
}

/** Must be accepted; answers the number of its event. */
export function done(book: Book, command: AnyCommand, at: Millis = now): number {
  const event = run(book, command, at);
  if (typeof event === 'string') throw new Error(`${command.kind} was refused: ${event}`);
  return event.id;
}

export const refusal = (book: Book, command: AnyCommand, at: Millis = now): string => {
  const event = run(book, command, at);
  return typeof event === 'string' ? event : 'OK';
};

export const purse = (book: Book, wallet: string, kind: PlayerPurseKind = 'free', player: PlayerId = mina) =>
  toDecimal(balanceOf(book, playerPurse(player, wallet, kind)));

export const house = (book: Book, purpose: string, currency = 'KRW'): string =>
  toDecimal(balanceOf(book, housePurse(site, purpose, currency)));

const ZERO_RESERVED = amount('0');

export const rateOf = (numerator: string, denominator = '1', at: Millis = now): Rate => ({
  numerator: amount(numerator),
  denominator: amount(denominator),
  at,
  source: 'test',
});

export const deposit = (own: Partial<AskDeposit> = {}): AskDeposit => ({
  ...none,
  kind: 'ASK_DEPOSIT',
  wallet: 'BINARY',
  amount: amount('300000'),
  least: amount('10000'),
  channel: 'bank',
  ...own,
});

export const withdrawal = (own: Partial<AskWithdrawal> = {}): AskWithdrawal => ({
  ...none,
  kind: 'ASK_WITHDRAWAL',
  wallet: 'BINARY',
  amount: amount('300000'),
  fee: amount('1000'),
  least: amount('10000'),
  channel: 'bank',
  payout: 7,
  waits: [],
  reserved: ZERO_RESERVED,
  ...own,
});

export const purchase = (own: Partial<AskPurchase> = {}): AskPurchase => ({
  ...none,
  kind: 'ASK_PURCHASE',
  wallet: 'USDT',
  won: amount('138550'),
  least: amount('10000'),
  shown: amount('100'),
  rate: rateOf('1385.5'),
  channel: 'p2p',
  payWithinMs: 1_800_000,
  ...own,
});

export const sale = (own: Partial<AskSale> = {}): AskSale => ({
  ...none,
  kind: 'ASK_SALE',
  wallet: 'USDT',
  amount: amount('100'),
  fee: amount('0.5'),
  least: amount('1'),
  rate: rateOf('1385.5'),
  channel: 'p2p',
  payout: 7,
  waits: [],
  reserved: ZERO_RESERVED,
  ...own,
});

export const approve = (
  request: number,
  staff: number = ANNA,
  own: Partial<ApproveRequest> = {},
): ApproveRequest => ({
  ...none,
  kind: 'APPROVE_REQUEST',
  request,
  by: { staff },
  twoFrom: amount('10000000'),
  ...own,
});

export const byProvider = (provider: string, external = 'x1') => ({ provider, external });

export const reject = (request: number, reason = 'not received'): AnyCommand => ({
  ...none,
  kind: 'REJECT_REQUEST',
  request,
  by: { staff: ANNA },
  reason,
});

export const take = (request: number): AnyCommand => ({
  ...none,
  kind: 'TAKE_REQUEST',
  request,
  by: { staff: ANNA },
});

export const onOwn = (
  kind: 'CANCEL_REQUEST' | 'MARK_PAID' | 'DISPUTE_REQUEST' | 'EXPIRE_REQUEST',
  request: number,
  player: PlayerId = mina,
): AnyCommand => ({ kind, site, player, request });

export const grant = (own: Partial<AskGrant> = {}): AskGrant => ({
  ...none,
  kind: 'ASK_GRANT',
  type: 'PB',
  wallet: 'BINARY',
  amount: amount('50000'),
  staff: ANNA,
  reason: 'event prize',
  ...own,
});

export const conversion = (own: Partial<Convert> = {}): Convert => ({
  ...none,
  kind: 'CONVERT',
  from: 'BINARY',
  to: 'USDT',
  amount: amount('100000'),
  rate: rateOf('1', '1385.5'),
  spread: ZERO_RESERVED,
  quoteUntil: later(now, 10_000),
  reserved: ZERO_RESERVED,
  ...own,
});

export const transfer = (own: Partial<TransferMoney> = {}): TransferMoney => ({
  ...none,
  kind: 'TRANSFER_MONEY',
  from: 'USDT',
  to: 'FUTURES',
  amount: amount('200'),
  recipient: mina,
  betweenMembers: true,
  waits: [],
  reserved: ZERO_RESERVED,
  ...own,
});

export const HASH = 'ab'.repeat(32);

export const issue = (own: Partial<IssueCoupon> = {}): IssueCoupon => ({
  kind: 'ISSUE_COUPON',
  site,
  player: 0 as PlayerId,
  coupon: HASH,
  wallets: ['BINARY'],
  currency: 'KRW',
  amount: amount('10000'),
  uses: 2,
  turnover: amount('1'),
  from: now,
  until: later(now, 3_600_000),
  askedBy: ANNA,
  approvedBy: BORA,
  ...own,
});

export const useCode = (
  player: PlayerId = mina,
  own: { wallet?: string; coupon?: string } = {},
): AnyCommand => ({
  kind: 'USE_COUPON',
  site,
  player,
  coupon: HASH,
  wallet: 'BINARY',
  ...own,
});
