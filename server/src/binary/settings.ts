// What a bet on an offer is promised: the defaults of the rules, and what a site has changed of them.
import { type Amount, amount, isMultiple, ONE, type Rate, rate, toDecimal, ZERO } from '@maru/engine/amount';
import type { BinaryTerms, StrikeMode } from '@maru/engine/binary/terms';
import { BALL_CUT_OFF_MS } from '@maru/engine/bitball/salt';
import type { SiteId } from '@maru/engine/purse';
import type { RoundType } from '@maru/engine/rounds/round';
import type { Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { type ChangedBy, insertStaffChange } from '../staff/changes.ts';
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

/** What staff may change. Whatever is absent is the default. */
export interface SettingChange {
  readonly rate?: Rate;
  readonly cutOffMs?: number;
  readonly stakeMin?: Amount;
  readonly stakeUnit?: Amount;
  readonly stakeMax?: Amount;
  readonly roundMost?: Amount;
  readonly ticketsMost?: number;
  readonly exposureMost?: Amount;
  readonly allowBothSides?: boolean;
  readonly strikeMode?: StrikeMode;
}

export interface Settings {
  termsOf(site: BinarySite, offer: Offer): BinaryTerms;
  isChanged(site: SiteId, offer: number): boolean;
  /** The field that cannot be so, or nothing when it was saved. */
  change(site: BinarySite, offer: Offer, change: SettingChange, by: ChangedBy): Promise<string | undefined>;
}

export async function openSettings(database: Database): Promise<Settings> {
  const changed = new Map<string, SettingChange>();
  const nameOf = (site: SiteId, offer: number) => `${site}/${offer}`;
  for (const { site, offer, ...change } of await database.transaction(listSettings)) {
    changed.set(nameOf(site, offer), change);
  }
  const termsWith = (site: BinarySite, offer: Offer, change: SettingChange | undefined): BinaryTerms => ({
    ...defaultTerms(site, offer),
    ...change,
  });
  return {
    termsOf: (site, offer) => termsWith(site, offer, changed.get(nameOf(site.id, offer.id))),
    isChanged: (site, offer) => changed.has(nameOf(site, offer)),
    async change(site, offer, change, by) {
      const name = nameOf(site.id, offer.id);
      const whole = { ...changed.get(name), ...change };
      const fault = faultOf(termsWith(site, offer, whole), offer);
      if (fault !== undefined) return fault;
      const { staff, now } = by;
      await database.transaction(async (tx) => {
        await saveSetting(tx, { site: site.id, offer: offer.id, change: whole, staff, now });
        await insertStaffChange(tx, {
          site: site.id,
          area: 'BINARY_SETTING',
          subject: String(offer.id),
          before: termsWith(site, offer, changed.get(name)),
          after: termsWith(site, offer, whole),
          by,
        });
      });
      changed.set(name, whole);
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

/** The first field that breaks a rule. Half of all bets win, so a rate of 1 would give money away. */
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
  // A strike that is known while bets are taken would be a gift.
  if (terms.strikeMode === 'AT_BET' && family !== 'BINARY') return 'strikeMode';
  if (terms.strikeMode === 'ROUND_OPEN' && family === 'BINARY') return 'strikeMode';
  return undefined;
}

interface SettingRow {
  readonly site_id: SiteId;
  readonly option_id: number;
  readonly rate: string | null;
  readonly cut_off_ms: number | null;
  readonly stake_min: string | null;
  readonly stake_unit: string | null;
  readonly stake_max: string | null;
  readonly round_most: string | null;
  readonly tickets_most: number | null;
  readonly exposure_most: string | null;
  readonly allow_both_sides: boolean | null;
  readonly strike_mode: StrikeMode | null;
}

type StoredSetting = SettingChange & { readonly site: SiteId; readonly offer: number };

async function listSettings(tx: Tx): Promise<readonly StoredSetting[]> {
  const rows = await tx.query<SettingRow>(
    `select
       site_id, option_id, rate, cut_off_ms, stake_min, stake_unit, stake_max, round_most, tickets_most,
       exposure_most, allow_both_sides, strike_mode
     from binary_setting`,
  );
  return rows.map((row) => ({
    site: row.site_id,
    offer: row.option_id,
    ...(row.rate === null ? {} : { rate: rate(row.rate) }),
    ...(row.cut_off_ms === null ? {} : { cutOffMs: row.cut_off_ms }),
    ...(row.stake_min === null ? {} : { stakeMin: amount(row.stake_min) }),
    ...(row.stake_unit === null ? {} : { stakeUnit: amount(row.stake_unit) }),
    ...(row.stake_max === null ? {} : { stakeMax: amount(row.stake_max) }),
    ...(row.round_most === null ? {} : { roundMost: amount(row.round_most) }),
    ...(row.tickets_most === null ? {} : { ticketsMost: row.tickets_most }),
    ...(row.exposure_most === null ? {} : { exposureMost: amount(row.exposure_most) }),
    ...(row.allow_both_sides === null ? {} : { allowBothSides: row.allow_both_sides }),
    ...(row.strike_mode === null ? {} : { strikeMode: row.strike_mode }),
  }));
}

async function saveSetting(
  tx: Tx,
  saved: {
    readonly site: SiteId;
    readonly offer: number;
    readonly change: SettingChange;
    readonly staff: number;
    readonly now: Millis;
  },
): Promise<void> {
  const { site, offer, change, staff, now } = saved;
  const text = (units: bigint | undefined) => (units === undefined ? null : toDecimal(units));
  await tx.query(
    `insert into binary_setting (
       site_id, option_id, rate, cut_off_ms, stake_min, stake_unit, stake_max, round_most, tickets_most,
       exposure_most, allow_both_sides, strike_mode, changed_by, changed_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, to_timestamp($14::bigint / 1000.0))
     on conflict (site_id, option_id) do update
     set rate = excluded.rate,
       cut_off_ms = excluded.cut_off_ms,
       stake_min = excluded.stake_min,
       stake_unit = excluded.stake_unit,
       stake_max = excluded.stake_max,
       round_most = excluded.round_most,
       tickets_most = excluded.tickets_most,
       exposure_most = excluded.exposure_most,
       allow_both_sides = excluded.allow_both_sides,
       strike_mode = excluded.strike_mode,
       changed_by = excluded.changed_by,
       changed_at = excluded.changed_at`,
    [
      site,
      offer,
      text(change.rate),
      change.cutOffMs ?? null,
      text(change.stakeMin),
      text(change.stakeUnit),
      text(change.stakeMax),
      text(change.roundMost),
      change.ticketsMost ?? null,
      text(change.exposureMost),
      change.allowBothSides ?? null,
      change.strikeMode ?? null,
      staff,
      now,
    ],
  );
}
