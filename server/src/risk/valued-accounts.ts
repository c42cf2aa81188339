// Every account with something open, valued. Thousands of accounts are valued in slices, so that no call waits for all
// of them, and at most once a second for whoever looks.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Amount, ONE, ZERO } from '@maru/engine/amount';
import type { Currency, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { FeatureParts } from '../feature/server-feature.ts';
import type { ExposedAccount, ExposureView } from '../product/exposure.ts';
import { type WonWorth, wonWorth } from './worth.ts';

export type RiskParts = Pick<FeatureParts, 'exposures' | 'rates' | 'sites' | 'instruments'> & {
  readonly time: Pick<FeatureParts['time'], 'clock'>;
};

/** An account, with its figures in won. */
export interface ValuedAccount {
  readonly product: string;
  readonly account: ExposedAccount;
  readonly currency: Currency;
  readonly gross: Amount;
  readonly pnl: Amount;
  readonly margin: Amount;
  readonly equity: Amount;
  /** In millionths: how far all prices may move against it before it is closed. */
  readonly room: number;
}

export interface Snapshot {
  readonly at: Millis;
  readonly worth: WonWorth;
  readonly bySite: ReadonlyMap<SiteId, readonly ValuedAccount[]>;
  /** Something is left out, because a price or an exchange rate is not known. */
  readonly isPartial: boolean;
}

export const WHOLE_ROOM = 1_000_000;
/** A slice takes a millisecond or two. */
const ACCOUNTS_AT_ONCE = 100;
const FRESH_MS = 1_000;

/** Calls `each` for everything, and lets others have their turn in between. */
export async function inSlices<Item>(items: Iterable<Item>, each: (item: Item) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    each(item);
    done += 1;
    if (done % ACCOUNTS_AT_ONCE === 0) await nextTurn();
  }
}

export const currencyOf = (
  sites: RiskParts['sites'],
  { site, wallet }: Pick<ExposedAccount, 'site' | 'wallet'>,
): Currency | undefined => sites.byId(site)?.wallets.find(({ type }) => type === wallet)?.currency;

/** Of what is open, the part by which the equity is above the level at which the account is closed. */
export function roomOf({
  positions,
  equity,
  floor,
}: Pick<ExposedAccount, 'positions' | 'equity' | 'floor'>): number {
  let value = 0n;
  for (const position of positions) value += position.value;
  if (value === 0n) return WHOLE_ROOM;
  const room = Number(((equity - floor) * BigInt(WHOLE_ROOM)) / value);
  return room < 0 ? 0 : room;
}

function valued(
  view: ExposureView,
  account: ExposedAccount,
  sites: RiskParts['sites'],
  worth: WonWorth,
): ValuedAccount | undefined {
  const currency = currencyOf(sites, account);
  if (currency === undefined || worth.of(ONE as bigint as Amount, currency) === undefined) return undefined;
  const won = (amount: Amount): Amount => worth.of(amount, currency) ?? ZERO;
  let [gross, pnl] = [0n, 0n];
  for (const position of account.positions) {
    gross += position.value;
    pnl += position.pnl;
  }
  return {
    product: view.product,
    account,
    currency,
    gross: won(gross as Amount),
    pnl: won(pnl as Amount),
    margin: won(account.margin),
    equity: won(account.equity),
    room: roomOf(account),
  };
}

export interface ValuedAccounts {
  /** At most a second old; whoever asks while it is being computed waits for the same. */
  newest(): Promise<Snapshot>;
}

export function createValuedAccounts({
  exposures,
  rates,
  sites,
  instruments,
  time,
}: RiskParts): ValuedAccounts {
  let last: { readonly at: Millis; readonly snapshot: Promise<Snapshot> } | undefined;

  async function compute(now: Millis): Promise<Snapshot> {
    const worth = wonWorth(rates, instruments, { now });
    const bySite = new Map<SiteId, ValuedAccount[]>();
    let isPartial = false;
    for (const view of exposures) {
      if (view.holdings === undefined) continue;
      const holdings = view.holdings.valuedAt(now);
      await inSlices(view.holdings.players(), (player) => {
        for (const account of holdings.accountsOf(player)) {
          const each = valued(view, account, sites, worth);
          if (each === undefined) {
            isPartial = true;
            continue;
          }
          const own = bySite.get(account.site);
          if (own === undefined) bySite.set(account.site, [each]);
          else own.push(each);
        }
      });
    }
    return { at: now, worth, bySite, isPartial };
  }

  return {
    newest() {
      const now = time.clock();
      if (last !== undefined && now - last.at < FRESH_MS && now >= last.at) return last.snapshot;
      const snapshot = compute(now);
      last = { at: now, snapshot };
      // The next one computes again.
      snapshot.catch(() => {
        last = undefined;
      });
      return snapshot;
    },
  };
}
