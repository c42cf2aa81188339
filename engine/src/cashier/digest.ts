// What the cashier has open in the book's digest, each thing with all that decides about it.
import {
  addNumber,
  addOptional,
  addText,
  addUnits,
  begin,
  CASHIER_BONUS,
  CASHIER_COUPON,
  CASHIER_COUPON_USE,
  CASHIER_REQUEST,
  finish,
} from '../digest.ts';
import type { PlayerId } from '../purse.ts';
import type { Bonus, CashierState, LiveCoupon, OpenRequest } from './state.ts';

export function requestDigest(request: OpenRequest): bigint {
  begin(CASHIER_REQUEST);
  addNumber(request.id);
  addNumber(request.at);
  addNumber(request.player);
  addNumber(request.site);
  addText(request.type);
  addText(request.wallet);
  addUnits(request.amount);
  addUnits(request.fee);
  addText(request.channel);
  addUnits(request.won ?? -1n);
  addOptional(request.payUntil);
  addOptional(request.staff);
  addText(request.state);
  addOptional(request.inHandAt);
  addNumber(request.isDisputed ? 1 : 0);
  addOptional(request.confirmedBy);
  return finish();
}

export function couponDigest(coupon: LiveCoupon): bigint {
  begin(CASHIER_COUPON);
  addNumber(coupon.id);
  addNumber(coupon.site);
  addText(coupon.coupon);
  addText(coupon.wallets.join());
  addText(coupon.currency);
  addUnits(coupon.amount);
  addNumber(coupon.uses);
  addUnits(coupon.turnover);
  addNumber(coupon.from);
  addNumber(coupon.until);
  return finish();
}

/** A part of its own: a use is added without weighing those before it. */
export function couponUseDigest({ id }: Pick<LiveCoupon, 'id'>, player: PlayerId): bigint {
  begin(CASHIER_COUPON_USE);
  addNumber(id);
  addNumber(player);
  return finish();
}

/** The coupon with all of its uses. */
export function wholeCouponDigest(coupon: LiveCoupon): bigint {
  let sum = couponDigest(coupon);
  for (const player of coupon.usedBy) sum += couponUseDigest(coupon, player);
  return sum;
}

export function bonusDigest({ id, player, wallet, locked, turnoverLeft }: Bonus): bigint {
  begin(CASHIER_BONUS);
  addNumber(id);
  addNumber(player);
  addText(wallet);
  addUnits(locked);
  addUnits(turnoverLeft);
  return finish();
}

export function weighCashier({ requests, coupons, bonuses }: CashierState): bigint {
  let sum = 0n;
  for (const request of requests.values()) sum += requestDigest(request);
  for (const coupon of coupons.values()) sum += wholeCouponDigest(coupon);
  for (const bonus of bonuses.values()) sum += bonusDigest(bonus);
  return sum;
}
