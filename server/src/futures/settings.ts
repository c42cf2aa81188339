// The settings of trading a coin future on a site: the defaults of docs/rules.md 3.1 and 3.9, and what staff have changed
// of them.
import { type Amount, amount, type Rate, rate } from '@maru/engine/amount';
import type { Contract, FuturesMode, FuturesTerms } from '@maru/engine/futures/terms';
import type { SiteId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { column, type Read } from '../shadow/table.ts';
import { openChangedSettings } from '../staff/changed-settings.ts';
import type { ChangedBy } from '../staff/changes.ts';
import { currencyOfWallet } from './contracts.ts';
import type { FuturesInstrument } from './instruments.ts';
import { tierTables } from './tier-tables.ts';

/** The columns that staff may change. */
export const SETTING_COLUMNS = {
  contractType: column.text<Contract>('contract_type'),
  notionalLeast: column.units<Amount>('notional_least'),
  leverageMost: column.int('leverage_most'),
  tierTable: column.text('tier_table'),
  feeRate: column.units<Rate>('fee_rate'),
  liquidationFeeRate: column.units<Rate>('liquidation_fee_rate'),
  warnRatio: column.units<Rate>('warn_ratio'),
  leverageWithPosition: column.text<FuturesTerms['leverageWithPosition']>('leverage_with_position'),
  mode: column.text<FuturesMode>(),
};
export type FuturesSetting = Read<typeof SETTING_COLUMNS>;
/** Whatever is absent is the default. */
export type SettingChange = Partial<FuturesSetting>;

/** Spec 9: 0.08 %. */
export const USUAL_FEE_RATE = rate('0.0008');

const defaultsOf = ({ contract }: FuturesInstrument): FuturesSetting => ({
  contractType: contract.contractType,
  notionalLeast: amount('5'),
  leverageMost: contract.leverageMost,
  tierTable: contract.tierTable,
  feeRate: USUAL_FEE_RATE,
  liquidationFeeRate: rate('0.005'),
  warnRatio: rate('0.8'),
  leverageWithPosition: 'RAISE',
  mode: 'NORMAL',
});

export interface FuturesSettings {
  of(site: SiteId, instrument: FuturesInstrument): FuturesSetting;
  isChanged(site: SiteId, instrument: FuturesInstrument): boolean;
  /** The invalid field, if there is one. */
  faultOf(site: SiteId, instrument: FuturesInstrument, change: SettingChange): string | undefined;
  /** Does the change affect open positions? Then it needs two members of staff. */
  touchesPositions(site: SiteId, instrument: FuturesInstrument, change: SettingChange): boolean;
  /** The invalid field, or undefined when it was saved. */
  change(
    site: SiteId,
    instrument: FuturesInstrument,
    change: SettingChange,
    by: ChangedBy,
  ): Promise<string | undefined>;
}

export async function openSettings(database: Database): Promise<FuturesSettings> {
  const changed = await openChangedSettings(database, {
    name: 'futures_setting',
    columns: SETTING_COLUMNS,
    area: 'FUTURES_SETTING',
  });
  const of = (site: SiteId, instrument: FuturesInstrument): FuturesSetting => ({
    ...defaultsOf(instrument),
    ...changed.of(site, instrument.id),
  });
  return {
    of,
    isChanged: (site, { id }) => changed.of(site, id) !== undefined,
    faultOf: (site, instrument, change) => faultOf({ ...of(site, instrument), ...change }, instrument),
    touchesPositions: (site, instrument, change) => touchesPositions(of(site, instrument), change),
    async change(site, instrument, change, by) {
      const before = of(site, instrument);
      const after = { ...before, ...change };
      const fault = faultOf(after, instrument);
      if (fault !== undefined) return fault;
      const whole = { ...changed.of(site, instrument.id), ...change };
      await changed.save({ site, option: instrument.id, change: whole, before, after, by });
      return undefined;
    },
  };
}

/**
 * The tiers decide which open positions are liquidated, the fees what closing them costs, the ratio when their owners are
 * warned, and in a stopped instrument nobody can close. Opening can be stopped by one person: `REDUCE_ONLY`.
 */
function touchesPositions(now: FuturesSetting, change: SettingChange): boolean {
  const then = { ...now, ...change };
  const decisive = ['tierTable', 'feeRate', 'liquidationFeeRate', 'warnRatio'] as const;
  if (decisive.some((field) => then[field] !== now[field])) return true;
  return then.mode !== now.mode && (then.mode === 'STOPPED' || now.mode === 'STOPPED');
}

/** Anything above is a typing error: few orders would be let through. */
const NOTIONAL_MOST = amount('10000');
const LIQUIDATION_FEE_MOST = rate('0.02');
/** A warning is due again below 70 %: one that came before that would never end (docs/rules.md 3.12). */
const WARN_LEAST = rate('0.7');
const WARN_MOST = rate('0.99');

/** The first field that breaks a rule. */
function faultOf(setting: FuturesSetting, { contract }: FuturesInstrument): string | undefined {
  // Nobody may turn the money of open positions from dollars into coins.
  const isInverse = (type: Contract) => type === 'INVERSE';
  if (isInverse(setting.contractType) !== isInverse(contract.contractType)) return 'contractType';
  if (setting.notionalLeast < 0n || setting.notionalLeast > NOTIONAL_MOST) return 'notionalLeast';
  const table = tierTables.get(setting.tierTable);
  const [lowest] = table?.tiers ?? [];
  if (lowest === undefined || table?.currency !== currencyOfWallet(contract.wallet)) return 'tierTable';
  if (setting.leverageMost < 1 || setting.leverageMost > lowest.leverageMost) return 'leverageMost';
  // What a position must keep has to pay for closing it, or every liquidation would cost the insurance.
  if (setting.feeRate < 0n || setting.feeRate >= lowest.maintenance) return 'feeRate';
  if (setting.liquidationFeeRate < 0n || setting.liquidationFeeRate > LIQUIDATION_FEE_MOST)
    return 'liquidationFeeRate';
  if (setting.warnRatio < WARN_LEAST || setting.warnRatio > WARN_MOST) return 'warnRatio';
  return undefined;
}
