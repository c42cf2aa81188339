// What an account was worth: its purses, what its positions would have brought at the prices of then, and all of it in
// won at the rates of then. What has no price or no rate is left out, and the answer says so.
import { type Amount, plus, toPlaces, unitOf, ZERO } from '@maru/engine/amount';
import type { AccountThen, OwnedThing, WalletThen } from '@maru/engine/past/account-then';
import { heldIn, type SiteId } from '@maru/engine/purse';
import { exchanged, exchangeRate, type QuoteOf, WON } from '@maru/engine/rates/exchange-rate';
import type { Millis } from '@maru/engine/time';
import type { PastView } from '../product/server-product.ts';
import type { PriceAt } from './prices-then.ts';

export interface Moment {
  readonly site: SiteId;
  readonly at: Millis;
  readonly viewOf: (product: string) => PastView | undefined;
  readonly priceOf: (instrument: number) => PriceAt | undefined;
  readonly quoteOf: QuoteOf;
}

export interface ValuedThing {
  readonly thing: OwnedThing;
  readonly price: PriceAt | undefined;
  readonly profit: Amount | undefined;
}

export interface ValuedWallet {
  readonly wallet: WalletThen;
  readonly held: Amount;
  /** Undefined when one of its positions had no price. */
  readonly profit: Amount | undefined;
  readonly funding: Amount;
  readonly worth: Amount;
  readonly won: Amount | undefined;
}

export interface ValuedAccount {
  readonly things: readonly ValuedThing[];
  readonly wallets: readonly ValuedWallet[];
  readonly won: Amount | undefined;
  readonly isPartial: boolean;
}

const WHOLE_WON = 0;

export function valueAccount(account: AccountThen, moment: Moment): ValuedAccount {
  const units = new Map(account.wallets.map(({ type, places }) => [type, unitOf(places)]));
  const things = account.open.map((thing) => valueThing(thing, units.get(thing.wallet) ?? unitOf(8), moment));
  const wallets = account.wallets.map((wallet) => valueWallet(wallet, things, moment));
  const known = wallets.flatMap(({ won }) => won ?? []);
  return {
    things,
    wallets,
    won: known.length === 0 ? undefined : known.reduce(plus, ZERO),
    isPartial: wallets.some(
      ({ profit, won, worth }) => profit === undefined || (won === undefined && worth !== 0n),
    ),
  };
}

function valueThing(thing: OwnedThing, unit: Amount, { site, at, viewOf, priceOf }: Moment): ValuedThing {
  if (thing.kind !== 'POSITION') return { thing, price: undefined, profit: undefined };
  const price = priceOf(thing.instrument);
  const profit =
    price && viewOf(thing.product)?.positions?.profitAt(thing, { site, at, price: price.price, unit });
  return { thing, price, profit };
}

function valueWallet(
  wallet: WalletThen,
  things: readonly ValuedThing[],
  { at, quoteOf }: Moment,
): ValuedWallet {
  const held = heldIn(wallet.purses);
  let isPriced = true;
  let profit: Amount = ZERO;
  let funding: Amount = ZERO;
  for (const { thing, profit: own } of things) {
    if (thing.kind !== 'POSITION' || thing.wallet !== wallet.type) continue;
    funding = plus(funding, thing.funding);
    if (own === undefined) isPriced = false;
    else profit = plus(profit, own);
  }
  const worth = plus(plus(held, profit), funding);
  const rate = exchangeRate({ base: wallet.currency, counter: WON }, quoteOf, at);
  return {
    wallet,
    held,
    profit: isPriced ? profit : undefined,
    funding,
    worth,
    won: rate && toPlaces(exchanged(worth, rate, 'down'), WHOLE_WON, 'down'),
  };
}
