// Codes that give a bonus: issued by two people, used once by each player, for as long as they last. docs/rules.md 6.7.
import { type Amount, portion, type Rate } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { platformEvent } from '../event.ts';
import { housePurse } from '../purse.ts';
import type { EndCoupon, IssueCoupon, UseCoupon } from './commands.ts';
import type { CouponEnded, CouponIssued, CouponUsed } from './events.ts';
import { walletEvent } from './request.ts';
import { couponPlace } from './state.ts';

export type UseCouponRefusal =
  | 'AFFILIATES_CANNOT_USE_COUPONS'
  | 'COUPON_NOT_FOUND'
  | 'COUPON_USED_BY_YOU'
  | 'COUPON_EXPIRED'
  | 'WALLET_UNSUPPORTED'
  | 'COUPON_WRONG_WALLET';

/** A code that others used up, or that was stopped or has not begun, is refused like one that does not exist. */
export function useCoupon(
  book: Book,
  player: Player,
  command: UseCoupon,
  context: Context,
): Decision<CouponUsed, UseCouponRefusal> {
  if (player.role !== 'PLAYER') return refuse('AFFILIATES_CANNOT_USE_COUPONS');
  const coupon = book.cashier.coupons.get(couponPlace(player.site, command.coupon));
  if (coupon === undefined || context.now < coupon.from) return refuse('COUPON_NOT_FOUND');
  if (coupon.usedBy.has(player.id)) return refuse('COUPON_USED_BY_YOU');
  if (coupon.usedBy.size >= coupon.uses) return refuse('COUPON_NOT_FOUND');
  if (context.now >= coupon.until) return refuse('COUPON_EXPIRED');
  const wallet = player.wallets.get(command.wallet);
  if (wallet === undefined) return refuse('WALLET_UNSUPPORTED');
  if (!coupon.wallets.includes(wallet.type) || coupon.currency !== wallet.currency)
    return refuse('COUPON_WRONG_WALLET');

  // All checks passed: below this line nothing may fail.
  const { amount, currency } = coupon;
  const from = housePurse(player.site, 'bonus', currency);
  const transfers = [{ from, to: wallet.free, currency, amount, reason: 'BONUS' }];
  return accept({
    ...walletEvent('COUPON_USED', book, { player, wallet }, context, transfers),
    ...{ coupon: coupon.coupon, issued: coupon.id, wallet: wallet.type, amount },
    turnover: portion(amount, coupon.turnover as bigint as Rate, 'up'),
  });
}

export type IssueCouponRefusal = 'SECOND_PERSON_NEEDED' | 'COUPON_INVALID' | 'ALREADY_PROCESSED';

export function issueCoupon(
  book: Book,
  command: IssueCoupon,
  context: Context,
): Decision<CouponIssued, IssueCouponRefusal> {
  const { coupon, wallets, currency, amount, uses, turnover, from, until, askedBy, approvedBy } = command;
  if (askedBy === approvedBy) return refuse('SECOND_PERSON_NEEDED');
  if (!isIssuable(command) || until <= context.now) return refuse('COUPON_INVALID');
  if (book.cashier.coupons.has(couponPlace(command.site, coupon))) return refuse('ALREADY_PROCESSED');

  // All checks passed: below this line nothing may fail.
  return accept({
    ...platformEvent('COUPON_ISSUED', command.site, context),
    ...{ coupon, wallets, currency, amount, uses, turnover, from, until, askedBy, approvedBy },
  });
}

const HASH = /^[0-9a-f]{64}$/;

function isIssuable({ coupon, wallets, amount, uses, turnover, from, until }: IssueCoupon): boolean {
  if (!HASH.test(coupon) || wallets.length === 0 || amount <= 0n || turnover < (0n as Amount)) return false;
  return Number.isSafeInteger(uses) && uses > 0 && from < until;
}

export function endCoupon(
  book: Book,
  command: EndCoupon,
  context: Context,
): Decision<CouponEnded, 'COUPON_NOT_FOUND' | 'NOT_DUE'> {
  const coupon = book.cashier.coupons.get(couponPlace(command.site, command.coupon));
  if (coupon === undefined) return refuse('COUPON_NOT_FOUND');
  if (command.staff === undefined && context.now < coupon.until) return refuse('NOT_DUE');

  // All checks passed: below this line nothing may fail.
  return accept({
    ...platformEvent('COUPON_ENDED', command.site, context),
    ...{ coupon: coupon.coupon, issued: coupon.id },
    ...(command.staff === undefined ? undefined : { staff: command.staff }),
  });
}
