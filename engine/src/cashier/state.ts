// What the cashier has in the book: requests that have not ended, codes that may still be used, and bonuses whose
// turnover is not reached. Everything else is history and stands in the tables.
import type { Amount } from '../amount.ts';
import type { PlayerId, SiteId, WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { CouponIssued, RequestMade } from './events.ts';
import type { RequestState } from './request-machine.ts';

export interface OpenRequest
  extends Pick<RequestMade, 'id' | 'at' | 'type' | 'wallet' | 'amount' | 'fee' | 'channel'> {
  readonly player: PlayerId;
  readonly site: SiteId;
  readonly won: Amount | undefined;
  readonly payUntil: Millis | undefined;
  /** Who asked for a grant or deduction. */
  readonly staff: number | undefined;
  state: RequestState;
  /** When it was taken in hand or marked as paid. */
  inHandAt: Millis | undefined;
  isDisputed: boolean;
  /** The first of two members of staff who approve. */
  confirmedBy: number | undefined;
}

export interface LiveCoupon
  extends Pick<
    CouponIssued,
    'coupon' | 'wallets' | 'currency' | 'amount' | 'uses' | 'turnover' | 'from' | 'until'
  > {
  /** The number of the event that issued it. */
  readonly id: number;
  readonly site: SiteId;
  readonly usedBy: Set<PlayerId>;
}

/** The part of a wallet that may not be withdrawn yet; never more than the wallet holds. */
export interface Bonus {
  readonly id: number;
  readonly player: PlayerId;
  readonly wallet: WalletType;
  locked: Amount;
  turnoverLeft: Amount;
}

export interface CashierState {
  readonly requests: Map<number, OpenRequest>;
  /** The same by player; a player without any has no entry. */
  readonly requestsOf: Map<PlayerId, Map<number, OpenRequest>>;
  /** By site and hash of the code. */
  readonly coupons: Map<string, LiveCoupon>;
  readonly bonuses: Map<number, Bonus>;
  /** The same by player, oldest first. */
  readonly bonusesOf: Map<PlayerId, Map<number, Bonus>>;
}

export const emptyCashier = (): CashierState => ({
  requests: new Map(),
  requestsOf: new Map(),
  coupons: new Map(),
  bonuses: new Map(),
  bonusesOf: new Map(),
});

export const couponPlace = (site: SiteId, coupon: string): string => `${site}:${coupon}`;

export const requestsOf = ({ requestsOf }: CashierState, player: PlayerId): Iterable<OpenRequest> =>
  requestsOf.get(player)?.values() ?? [];

export function* bonusesIn(
  { bonusesOf }: CashierState,
  player: PlayerId,
  wallet: WalletType,
): Iterable<Bonus> {
  for (const bonus of bonusesOf.get(player)?.values() ?? []) if (bonus.wallet === wallet) yield bonus;
}

/** Also used when a book is loaded: in the order of their numbers. */
export function putRequest({ requests, requestsOf }: CashierState, request: OpenRequest): void {
  requests.set(request.id, request);
  putOwn(requestsOf, request);
}

export function dropRequest({ requests, requestsOf }: CashierState, request: OpenRequest): void {
  requests.delete(request.id);
  dropOwn(requestsOf, request);
}

export const putCoupon = ({ coupons }: CashierState, coupon: LiveCoupon): void => {
  coupons.set(couponPlace(coupon.site, coupon.coupon), coupon);
};

export function putBonus({ bonuses, bonusesOf }: CashierState, bonus: Bonus): void {
  bonuses.set(bonus.id, bonus);
  putOwn(bonusesOf, bonus);
}

export function dropBonus({ bonuses, bonusesOf }: CashierState, bonus: Bonus): void {
  bonuses.delete(bonus.id);
  dropOwn(bonusesOf, bonus);
}

interface Owned {
  readonly id: number;
  readonly player: PlayerId;
}

function putOwn<Thing extends Owned>(all: Map<PlayerId, Map<number, Thing>>, thing: Thing): void {
  const own = all.get(thing.player);
  if (own === undefined) all.set(thing.player, new Map([[thing.id, thing]]));
  else own.set(thing.id, thing);
}

function dropOwn<Thing extends Owned>(all: Map<PlayerId, Map<number, Thing>>, { player, id }: Thing): void {
  const own = all.get(player);
  own?.delete(id);
  if (own?.size === 0) all.delete(player);
}
