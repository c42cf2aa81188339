// What the events of the cashier mean for those who follow the money of players: the limits that they set, and bonuses,
// which lock no money that comes later. A deposit counts from the request on, and no longer once it has failed.
import { type Amount, negate, ZERO } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import { type Followed, type MoneyChange, NO_CHANGE } from '../follower.ts';
import type { PlayerId, WalletType } from '../purse.ts';
import type {
  Converted,
  CouponUsed,
  DepositCredited,
  MoneyTransferred,
  RequestCancelled,
  RequestDone,
  RequestMade,
  RequestRejected,
} from './events.ts';
import type { RequestType } from './request-machine.ts';

type Changes = readonly MoneyChange[];

interface Touched {
  readonly steps: readonly { readonly player: PlayerId }[];
  readonly wallet: WalletType;
}

const isDeposit = (type: RequestType): boolean => type === 'D' || type === 'WB';

function changeOf(
  { steps: [step], wallet }: Touched,
  followed: Followed,
  own: Partial<MoneyChange> = {},
): Changes {
  return step !== undefined && followed.has(step.player)
    ? [{ ...NO_CHANGE, player: step.player, wallet, ...own }]
    : [];
}

const asksFor = (deposited: Amount): Partial<MoneyChange> => ({ asks: 'DEPOSIT', deposited });

export const madeChanges = (_book: Book, event: RequestMade, followed: Followed): Changes =>
  isDeposit(event.type) ? changeOf(event, followed, asksFor(event.amount)) : [];

/** It was counted when it was asked for; whether it may still come is asked again. */
export const doneChanges = (_book: Book, event: RequestDone, followed: Followed): Changes =>
  changeOf(event, followed, isDeposit(event.type) ? asksFor(ZERO) : {});

export function endedChanges(
  { cashier }: Book,
  event: RequestRejected | RequestCancelled,
  followed: Followed,
): Changes {
  if (!isDeposit(event.type)) return [];
  const request = cashier.requests.get(event.request);
  assert(request !== undefined, 'a request that ends was open');
  return changeOf(event, followed, { deposited: negate(request.amount), broughtAt: request.at });
}

export const creditedChanges = (_book: Book, event: DepositCredited, followed: Followed): Changes =>
  changeOf(event, followed, asksFor(event.amount));

export const convertedChanges = (_book: Book, { steps, to }: Converted, followed: Followed): Changes =>
  changeOf({ steps, wallet: to }, followed);

export const transferredChanges = (
  _book: Book,
  { recipient, to }: MoneyTransferred,
  followed: Followed,
): Changes => changeOf({ steps: [{ player: recipient }], wallet: to }, followed);

/** No money of the player's own, yet nothing for who has asked to be kept from playing. */
export const couponChanges = (_book: Book, event: CouponUsed, followed: Followed): Changes =>
  changeOf(event, followed, asksFor(ZERO));
