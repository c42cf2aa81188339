// The rules of the cashier once more (docs/rules.md 6.3 to 6.7), plain and in their order: what must become of a command.
import type {
  CashierPlatformCommand,
  CashierPlayerCommand,
  DecidedBy,
  Rate,
} from '@maru/engine/cashier/commands';
import type { CashierEvent } from '@maru/engine/cashier/events';
import { countDeposit, depositBarOf, isCounted } from '../limits/twin.ts';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { pursesOf, unitsIn } from '../twin-legs.ts';
import { type Outcome, refused } from '../twin-outcome.ts';
import { bonusesIn, couponName, isIn, requestsOf, type TwinRequest } from './twin.ts';

export type CashierCommand = CashierPlayerCommand | CashierPlatformCommand;

const ONE = 100_000_000n;
const BEYOND = 2n ** 63n;
const RATE_MS = 60_000;
export const DISPUTE_MS = 900_000;
const CHANNEL = /^[a-z][a-z0-9-]{0,31}$/;

type Wallet = { readonly currency: string; readonly places: number };
const stepOf = ({ places }: Wallet): bigint => 10n ** BigInt(8 - places);
const ceilTo = (units: bigint, step: bigint): bigint => ((units + step - 1n) / step) * step;
const isOff = (units: bigint, step: bigint): boolean => units % step !== 0n;
const isStale = (rate: Rate, now: number): boolean =>
  rate.numerator <= 0n || rate.denominator <= 0n || now - rate.at > RATE_MS;

/** What may leave a wallet. */
function mostOut(state: TwinState, player: number, wallet: string, reserved: bigint): bigint {
  const locked = bonusesIn(state.cashier, player, wallet).reduce((sum, bonus) => sum + bonus.locked, 0n);
  const most = unitsIn(state, pursesOf(player, wallet).free) - reserved - locked;
  return most > 0n ? most : 0n;
}

/** Own rules first; then what the player's own limits say to money that would come in. */
export function outcomeOf(
  state: TwinState,
  player: TwinPlayer | undefined,
  command: CashierCommand,
  now: number,
): Outcome {
  const outcome = ownOutcomeOf(state, player, command, now);
  if (player === undefined || 'refusal' in outcome) return outcome;
  const { kind, type, wallet, amount } = outcome.body as Partial<Record<string, string>> & {
    amount?: bigint;
  };
  const isAsked = kind === 'DEPOSIT_CREDITED' || (kind === 'REQUEST_MADE' && isIn(type ?? ''));
  if (!isAsked && kind !== 'COUPON_USED' && !(kind === 'REQUEST_DONE' && isIn(type ?? ''))) return outcome;
  const brought = { player: player.id, wallet: wallet ?? '', amount: isAsked ? (amount ?? 0n) : 0n };
  const bar = depositBarOf(state, brought, now);
  return bar === undefined ? outcome : refused(bar);
}

/** What limits count of it, before it changes anything: a deposit counts from the request on until it has failed. */
export function countDeposits(state: TwinState, event: CashierEvent, player: number): void {
  const { kind, at } = event;
  if (kind === 'DEPOSIT_CREDITED' || (kind === 'REQUEST_MADE' && isIn(event.type)))
    countDeposit(state, { player, wallet: event.wallet, amount: event.amount }, at);
  if (kind !== 'REQUEST_REJECTED' && kind !== 'REQUEST_CANCELLED') return;
  const request = state.cashier.requests.get(event.request);
  if (request === undefined || !isIn(request.type)) return;
  const { wallet, amount, at: askedAt } = request;
  if (isCounted(state, player, { askedAt, at })) countDeposit(state, { player, wallet, amount: -amount }, at);
}

