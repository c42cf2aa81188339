// All sites, in memory: few, read by every request, changed by staff only.
import { coinsInUse, type SiteFeatures, siteFeatures } from '@maru/contract/site-type';
import type { NewWallet } from '@maru/engine/account/commands';
import { type Amount, amount, ZERO } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { SiteId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { type MoneySettings, readMoneySettings } from './money-settings.ts';
import { listSites, type SiteMoney, type SiteRow } from './store.ts';

export interface Site extends SiteRow {
  readonly features: SiteFeatures;
  readonly coins: readonly string[];
  /** The wallets a new account has here, each with its practice money. */
  readonly wallets: readonly NewWallet[];
  /** The terms of deposits and withdrawals. */
  readonly money: MoneySettings;
  /** The most that one practice refill may set in this currency; zero where none is configured. */
  refillLimit(currency: string): Amount;
}

export interface Sites {
  readonly all: () => readonly Site[];
  byId(id: SiteId): Site | undefined;
  byCode(code: string): Site | undefined;
  /**
   * The host that a site claims decides; otherwise the id does, and with neither it is the first site without hosts.
   */
  siteOf(host: string, siteInfoId?: number): SiteId | undefined;
  /** False for a host that no site claims, when every site has hosts of its own. */
  servesHost(host: string): boolean;
  /** The site that claims this host; undefined when none does, and any site may be meant. */
  byHost(host: string): SiteId | undefined;
  /** From now on, without a start: what was saved of a site's terms. */
  setMoney(id: SiteId, changed: SiteMoney): void;
}

export async function openSites(database: Database): Promise<Sites> {
  let sites = (await database.transaction(listSites)).map(readSite);
  const byId = new Map(sites.map((site) => [site.id, site]));
  const byHost = new Map(sites.flatMap((site) => hostsOf(site).map((host) => [host, site] as const)));
  /** Those without hosts of their own, which any host reaches. */
  const nameless = new Map(
    sites.filter((site) => hostsOf(site).length === 0).map((site) => [site.id as number, site]),
  );

  return {
    all: () => sites,
    byId: (id) => byId.get(id),
    byCode: (code) => sites.find((site) => site.code === code),
    siteOf(host, siteInfoId) {
      const named = byHost.get(host.toLowerCase());
      if (named !== undefined) {
        return siteInfoId === undefined || siteInfoId === named.id ? named.id : undefined;
      }
      // A site with its own hosts is served under them only, so that no site appears under another site's host.
      return (siteInfoId === undefined ? nameless.values().next().value : nameless.get(siteInfoId))?.id;
    },
    servesHost: (host) => byHost.has(host.toLowerCase()) || nameless.size > 0,
    byHost: (host) => byHost.get(host.toLowerCase())?.id,
    setMoney(id, changed) {
      sites = sites.map((site) => (site.id === id ? readSite({ ...site, ...changed }) : site));
      for (const site of sites) byId.set(site.id, site);
    },
  };
}

const hostsOf = (site: SiteRow): readonly string[] =>
  site.hosts
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');

function readSite(row: SiteRow): Site {
  const features = siteFeatures(row.type);
  assert(features !== undefined, 'the database keeps site types of six bits only');
  const coins = coinsInUse(row.usedCoins, features);
  return {
    ...row,
    features,
    coins,
    wallets: coins.map((coin) => newWallet(row, coin)),
    money: readMoneySettings(row.moneySettings),
    refillLimit: (currency) => amount(row.refillMost[currency] ?? '0'),
  };
}

/** docs/rules.md 0.2: BINARY in the site's currency, FUTURES in USDT, every other wallet in its own coin. */
function newWallet(site: SiteRow, type: string): NewWallet {
  const currency = type === 'BINARY' ? site.binaryCurrency : type === 'FUTURES' ? 'USDT' : type;
  const credit = site.moneyMode === 'PRACTICE' ? amount(site.practiceCredit[type] ?? '0') : ZERO;
  return { type, currency, places: currency === 'KRW' ? 0 : 8, credit };
}
