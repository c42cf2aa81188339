// The costs of trading an instrument on a site: the defaults of docs/rules.md 4.1 and 4.8, and what staff have changed
// of them.
import { type Amount, amount, isMultiple, ONE, type Rate, rate, unitOf, ZERO } from '@maru/engine/amount';
import type { OverseaMode } from '@maru/engine/oversea/terms';
import type { SiteId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { column, type Read } from '../shadow/table.ts';
import { openChangedSettings } from '../staff/changed-settings.ts';
import type { ChangedBy } from '../staff/changes.ts';
import type { OverseaSite } from './deps.ts';

/** The columns that staff may change. */
export const SETTING_COLUMNS = {
  entryMargin: column.units<Amount>('entry_margin'),
  overnightMargin: column.units<Amount>('overnight_margin'),
  commission: column.units<Amount>(),
  contractsMost: column.int('contracts_most'),
  playerContractsMost: column.int('player_contracts_most'),
  lossCutRate: column.units<Rate>('loss_cut_rate'),
  mode: column.text<OverseaMode>(),
};
export type OverseaSetting = Read<typeof SETTING_COLUMNS>;
/** Whatever is absent is the default. */
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
  /** The invalid field, if there is one. */
  faultOf(site: OverseaSite, instrument: number, change: SettingChange): string | undefined;
  /** Does the change affect open positions? Then it needs two members of staff. */
  touchesPositions(site: OverseaSite, instrument: number, change: SettingChange): boolean;
  /** The invalid field, or undefined when it was saved. */
  change(
    site: OverseaSite,
    instrument: number,
    change: SettingChange,
    by: ChangedBy,
  ): Promise<string | undefined>;
}

export async function openSettings(database: Database): Promise<OverseaSettings> {
  const changed = await openChangedSettings(database, {
    name: 'oversea_setting',
    columns: SETTING_COLUMNS,
    area: 'OVERSEA_SETTING',
  });
  const of = (site: OverseaSite, instrument: number): OverseaSetting => ({
    ...defaultsOf(site),
    ...changed.of(site.id, instrument),
  });
  return {
    of,
    isChanged: (site, instrument) => changed.of(site, instrument) !== undefined,
    faultOf: (site, instrument, change) => faultOf({ ...of(site, instrument), ...change }, site),
    touchesPositions: (site, instrument, change) => touchesPositions(of(site, instrument), change),
    async change(site, instrument, change, by) {
      const before = of(site, instrument);
      const after = { ...before, ...change };
      const fault = faultOf(after, site);
      if (fault !== undefined) return fault;
      const whole = { ...changed.of(site.id, instrument), ...change };
      await changed.save({ site: site.id, option: instrument, change: whole, before, after, by });
      return undefined;
    },
  };
}

/**
 * The overnight margin and the loss-cut rate decide which open positions are closed, the commission what closing them
 * costs, and in a stopped instrument nobody can close. Opening can be stopped by one person: `REDUCE_ONLY`.
 */
function touchesPositions(now: OverseaSetting, change: SettingChange): boolean {
  const { overnightMargin, commission, lossCutRate, mode } = { ...now, ...change };
  if (overnightMargin !== now.overnightMargin || commission !== now.commission) return true;
  if (lossCutRate !== now.lossCutRate) return true;
  return mode !== now.mode && (mode === 'STOPPED' || now.mode === 'STOPPED');
}

/** Anything above is a typing error: for a thousand contracts it would be more than any wallet can hold. */
const MONEY_MOST = amount('50000000');

/** The first field that breaks a rule. */
function faultOf(setting: OverseaSetting, site: OverseaSite): string | undefined {
  const places = site.wallets.find(({ type }) => type === 'BINARY')?.places ?? 0;
  const unit = unitOf(places);
  const isMoney = (each: Amount) => each <= MONEY_MOST && isMultiple(each, unit);
  if (setting.entryMargin <= ZERO || !isMoney(setting.entryMargin)) return 'entryMargin';
  if (setting.overnightMargin < setting.entryMargin || !isMoney(setting.overnightMargin)) {
    return 'overnightMargin';
  }
  if (setting.commission < ZERO || !isMoney(setting.commission)) return 'commission';
  // The commission must be less than the margin of a position, or the first tick would liquidate it.
  if (setting.commission >= setting.entryMargin) return 'commission';
  if (setting.playerContractsMost < setting.contractsMost) return 'playerContractsMost';
  if (setting.lossCutRate < 0n || setting.lossCutRate >= ONE) return 'lossCutRate';
  return undefined;
}