function ownOutcomeOf(
  state: TwinState,
  player: TwinPlayer | undefined,
  command: CashierCommand,
  now: number,
): Outcome {
  if (command.kind === 'ISSUE_COUPON') return issueOf(state, command, now);
  if (command.kind === 'END_COUPON') {
    const coupon = state.cashier.coupons.get(couponName(command.site, command.coupon));
    if (coupon === undefined) return refused('COUPON_NOT_FOUND');
    if (command.staff === undefined && now < coupon.until) return refused('NOT_DUE');
    const { coupon: hash, staff } = command;
    return { body: { kind: 'COUPON_ENDED', coupon: hash, issued: coupon.id, staff } };
  }
  if (player === undefined) return refused('ACCOUNT_NOT_FOUND');
  switch (command.kind) {
    case 'ASK_DEPOSIT':
    case 'CREDIT_DEPOSIT':
    case 'ASK_WITHDRAWAL':
    case 'ASK_PURCHASE':
    case 'ASK_SALE':
    case 'ASK_GRANT':
      return askOf(state, player, command, now);
    case 'CONVERT':
      return convertOf(state, player, command, now);
    case 'TRANSFER_MONEY':
      return transferOf(state, player, command, now);
    case 'USE_COUPON':
      return useOf(state, player, command, now);
    default:
      return endOf(state, player, command, now);
  }
}

type Asked = Extract<CashierPlayerCommand, { readonly kind: `ASK_${string}` | 'CREDIT_DEPOSIT' }>;

function isOngoing(state: TwinState, player: number, type: string, channel: string): boolean {
  return requestsOf(state.cashier, player).some(
    (request) => request.type === type || (channel === 'p2p' && request.channel === 'p2p'),
  );
}

function askOf(state: TwinState, player: TwinPlayer, command: Asked, now: number): Outcome {
  const isTrade = command.kind === 'ASK_PURCHASE' || command.kind === 'ASK_SALE';
  if ((isTrade || command.kind === 'ASK_DEPOSIT') && player.role === 'PARTNER')
    return refused('PARTNER_CANNOT_TRADE');
  const wallet = player.wallets.get(command.wallet);
  if (wallet === undefined) return refused('WALLET_UNSUPPORTED');
  const step = stepOf(wallet);
  const made = (type: string, amount: bigint, fee: bigint, channel: string, rest: object = {}): Outcome =>
    isOngoing(state, player.id, type, channel)
      ? refused('REQUEST_ONGOING')
      : { body: { kind: 'REQUEST_MADE', type, wallet: command.wallet, amount, fee, channel, ...rest } };

  switch (command.kind) {
    case 'ASK_DEPOSIT': {
      const { amount, channel, least } = command;
      if (amount <= 0n) return refused('ENTER_DEPOSIT_AMOUNT');
      if (isOff(amount, step)) return refused('AMOUNT_OFF_UNIT');
      if (amount >= BEYOND) return refused('AMOUNT_TOO_LARGE');
      if (amount < least) return refused('BELOW_MINIMUM');
      if (!CHANNEL.test(channel)) return refused('PROVIDER_UNKNOWN');
      return made('D', amount, 0n, channel);
    }
    case 'CREDIT_DEPOSIT': {
      const { amount, channel, by } = command;
      if (amount <= 0n) return refused('ENTER_DEPOSIT_AMOUNT');
      if (isOff(amount, step)) return refused('AMOUNT_OFF_UNIT');
      if (amount >= BEYOND) return refused('AMOUNT_TOO_LARGE');
      if (!CHANNEL.test(channel)) return refused('PROVIDER_UNKNOWN');
      if (by.provider !== channel) return refused('CALLBACK_MISMATCH');
      return { body: { kind: 'DEPOSIT_CREDITED', wallet: command.wallet, amount, channel, by } };
    }
    case 'ASK_WITHDRAWAL': {
      const { amount, channel, least, payout } = command;
      if (amount <= 0n) return refused('ENTER_WITHDRAW_AMOUNT');
      if (isOff(amount, step)) return refused('AMOUNT_OFF_UNIT');
      if (amount < least) return refused('BELOW_MINIMUM');
      if (!CHANNEL.test(channel)) return refused('PROVIDER_UNKNOWN');
      const fee = ceilTo(command.fee, step);
      const bar = payoutBar(state, player, command, fee, now);
      return bar === undefined ? made('W', amount, fee, channel, { payout }) : refused(bar);
    }
    case 'ASK_PURCHASE': {
      const { won, least, channel, rate, shown, payWithinMs } = command;
      if (won <= 0n) return refused('ENTER_AMOUNT');
      if (isOff(won, ONE)) return refused('AMOUNT_OFF_UNIT');
      if (won < least) return refused('BELOW_MINIMUM');
      if (!CHANNEL.test(channel)) return refused('PROVIDER_UNKNOWN');
      if (isStale(rate, now)) return refused('RATE_STALE');
      const amount = ((won * rate.denominator) / (rate.numerator * step)) * step;
      if (amount === 0n) return refused('BELOW_MINIMUM');
      if (amount >= BEYOND) return refused('AMOUNT_TOO_LARGE');
      if (shown - amount > step || amount - shown > step) return refused('PRICE_CHANGED');
      return made('WB', amount, 0n, channel, { won, rate, payUntil: now + payWithinMs });
    }
    case 'ASK_SALE': {
      const { amount, least, channel, rate, payout } = command;
      if (amount <= 0n) return refused('ENTER_AMOUNT');
      if (isOff(amount, step)) return refused('AMOUNT_OFF_UNIT');
      if (amount < least) return refused('BELOW_MINIMUM');
      if (!CHANNEL.test(channel)) return refused('PROVIDER_UNKNOWN');
      if (isStale(rate, now)) return refused('RATE_STALE');
      const won = ((amount * rate.numerator) / (rate.denominator * ONE)) * ONE;
      if (won === 0n) return refused('BELOW_MINIMUM');
      const fee = ceilTo(command.fee, step);
      const bar = payoutBar(state, player, command, fee, now);
      return bar === undefined ? made('WS', amount, fee, channel, { won, rate, payout }) : refused(bar);
    }
    case 'ASK_GRANT': {
      const { amount, type, staff, reason } = command;
      if (amount <= 0n) return refused('ENTER_AMOUNT');
      if (isOff(amount, step)) return refused('AMOUNT_OFF_UNIT');
      if (amount >= BEYOND) return refused('AMOUNT_TOO_LARGE');
      if (reason.trim() === '') return refused('ENTER_REASON');
      if (staff === player.id) return refused('SECOND_PERSON_NEEDED');
      return made(type, amount, 0n, 'staff', { staff, reason });
    }
  }
}

