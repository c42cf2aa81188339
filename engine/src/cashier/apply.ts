import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import { addTo, OPEN } from '../digest.ts';
import type { PlayerId } from '../purse.ts';
import { bonusDigest, couponDigest, couponUseDigest, requestDigest, wholeCouponDigest } from './digest.ts';
import type {
  BonusAfter,
  CashierEvent,
  CouponEnded,
  CouponIssued,
  CouponUsed,
  RequestDone,
  RequestMade,
} from './events.ts';
import { type RequestEvent, requestMachine } from './request-machine.ts';
import {
  type Bonus,
  couponPlace,
  dropBonus,
  dropRequest,
  type OpenRequest,
  putBonus,
  putCoupon,
  putRequest,
} from './state.ts';

export function applyCashier(book: Book, event: CashierEvent): void {
  switch (event.kind) {
    case 'REQUEST_MADE': {
      const request = openRequest(event, playerOf(event));
      putRequest(book.cashier, request);
      addTo(book.digest, OPEN, requestDigest(request));
      return;
    }
    case 'REQUEST_TAKEN':
      move(book, event.request, 'TAKE', (request) => {
        request.inHandAt = event.at;
      });
      return;
    case 'REQUEST_PAID':
      move(book, event.request, 'PAID', (request) => {
        request.inHandAt = event.at;
      });
      return;
    case 'REQUEST_DISPUTED':
      move(book, event.request, 'DISPUTE', (request) => {
        request.isDisputed = true;
      });
      return;
    case 'REQUEST_CONFIRMED':
      move(book, event.request, 'CONFIRM', (request) => {
        assert('staff' in event.by, 'the first of two is a member of staff');
        request.confirmedBy = event.by.staff;
      });
      return;
    case 'REQUEST_DONE':
      end(book, event.request, 'APPROVE');
      applyGrant(book, event);
      return;
    case 'REQUEST_REJECTED':
      end(book, event.request, 'REJECT');
      return;
    case 'REQUEST_CANCELLED':
      end(book, event.request, event.isExpired ? 'EXPIRE' : 'CANCEL');
      return;
    case 'COUPON_USED':
      use(book, event);
      return;
    case 'COUPON_ISSUED':
      issue(book, event);
      return;
    case 'COUPON_ENDED':
      endCoupon(book, event);
      return;
    case 'DEPOSIT_CREDITED':
    case 'CONVERTED':
    case 'MONEY_TRANSFERRED':
      return;
  }
}

/** In a book of one player, which knows no coupons: they are nobody's. Nor does it follow the money of others. */
export function applySeenCashier(book: Book, event: CashierEvent): void {
  if (!event.kind.startsWith('COUPON_')) applyCashier(book, event);
}

export function playerOf({ steps: [step] }: Pick<CashierEvent, 'steps'>): PlayerId {
  assert(step !== undefined, 'a request is somebody’s');
  return step.player;
}

/** The request as it is from this event on. */
function openRequest(event: RequestMade, player: PlayerId): OpenRequest {
  const { id, at, site, type, wallet, amount, fee, channel, won, payUntil, staff } = event;
  return {
    ...{ id, at, player, site, type, wallet, amount, fee, channel, won, payUntil, staff },
    state: requestMachine.initial,
    inHandAt: undefined,
    isDisputed: false,
    confirmedBy: undefined,
  };
}

function found(book: Book, id: number): OpenRequest {
  const request = book.cashier.requests.get(id);
  assert(request !== undefined, 'a request ends once');
  return request;
}

function next(request: OpenRequest, on: RequestEvent): OpenRequest['state'] {
  const state = requestMachine.next(request.state, on);
  assert(state !== undefined, `a request that is ${request.state} has no ${on}`);
  return state;
}

function move(book: Book, id: number, on: RequestEvent, change: (request: OpenRequest) => void): void {
  const request = found(book, id);
  const before = requestDigest(request);
  request.state = next(request, on);
  change(request);
  addTo(book.digest, OPEN, requestDigest(request) - before);
}

function end(book: Book, id: number, on: RequestEvent): void {
  const request = found(book, id);
  next(request, on);
  addTo(book.digest, OPEN, -requestDigest(request));
  dropRequest(book.cashier, request);
}

function applyGrant(book: Book, event: RequestDone): void {
  const { id, wallet, amount: locked, turnover } = event;
  if (turnover !== undefined && turnover > 0n)
    add(book, { id, player: playerOf(event), wallet, locked, turnoverLeft: turnover });
}

function add(book: Book, bonus: Bonus): void {
  putBonus(book.cashier, bonus);
  addTo(book.digest, OPEN, bonusDigest(bonus));
}

export function changeBonus(book: Book, { id, locked, turnoverLeft }: BonusAfter): void {
  const bonus = book.cashier.bonuses.get(id);
  assert(bonus !== undefined, 'a bonus ends once');
  addTo(book.digest, OPEN, -bonusDigest(bonus));
  if (isEnded({ locked, turnoverLeft })) {
    dropBonus(book.cashier, bonus);
    return;
  }
  bonus.locked = locked;
  bonus.turnoverLeft = turnoverLeft;
  addTo(book.digest, OPEN, bonusDigest(bonus));
}

/** Nothing is locked any more, or nothing is left to stake. */
export const isEnded = ({ locked, turnoverLeft }: Pick<BonusAfter, 'locked' | 'turnoverLeft'>): boolean =>
  locked <= 0n || turnoverLeft <= 0n;

function issue(book: Book, event: CouponIssued): void {
  const { id, site, coupon, wallets, currency, amount, uses, turnover, from, until } = event;
  const live = { id, site, coupon, wallets, currency, amount, uses, turnover, from, until };
  const issued = { ...live, usedBy: new Set<PlayerId>() };
  putCoupon(book.cashier, issued);
  addTo(book.digest, OPEN, couponDigest(issued));
}

function use(book: Book, event: CouponUsed): void {
  const { id, site, wallet, amount: locked, turnover } = event;
  const player = playerOf(event);
  const coupon = book.cashier.coupons.get(couponPlace(site, event.coupon));
  assert(coupon !== undefined, 'a coupon that is used is live');
  assert(!coupon.usedBy.has(player) && coupon.usedBy.size < coupon.uses, 'a coupon is used once by each');
  coupon.usedBy.add(player);
  addTo(book.digest, OPEN, couponUseDigest(coupon, player));
  if (turnover > 0n) add(book, { id, player, wallet, locked, turnoverLeft: turnover });
}

function endCoupon(book: Book, { site, coupon: hash }: CouponEnded): void {
  const place = couponPlace(site, hash);
  const coupon = book.cashier.coupons.get(place);
  assert(coupon !== undefined, 'a coupon ends once');
  book.cashier.coupons.delete(place);
  addTo(book.digest, OPEN, -wholeCouponDigest(coupon));
}
