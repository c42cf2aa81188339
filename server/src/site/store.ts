// Sites as the tables keep them.
import type { SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';

export type MoneyMode = 'PRACTICE' | 'LIVE';

export interface SiteRow {
  readonly id: SiteId;
  readonly code: string;
  readonly name: string;
  readonly hosts: string;
  readonly stockPrefix: string;
  readonly overseaPrefix: string;
  readonly coinSettings: unknown;
  readonly usedCoins: string;
  readonly depositCoins: string;
  readonly buyCoins: string;
  readonly binaryCurrency: string;
  readonly type: string;
  readonly moneyMode: MoneyMode;
  /** Wallet → decimal text. */
  readonly practiceCredit: Readonly<Record<string, string>>;
  /** Currency → decimal text. */
  readonly refillMost: Readonly<Record<string, string>>;
  /** What `money-settings.ts` reads. */
  readonly moneySettings: unknown;
  readonly language: 'ko' | 'en';
}

export function listSites(tx: Tx): Promise<readonly SiteRow[]> {
  return tx.query<SiteRow>(
    `select id, code, name, hosts, stock_prefix as "stockPrefix", oversea_prefix as "overseaPrefix",
            coin_settings as "coinSettings", used_coins as "usedCoins", deposit_coins as "depositCoins",
            buy_coins as "buyCoins", binary_currency as "binaryCurrency", type, money_mode as "moneyMode",
            practice_credit as "practiceCredit", refill_most as "refillMost", money_settings as "moneySettings",
            language
       from site
      order by id
      limit 1000`,
  );
}

export type NewSite = Omit<SiteRow, 'id'>;

/** False when a site with this code exists already. */
export async function insertSite(tx: Tx, site: NewSite): Promise<boolean> {
  const rows = await insertRow(
    tx,
    'site',
    {
      code: site.code,
      name: site.name,
      hosts: site.hosts,
      stock_prefix: site.stockPrefix,
      oversea_prefix: site.overseaPrefix,
      coin_settings: { json: site.coinSettings },
      used_coins: site.usedCoins,
      deposit_coins: site.depositCoins,
      buy_coins: site.buyCoins,
      binary_currency: site.binaryCurrency,
      type: site.type,
      money_mode: site.moneyMode,
      practice_credit: { json: site.practiceCredit },
      refill_most: { json: site.refillMost },
      money_settings: { json: site.moneySettings },
      language: site.language,
    },
    'on conflict (code) do nothing returning id',
  );
  return rows.length === 1;
}

/** What staff may change of a site's terms of deposits and withdrawals. */
export type SiteMoney = Pick<SiteRow, 'moneySettings' | 'depositCoins' | 'buyCoins'>;

export async function updateMoney(tx: Tx, site: SiteId, changed: SiteMoney): Promise<void> {
  await tx.query(
    'update site set money_settings = $2::jsonb, deposit_coins = $3, buy_coins = $4 where id = $1',
    [site, JSON.stringify(changed.moneySettings), changed.depositCoins, changed.buyCoins],
  );
}