function payoutBar(
  state: TwinState,
  player: TwinPlayer,
  command: Extract<Asked, { readonly payout: unknown }>,
  fee: bigint,
  now: number,
): string | undefined {
  if (command.payout === undefined) return 'PAYOUT_ACCOUNT_MISSING';
  if (command.waits.some(({ until }) => until > now)) return 'WITHDRAWAL_WAITS';
  if (command.most !== undefined && command.amount > command.most) return 'ABOVE_LEVEL_LIMIT';
  const most = mostOut(state, player.id, command.wallet, command.reserved);
  if (command.amount > most) return 'ABOVE_WITHDRAWABLE';
  const held = command.amount + fee;
  return held > most || held >= BEYOND ? 'INSUFFICIENT_FEE' : undefined;
}

function convertOf(
  state: TwinState,
  player: TwinPlayer,
  command: Extract<CashierPlayerCommand, { readonly kind: 'CONVERT' }>,
  now: number,
): Outcome {
  const { from, to, amount: paid, rate, spread, quoteUntil, reserved } = command;
  if (player.role === 'PARTNER') return refused('PARTNER_CANNOT_TRADE');
  const [source, target] = [player.wallets.get(from), player.wallets.get(to)];
  if (source === undefined || target === undefined) return refused('WALLET_UNSUPPORTED');
  if (source.currency === target.currency) return refused('SAME_WALLET');
  if (paid <= 0n) return refused('ENTER_AMOUNT');
  if (isOff(paid, stepOf(source))) return refused('AMOUNT_OFF_UNIT');
  if (now >= quoteUntil) return refused('QUOTE_EXPIRED');
  if (isStale(rate, now)) return refused('RATE_STALE');
  const step = stepOf(target);
  const received = ((paid * rate.numerator * (ONE - spread)) / (rate.denominator * ONE * step)) * step;
  if (received === 0n) return refused('CONVERTS_TO_NOTHING');
  if (paid > mostOut(state, player.id, from, reserved) || paid >= BEYOND || received >= BEYOND)
    return refused('ABOVE_WITHDRAWABLE');
  return { body: { kind: 'CONVERTED', from, to, paid, received, rate, spread } };
}

