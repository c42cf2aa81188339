// What trading an instrument costs on a site: the defaults of docs/rules.md 4.1 and 4.8, and what staff have changed of
// them.
import { type Amount, amount, ONE, type Rate, rate, toDecimal, ZERO } from '@maru/engine/amount';
import type { OverseaMode } from '@maru/engine/oversea/terms';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { type ChangedBy, insertStaffChange } from '../staff/changes.ts';
import type { OverseaSite } from './deps.ts';

export interface OverseaSetting {
  readonly entryMargin: Amount;
  readonly overnightMargin: Amount;
  readonly commission: Amount;
  readonly contractsMost: number;
  readonly playerContractsMost: number;
  readonly lossCutRate: Rate;
  readonly mode: OverseaMode;
}

/** What staff may change. Whatever is absent is the default. */
export type SettingChange = Partial<OverseaSetting>;

/** In won; other currencies count in units of about a thousand won, as the limits of rounds do. */
const moneyIn = (currency: string) =>
  currency === 'KRW'
    ? { entryMargin: amount('300000'), overnightMargin: amount('2000000'), commission: amount('3000') }
    : { entryMargin: amount('300'), overnightMargin: amount('2000'), commission: amount('3') };

const defaultsOf = ({ binaryCurrency }: OverseaSite): OverseaSetting => ({
  ...moneyIn(binaryCurrency),
  contractsMost: 20,
  playerContractsMost: 50,
  lossCutRate: rate('0.2'),
  mode: 'NORMAL',
});

export interface OverseaSettings {
  of(site: OverseaSite, instrument: number): OverseaSetting;
  isChanged(site: SiteId, instrument: number): boolean;
  /** The field that cannot be so. */
  faultOf(site: OverseaSite, instrument: number, change: SettingChange): string | undefined;
  /** Does the change touch positions that are open? Then it takes two people. */
  touchesPositions(site: OverseaSite, instrument: number, change: SettingChange): boolean;
  /** The field that cannot be so, or nothing when it was saved. */
  change(
    site: OverseaSite,
    instrument: number,
    change: SettingChange,
    by: ChangedBy,
  ): Promise<string | undefined>;
}

export async function openSettings(database: Database): Promise<OverseaSettings> {
  const changed = new Map<string, SettingChange>();
  const nameOf = (site: SiteId, instrument: number) => `${site}/${instrument}`;
  for (const { site, instrument, change } of await database.transaction(listSettings)) {
    changed.set(nameOf(site, instrument), change);
  }
  const of = (site: OverseaSite, instrument: number): OverseaSetting => ({
    ...defaultsOf(site),
    ...changed.get(nameOf(site.id, instrument)),
  });
  return {
    of,
    isChanged: (site, instrument) => changed.has(nameOf(site, instrument)),
    faultOf: (site, instrument, change) => faultOf({ ...of(site, instrument), ...change }, site),
    touchesPositions: (site, instrument, change) => touchesPositions(of(site, instrument), change),
    async change(site, instrument, change, by) {
      const name = nameOf(site.id, instrument);
      const before = of(site, instrument);
      const after = { ...before, ...change };
      const fault = faultOf(after, site);
      if (fault !== undefined) return fault;
      const whole = { ...changed.get(name), ...change };
      const { staff, now } = by;
      await database.transaction(async (tx) => {
        await saveSetting(tx, { site: site.id, instrument, change: whole, staff, now });
        await insertStaffChange(tx, {
          site: site.id,
          area: 'OVERSEA_SETTING',
          subject: String(instrument),
          before,
          after,
          by,
        });
      });
      changed.set(name, whole);
      return undefined;
    },
  };
}

/**
 * The overnight margin and the loss-cut rate decide which open positions are closed, the commission what closing them
 * costs, and a stopped instrument lets nobody out. Opening can be stopped by one person: `REDUCE_ONLY`.
 */
function touchesPositions(now: OverseaSetting, change: SettingChange): boolean {
  const { overnightMargin, commission, lossCutRate, mode } = { ...now, ...change };
  if (overnightMargin !== now.overnightMargin || commission !== now.commission) return true;
  if (lossCutRate !== now.lossCutRate) return true;
  return mode !== now.mode && (mode === 'STOPPED' || now.mode === 'STOPPED');
}

