// All sites of a shard, in memory: few, read by every request, changed by staff only.
import { currencyOf, FIRST_THEME, listOfHosts, placesOf, type SiteTheme } from '@maru/contract/site/settings';
import { coinsInUse, type SiteFeatures, siteFeatures } from '@maru/contract/site-type';
import type { NewWallet } from '@maru/engine/account/commands';
import { type Amount, amount, ZERO } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { SiteId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { type MoneySettings, readMoneySettings } from './money-settings.ts';
import { listSitesOf, type SiteMoney, type SiteRow } from './store.ts';
import { type UnderHosts, underHosts } from './under-hosts.ts';

export interface Site extends SiteRow {
  readonly features: SiteFeatures;
  readonly coins: readonly string[];
  /** The wallets a new account has here, each with its practice money. */
  readonly wallets: readonly NewWallet[];
  /** The terms of deposits and withdrawals. */
  readonly money: MoneySettings;
  readonly shownTheme: SiteTheme;
  /** The most that one practice refill may set in this currency; zero where none is configured. */
  refillLimit(currency: string): Amount;
}

export interface Sites extends UnderHosts<SiteId> {
  readonly all: () => readonly Site[];
  byId(id: SiteId): Site | undefined;
  byCode(code: string): Site | undefined;
  /** From now on, without a start: what was saved of a site's terms. */
  setMoney(id: SiteId, changed: SiteMoney): void;
  /** Reads all sites again, after one was changed or added in the tables; it holds when the listeners have finished. */
  reload(): Promise<void>;
  /** Hears of every site that was changed or added since the start, in the order of listening. */
  onChange(listen: (site: Site, isNew: boolean) => Promise<void> | void): void;
}

export async function openSites(database: Database, shard: number): Promise<Sites> {
  const read = async () =>
    indexed((await database.transaction((tx) => listSitesOf(tx, shard))).map(readSite));
  let now = await read();
  const listeners: ((site: Site, isNew: boolean) => Promise<void> | void)[] = [];

  return {
    all: () => now.all,
    byId: (id) => now.byId.get(id),
    byCode: (code) => now.all.find((site) => site.code === code),
    siteOf: (host, siteInfoId) => now.hosts.siteOf(host, siteInfoId),
    servesHost: (host) => now.hosts.servesHost(host),
    byHost: (host) => now.hosts.byHost(host),
    setMoney(id, changed) {
      now = indexed(now.all.map((site) => (site.id === id ? readSite({ ...site, ...changed }) : site)));
    },
    async reload() {
      const before = now;
      now = await read();
      for (const site of now.all) {
        const known = before.byId.get(site.id);
        if (known !== undefined && textOf(known) === textOf(site)) continue;
        for (const listen of listeners) await listen(site, known === undefined);
      }
    },
    onChange: (listen) => void listeners.push(listen),
  };
}

const textOf = (site: Site): string =>
  JSON.stringify(site, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

function indexed(all: readonly Site[]) {
  return {
    all,
    byId: new Map(all.map((site) => [site.id, site])),
    hosts: underHosts(all.map((site) => ({ id: site.id, hosts: hostsOf(site) }))),
  };
}

export const hostsOf = (site: Pick<SiteRow, 'hosts'>): readonly string[] => listOfHosts(site.hosts);

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
    shownTheme: { ...FIRST_THEME, ...row.theme },
    refillLimit: (currency) => amount(row.refillMost[currency] ?? '0'),
  };
}

function newWallet(site: SiteRow, type: string): NewWallet {
  const currency = currencyOf(type, site.binaryCurrency);
  const credit = site.moneyMode === 'PRACTICE' ? amount(site.practiceCredit[type] ?? '0') : ZERO;
  return { type, currency, places: placesOf(currency), credit };
}