function transferOf(
  state: TwinState,
  player: TwinPlayer,
  command: Extract<CashierPlayerCommand, { readonly kind: 'TRANSFER_MONEY' }>,
  now: number,
): Outcome {
  const { from, to, amount, recipient: id, betweenMembers, waits, reserved } = command;
  if (player.role === 'PARTNER') return refused('PARTNER_CANNOT_TRADE');
  const source = player.wallets.get(from);
  if (source === undefined) return refused('WALLET_UNSUPPORTED');
  if (amount <= 0n) return refused('ENTER_AMOUNT');
  const isOwn = id === player.id;
  if (isOwn && from === to) return refused('SAME_WALLET');
  if (!isOwn && !betweenMembers) return refused('TRANSFER_NOT_ALLOWED');
  if (!isOwn && waits.some(({ until }) => until > now)) return refused('WITHDRAWAL_WAITS');
  const recipient = state.players.get(id);
  if (!isOwn) {
    const mayReceive =
      recipient !== undefined &&
      recipient.site === player.site &&
      recipient.role === 'PLAYER' &&
      !recipient.blocked &&
      recipient.wallets.has(to);
    if (!mayReceive) return refused('RECIPIENT_NOT_FOUND');
  }
  const target = recipient?.wallets.get(to);
  if (target === undefined) return refused('WALLET_UNSUPPORTED');
  if (source.currency !== target.currency) return refused('CURRENCIES_DIFFER');
  if (isOff(amount, stepOf(source)) || isOff(amount, stepOf(target))) return refused('AMOUNT_OFF_UNIT');
  if (amount > mostOut(state, player.id, from, reserved) || amount >= BEYOND)
    return refused('ABOVE_WITHDRAWABLE');
  return { body: { kind: 'MONEY_TRANSFERRED', from, to, amount, sender: player.id, recipient: id } };
}

function useOf(
  state: TwinState,
  player: TwinPlayer,
  command: Extract<CashierPlayerCommand, { readonly kind: 'USE_COUPON' }>,
  now: number,
): Outcome {
  if (player.role !== 'PLAYER') return refused('AFFILIATES_CANNOT_USE_COUPONS');
  const coupon = state.cashier.coupons.get(couponName(player.site, command.coupon));
  if (coupon === undefined || now < coupon.from) return refused('COUPON_NOT_FOUND');
  if (coupon.usedBy.includes(player.id)) return refused('COUPON_USED_BY_YOU');
  if (coupon.usedBy.length === coupon.uses) return refused('COUPON_NOT_FOUND');
  if (now >= coupon.until) return refused('COUPON_EXPIRED');
  const wallet = player.wallets.get(command.wallet);
  if (wallet === undefined) return refused('WALLET_UNSUPPORTED');
  if (!coupon.wallets.includes(command.wallet) || wallet.currency !== coupon.currency)
    return refused('COUPON_WRONG_WALLET');
  const { amount } = coupon;
  const turnover = (amount * coupon.turnover + ONE - 1n) / ONE;
  return {
    body: {
      ...{ kind: 'COUPON_USED', coupon: coupon.hash, issued: coupon.id },
      ...{ wallet: command.wallet, amount, turnover },
    },
  };
}

function issueOf(
  state: TwinState,
  command: Extract<CashierPlatformCommand, { readonly kind: 'ISSUE_COUPON' }>,
  now: number,
): Outcome {
  const { coupon, wallets, currency, amount, uses, turnover, from, until, askedBy, approvedBy } = command;
  if (askedBy === approvedBy) return refused('SECOND_PERSON_NEEDED');
  const isFine = wallets.length > 0 && amount > 0n && turnover >= 0n && uses >= 1 && from < until;
  if (!isFine || until <= now) return refused('COUPON_INVALID');
  if (state.cashier.coupons.has(couponName(command.site, coupon))) return refused('ALREADY_PROCESSED');
  const terms = { wallets, currency, amount, uses, turnover, from, until };
  return { body: { kind: 'COUPON_ISSUED', coupon, ...terms, askedBy, approvedBy } };
}

type Ending = Extract<CashierPlayerCommand, { readonly request: number }>;

