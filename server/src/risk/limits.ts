// The limits of exposure of each site: the defaults, and what two members of staff have changed.
import { RISK_LIMITS, type RiskLimit } from '@maru/contract/risk/rules';
import { type Amount, amount } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { type ChangedBy, insertStaffChange } from '../staff/changes.ts';
import { listLimits, saveLimit } from './store.ts';

export type Limits = Readonly<Record<RiskLimit, Amount>>;

const DEFAULTS: Limits = {
  netTotal: amount('600000000'),
  netInstrument: amount('400000000'),
  sideInstrument: amount('2000000000'),
  roundSkew: amount('80'),
  roundSkewFrom: amount('5000000'),
  nearAccounts: amount('20'),
  feedSilent: amount('60'),
  feedDeviation: amount('0.5'),
  shareInstrument: amount('70'),
  shareFrom: amount('600000000'),
  withdrawalsWaiting: amount('50'),
  houseLoss: amount('100000000'),
  payoutMost: amount('500000000'),
};

const PERCENTS: ReadonlySet<RiskLimit> = new Set(['roundSkew', 'shareInstrument', 'feedDeviation']);

export interface RiskLimits {
  of(site: SiteId): Limits;
  /** The name of a limit that cannot be so. */
  faultOf(change: Partial<Limits>): RiskLimit | undefined;
  save(site: SiteId, change: Partial<Limits>, by: ChangedBy): Promise<void>;
}

export async function openLimits(database: Database): Promise<RiskLimits> {
  const changed = new Map<SiteId, Partial<Record<RiskLimit, Amount>>>();
  const of = (site: SiteId): Limits => ({ ...DEFAULTS, ...changed.get(site) });
  for (const { site, name, value } of await database.transaction(listLimits))
    changed.set(site, { ...changed.get(site), [name]: value });
  return {
    of,
    faultOf: (change) =>
      RISK_LIMITS.find((name) => {
        const value = change[name];
        return value !== undefined && (value <= 0n || (PERCENTS.has(name) && value > amount('100')));
      }),
    async save(site, change, by) {
      const before = of(site);
      const after = { ...before, ...change };
      await database.transaction(async (tx) => {
        for (const name of RISK_LIMITS) {
          const value = change[name];
          if (value !== undefined) await saveLimit(tx, { site, name, value, by });
        }
        await insertStaffChange(tx, { site, area: 'RISK', subject: 'limit', before, after, by });
      });
      changed.set(site, { ...changed.get(site), ...change });
    },
  };
}
