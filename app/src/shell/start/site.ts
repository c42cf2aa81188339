// What this site offers (spec 4, Site type bits), and what a device stores of it (spec 3).
import type { ReceivedReply } from '@maru/client/call';
import type { siteByCode } from '@maru/contract/site';
import { coinsInUse, type SiteFeatures, siteFeatures } from '@maru/contract/site-type';
import type { Balances } from '../member/wallets.ts';

export interface Site extends ReceivedReply<typeof siteByCode> {
  readonly features: SiteFeatures;
  /** The used coins as the site really offers them. */
  readonly coins: readonly string[];
}

/** A type that cannot be read offers nothing: better a missing menu than a product that does not exist. */
const NOTHING = siteFeatures('000000')!;

export function siteOf(reply: ReceivedReply<typeof siteByCode>): Site {
  const features = siteFeatures(reply.type) ?? NOTHING;
  return { ...reply, features, coins: coinsInUse(reply.usedCoins, features) };
}

/** Wallets with a name of their own; every other wallet is a coin. */
const NAMED = ['BINARY', 'FUTURES'];

/** BINARY is dropped unless it is among the used coins, and FUTURES where futures are off (spec 4). */
export function balancesInUse(balances: Balances, site: Pick<Site, 'coins'>): Balances {
  const dropped = NAMED.filter((name) => name in balances && !site.coins.includes(name));
  if (dropped.length === 0) return balances;
  return Object.fromEntries(Object.entries(balances).filter(([type]) => !dropped.includes(type)));
}

export function rememberSite(
  storage: Pick<Storage, 'setItem'>,
  prefix: string,
  { id, stockPrefix, overseaPrefix, coinInfoJson }: Site,
): void {
  storage.setItem(`${prefix}siteId`, String(id));
  storage.setItem(`${prefix}stockPrefix`, stockPrefix);
  storage.setItem(`${prefix}overseaPrefix`, overseaPrefix);
  storage.setItem(`${prefix}coinInfoJson`, coinInfoJson);
}