function endOf(state: TwinState, player: TwinPlayer, command: Ending, now: number): Outcome {
  const request = state.cashier.requests.get(command.request);
  if (request === undefined || request.player !== player.id) return refused('REQUEST_NOT_FOUND');
  const { id, type, wallet, amount, fee } = request;
  const of = { request: id, type, wallet };
  const isFirst = request.state === 'REQUESTED';
  switch (command.kind) {
    case 'CANCEL_REQUEST':
      if (type === 'PB' || type === 'PM') return refused('REQUEST_NOT_FOUND');
      if (!isFirst) return refused('REQUEST_PROCESSED');
      return { body: { kind: 'REQUEST_CANCELLED', ...of, amount, fee, isExpired: false } };
    case 'EXPIRE_REQUEST':
      if (!isFirst) return refused('REQUEST_PROCESSED');
      if (request.payUntil === undefined || now < request.payUntil) return refused('NOT_DUE');
      return { body: { kind: 'REQUEST_CANCELLED', ...of, amount, fee, isExpired: true } };
    case 'MARK_PAID':
      if (type !== 'WB') return refused('REQUEST_NOT_FOUND');
      if (!isFirst || now >= (request.payUntil ?? 0)) return refused('REQUEST_PROCESSED');
      return { body: { kind: 'REQUEST_PAID', ...of } };
    case 'DISPUTE_REQUEST':
      if (type !== 'WB' && type !== 'WS') return refused('REQUEST_NOT_FOUND');
      if (isFirst || request.isDisputed) return refused('REQUEST_PROCESSED');
      if (now < (request.inHandAt ?? 0) + DISPUTE_MS) return refused('DISPUTE_TOO_EARLY');
      return { body: { kind: 'REQUEST_DISPUTED', ...of } };
    case 'TAKE_REQUEST': {
      const bar = deciderBar(request, command.by);
      if (bar !== undefined) return refused(bar);
      return isFirst
        ? { body: { kind: 'REQUEST_TAKEN', ...of, by: command.by } }
        : refused('REQUEST_PROCESSED');
    }
    case 'REJECT_REQUEST': {
      const bar = deciderBar(request, command.by);
      if (bar !== undefined) return refused(bar);
      const { by, reason } = command;
      if (reason.trim() === '') return refused('ENTER_REASON');
      return { body: { kind: 'REQUEST_REJECTED', ...of, by, reason } };
    }
    case 'APPROVE_REQUEST':
      return approveOf(state, player, request, command);
  }
}

function deciderBar({ channel, player, type }: TwinRequest, by: DecidedBy): string | undefined {
  const isGrant = type === 'PB' || type === 'PM';
  if ('provider' in by) return by.provider === channel && !isGrant ? undefined : 'CALLBACK_MISMATCH';
  return by.staff === player ? 'SECOND_PERSON_NEEDED' : undefined;
}

function approveOf(
  state: TwinState,
  player: TwinPlayer,
  request: TwinRequest,
  { by, received, twoFrom }: Extract<Ending, { readonly kind: 'APPROVE_REQUEST' }>,
): Outcome {
  const { id, type, wallet, amount, fee, won } = request;
  if ('rule' in by) {
    if ((type !== 'D' && type !== 'W') || amount >= twoFrom) return refused('SECOND_PERSON_NEEDED');
    if (request.state !== 'REQUESTED' || request.confirmedBy !== undefined)
      return refused('REQUEST_PROCESSED');
    return { body: { kind: 'REQUEST_DONE', request: id, type, wallet, amount, fee, by } };
  }
  const bar = deciderBar(request, by);
  if (bar !== undefined) return refused(bar);
  const currency = player.wallets.get(wallet)?.currency;
  const isNamed =
    received !== undefined &&
    ((received.currency === currency && received.amount === amount) ||
      (received.currency !== currency && received.currency === 'KRW' && received.amount === won));
  if (received === undefined ? 'provider' in by : !isNamed) return refused('CALLBACK_MISMATCH');
  if (type === 'PM' && amount > unitsIn(state, pursesOf(player.id, wallet).free))
    return refused('INSUFFICIENT_BALANCE');
  const of = { request: id, type, wallet };
  const done: Outcome = {
    body: {
      ...{ kind: 'REQUEST_DONE', ...of, amount, fee, by },
      ...(type === 'PB' ? { turnover: amount } : {}),
    },
  };
  const isGrant = type === 'PB' || type === 'PM';
  if (amount < twoFrom && !isGrant) return done;
  const first = isGrant ? request.staff : request.confirmedBy;
  if ('provider' in by) return first !== undefined || isIn(type) ? done : refused('SECOND_PERSON_NEEDED');
  if (first === undefined) return { body: { kind: 'REQUEST_CONFIRMED', ...of, by } };
  return first === by.staff ? refused('SECOND_PERSON_NEEDED') : done;
}
