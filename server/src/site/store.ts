// Sites as the tables keep them.
import { type SiteId, siteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';

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
  readonly language: 'ko' | 'en';
}

export async function listSites(tx: Tx): Promise<readonly SiteRow[]> {
  const rows = await tx.query<SiteRow>(
    `select id, code, name, hosts, stock_prefix as "stockPrefix", oversea_prefix as "overseaPrefix",
            coin_settings as "coinSettings", used_coins as "usedCoins", deposit_coins as "depositCoins",
            buy_coins as "buyCoins", binary_currency as "binaryCurrency", type, money_mode as "moneyMode",
            practice_credit as "practiceCredit", refill_most as "refillMost", language
       from site
      order by id
      limit 1000`,
  );
  return rows.map((row) => ({ ...row, id: siteId(Number(row.id)) }));
}

export type NewSite = Omit<SiteRow, 'id'>;

/** False when a site of this code is there already. */
export async function insertSite(tx: Tx, site: NewSite): Promise<boolean> {
  const rows = await tx.query(
    `insert into site (code, name, hosts, stock_prefix, oversea_prefix, coin_settings, used_coins, deposit_coins,
                       buy_coins, binary_currency, type, money_mode, practice_credit, refill_most, language)
     values ($1, $2, $3, $4, $5, $6::text::jsonb, $7, $8, $9, $10, $11, $12, $13::text::jsonb, $14::text::jsonb,
             $15)
     on conflict (code) do nothing
     returning id`,
    [
      site.code,
      site.name,
      site.hosts,
      site.stockPrefix,
      site.overseaPrefix,
      JSON.stringify(site.coinSettings),
      site.usedCoins,
      site.depositCoins,
      site.buyCoins,
      site.binaryCurrency,
      site.type,
      site.moneyMode,
      JSON.stringify(site.practiceCredit),
      JSON.stringify(site.refillMost),
      site.language,
    ],
  );
  return rows.length === 1;
}
