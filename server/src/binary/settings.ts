// The terms of a bet on an offer: the defaults of the rules, and what a site has changed of them.
import { type Amount, amount, isMultiple, ONE, type Rate, rate, ZERO } from '@maru/engine/amount';
import type { BinaryTerms, StrikeMode } from '@maru/engine/binary/terms';
import { BALL_CUT_OFF_MS } from '@maru/engine/bitball/salt';
import type { SiteId } from '@maru/engine/purse';
import type { RoundType } from '@maru/engine/rounds/round';
import type { Database } from '../db/database.ts';
import { column, type Read } from '../shadow/table.ts';
import { openChangedSettings } from '../staff/changed-settings.ts';
import type { ChangedBy } from '../staff/changes.ts';
import type { BinarySite } from './deps.ts';
import type { Offer } from './offers.ts';

/** docs/rules.md 1.3 and 2.2. */
const CUT_OFF_MS: Readonly<Record<RoundType, number>> = {
  'R.5': 5_000,
  R1: 10_000,
  R2: 15_000,
  R5: 30_000,
  B1: 15_000,
  B2: 20_000,
  B5: 30_000,
  P1: BALL_CUT_OFF_MS,
  P2: BALL_CUT_OFF_MS,
};

const RENT_RATE = rate('0.87');
const BINARY_RATE = rate('0.9');
const TICKETS_MOST = 10;
const WALLET = 'BINARY';

/** docs/rules.md 1.8 in won; other currencies count in units of about a thousand won. */
const limitsIn = (currency: string) =>
  currency === 'KRW'
    ? {
        stakeMin: amount('5000'),
        stakeUnit: amount('1000'),
        stakeMax: amount('5000000'),
        roundMost: amount('10000000'),
        exposureMost: amount('50000000'),
      }
    : {
        stakeMin: amount('5'),
        stakeUnit: amount('1'),
        stakeMax: amount('5000'),
        roundMost: amount('10000'),
        exposureMost: amount('50000'),
      };

/** The columns that staff may change. */
export const SETTING_COLUMNS = {
  rate: column.units<Rate>(),
  cutOffMs: column.int('cut_off_ms'),
  stakeMin: column.units<Amount>('stake_min'),
  stakeUnit: column.units<Amount>('stake_unit'),
  stakeMax: column.units<Amount>('stake_max'),
  roundMost: column.units<Amount>('round_most'),
  ticketsMost: column.int('tickets_most'),
  exposureMost: column.units<Amount>('exposure_most'),
  allowBothSides: column.boolean('allow_both_sides'),
  strikeMode: column.text<StrikeMode>('strike_mode'),
};
type SettingChange = Partial<Read<typeof SETTING_COLUMNS>>;

export interface Settings {
  termsOf(site: BinarySite, offer: Offer): BinaryTerms;
  isChanged(site: SiteId, offer: number): boolean;
  /** The terms as a change would leave them, and the first field of it that breaks a rule. */
  changedTerms(
    site: BinarySite,
    offer: Offer,
    change: SettingChange,
  ): { readonly before: BinaryTerms; readonly after: BinaryTerms; readonly fault: string | undefined };
  /** The invalid field, or undefined when it was saved. */
  change(site: BinarySite, offer: Offer, change: SettingChange, by: ChangedBy): Promise<string | undefined>;
}

export async function openSettings(database: Database): Promise<Settings> {
  const changed = await openChangedSettings(database, {
    name: 'binary_setting',
    columns: SETTING_COLUMNS,
    area: 'BINARY_SETTING',
  });
  const termsOf = (site: BinarySite, offer: Offer): BinaryTerms => ({
    ...defaultTerms(site, offer),
    ...changed.of(site.id, offer.id),
  });
  function changedTerms(site: BinarySite, offer: Offer, change: SettingChange) {
    const before = termsOf(site, offer);
    const after = { ...before, ...change };
    return { before, after, fault: faultOf(after, offer) };
  }
  return {
    termsOf,
    changedTerms,
    isChanged: (site, offer) => changed.of(site, offer) !== undefined,
    async change(site, offer, change, by) {
      const { before, after, fault } = changedTerms(site, offer, change);
      if (fault !== undefined) return fault;
      const whole = { ...changed.of(site.id, offer.id), ...change };
      await changed.save({ site: site.id, option: offer.id, change: whole, before, after, by });
      return undefined;
    },
  };
}

function defaultTerms(site: BinarySite, { type, family, instrument }: Offer): BinaryTerms {
  const isBinary = family === 'BINARY';
  return {
    wallet: WALLET,
    strikeMode: isBinary ? 'AT_BET' : 'ROUND_OPEN',
    cutOffMs: CUT_OFF_MS[type],
    rate: isBinary ? BINARY_RATE : RENT_RATE,
    ...limitsIn(site.binaryCurrency),
    ticketsMost: TICKETS_MOST,
    allowBothSides: false,
    precision: instrument.precision,
    staleMs: instrument.staleMs,
  };
}

/** The first field that breaks a rule. Half of all bets win, so a rate of 1 would be a loss for the house. */
function faultOf(terms: BinaryTerms, { lengthMs, family }: Offer): string | undefined {
  const { stakeMin, stakeUnit, stakeMax } = terms;
  if (terms.rate <= ZERO || terms.rate >= ONE) return 'rate';
  if (terms.cutOffMs >= lengthMs) return 'cutOffMillis';
  if (family === 'BALL' && terms.cutOffMs !== BALL_CUT_OFF_MS) return 'cutOffMillis';
  if (stakeUnit <= ZERO) return 'stakeUnit';
  if (stakeMin < stakeUnit || !isMultiple(stakeMin, stakeUnit)) return 'stakeMin';
  if (stakeMax < stakeMin) return 'stakeMax';
  if (terms.roundMost < stakeMax) return 'roundMost';
  if (terms.exposureMost <= ZERO) return 'exposureMost';
  // A strike that is known while bets are accepted would favour the player.
  if (terms.strikeMode === 'AT_BET' && family !== 'BINARY') return 'strikeMode';
  if (terms.strikeMode === 'ROUND_OPEN' && family === 'BINARY') return 'strikeMode';
  return undefined;
}