/** A slip of the keyboard, not a setting: for a thousand contracts it would be more than any wallet can hold. */
const MONEY_MOST = amount('50000000');

/** The first field that breaks a rule. */
function faultOf(setting: OverseaSetting, site: OverseaSite): string | undefined {
  const places = site.wallets.find(({ type }) => type === 'BINARY')?.places ?? 0;
  const unit = 10n ** BigInt(8 - places);
  const isMoney = (each: Amount) => each <= MONEY_MOST && each % unit === 0n;
  if (setting.entryMargin <= ZERO || !isMoney(setting.entryMargin)) return 'entryMargin';
  if (setting.overnightMargin < setting.entryMargin || !isMoney(setting.overnightMargin)) {
    return 'overnightMargin';
  }
  if (setting.commission < ZERO || !isMoney(setting.commission)) return 'commission';
  // What an order costs must fit into what a position locks, or the first tick would cut it.
  if (setting.commission >= setting.entryMargin) return 'commission';
  if (setting.playerContractsMost < setting.contractsMost) return 'playerContractsMost';
  if (setting.lossCutRate < 0n || setting.lossCutRate >= ONE) return 'lossCutRate';
  return undefined;
}

interface SettingRow {
  readonly site_id: SiteId;
  readonly option_id: number;
  readonly entry_margin: string | null;
  readonly overnight_margin: string | null;
  readonly commission: string | null;
  readonly contracts_most: number | null;
  readonly player_contracts_most: number | null;
  readonly loss_cut_rate: string | null;
  readonly mode: OverseaMode | null;
}

interface StoredSetting {
  readonly site: SiteId;
  readonly instrument: number;
  readonly change: SettingChange;
}

async function listSettings(tx: Tx): Promise<readonly StoredSetting[]> {
  const rows = await tx.query<SettingRow>(
    `select
       site_id, option_id, entry_margin, overnight_margin, commission, contracts_most, player_contracts_most,
       loss_cut_rate, mode
     from oversea_setting`,
  );
  return rows.map((row) => ({
    site: row.site_id,
    instrument: row.option_id,
    change: {
      ...(row.entry_margin === null ? {} : { entryMargin: amount(row.entry_margin) }),
      ...(row.overnight_margin === null ? {} : { overnightMargin: amount(row.overnight_margin) }),
      ...(row.commission === null ? {} : { commission: amount(row.commission) }),
      ...(row.contracts_most === null ? {} : { contractsMost: row.contracts_most }),
      ...(row.player_contracts_most === null ? {} : { playerContractsMost: row.player_contracts_most }),
      ...(row.loss_cut_rate === null ? {} : { lossCutRate: rate(row.loss_cut_rate) }),
      ...(row.mode === null ? {} : { mode: row.mode }),
    },
  }));
}

async function saveSetting(
  tx: Tx,
  { site, instrument, change, staff, now }: StoredSetting & { readonly staff: number; readonly now: Millis },
): Promise<void> {
  const text = (units: bigint | undefined) => (units === undefined ? null : toDecimal(units));
  await tx.query(
    `insert into oversea_setting (
       site_id, option_id, entry_margin, overnight_margin, commission, contracts_most, player_contracts_most,
       loss_cut_rate, mode, changed_by, changed_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, to_timestamp($11::bigint / 1000.0))
     on conflict (site_id, option_id) do update
     set entry_margin = excluded.entry_margin,
       overnight_margin = excluded.overnight_margin,
       commission = excluded.commission,
       contracts_most = excluded.contracts_most,
       player_contracts_most = excluded.player_contracts_most,
       loss_cut_rate = excluded.loss_cut_rate,
       mode = excluded.mode,
       changed_by = excluded.changed_by,
       changed_at = excluded.changed_at`,
    [
      site,
      instrument,
      text(change.entryMargin),
      text(change.overnightMargin),
      text(change.commission),
      change.contractsMost ?? null,
      change.playerContractsMost ?? null,
      text(change.lossCutRate),
      change.mode ?? null,
      staff,
      now,
    ],
  );
}
