// Sites as the tables keep them.
import type { SiteTheme } from '@maru/contract/site/settings';
import type { SiteId } from '@maru/engine/purse';
import type { Parameter, Tx } from '../db/database.ts';
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
  /** What is not set is as in `FIRST_THEME`. */
  readonly theme: Partial<SiteTheme>;
  /** The ids of the banks that members may choose; null for all. */
  readonly banks: readonly number[] | null;
}

/** Of all shards: what must be unique among sites is unique among all of them. */
export const listSites = (tx: Tx): Promise<readonly SiteRow[]> => selectSites(tx, '', []);

/** The sites that the desk of this shard owns. */
export const listSitesOf = (tx: Tx, shard: number): Promise<readonly SiteRow[]> =>
  selectSites(tx, 'where shard = $1', [shard]);

/** Whether any site belongs to this shard. */
export async function hasSites(tx: Tx, shard: number): Promise<boolean> {
  return (await tx.query('select from site where shard = $1 limit 1', [shard])).length > 0;
}

function selectSites(tx: Tx, where: string, parameters: readonly Parameter[]): Promise<readonly SiteRow[]> {
  return tx.query<SiteRow>(
    `select id, code, name, hosts, stock_prefix as "stockPrefix", oversea_prefix as "overseaPrefix",
            coin_settings as "coinSettings", used_coins as "usedCoins", deposit_coins as "depositCoins",
            buy_coins as "buyCoins", binary_currency as "binaryCurrency", type, money_mode as "moneyMode",
            practice_credit as "practiceCredit", refill_most as "refillMost", money_settings as "moneySettings",
            language, theme, banks
       from site
      ${where}
      order by id
      limit 1000`,
    parameters,
  );
}

export interface NewSite extends Omit<SiteRow, 'id'> {
  /** For good; 0 where none is given. */
  readonly shard?: number;
}

/** False when a site with this code exists already. */
export async function insertSite(tx: Tx, site: NewSite): Promise<boolean> {
  const rows = await insertRow(
    tx,
    'site',
    {
      shard: site.shard ?? 0,
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
      theme: { json: site.theme },
      banks: { json: site.banks },
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

/** What staff may change of a site otherwise. */
export type SiteChange = Omit<SiteRow, 'id' | 'code' | 'moneyMode' | 'moneySettings' | 'coinSettings'>;

export async function updateSite(tx: Tx, id: SiteId, site: SiteChange): Promise<void> {
  await tx.query(
    `update site
     set name = $2, hosts = $3, stock_prefix = $4, oversea_prefix = $5, used_coins = $6, deposit_coins = $7,
         buy_coins = $8, binary_currency = $9, type = $10, practice_credit = $11::text::jsonb, refill_most = $12::text::jsonb,
         language = $13, theme = $14::text::jsonb, banks = $15::text::jsonb
     where id = $1`,
    [
      ...[id, site.name, site.hosts, site.stockPrefix, site.overseaPrefix, site.usedCoins, site.depositCoins],
      ...[site.buyCoins, site.binaryCurrency, site.type, JSON.stringify(site.practiceCredit)],
      ...[
        JSON.stringify(site.refillMost),
        site.language,
        JSON.stringify(site.theme),
        JSON.stringify(site.banks),
      ],
    ],
  );
}

/** Of two changes at once the second sees what the first has made of all sites. */
export const lockSites = (tx: Tx): Promise<unknown> =>
  tx.query('lock table site in share row exclusive mode');

/** Whether anybody but staff has an account there. */
export async function hasMembers(tx: Tx, site: SiteId): Promise<boolean> {
  const rows = await tx.query(
    `select from player where site_id = $1 and role <> 'STAFF' order by id limit 1`,
    [site],
  );
  return rows.length > 0;
}
