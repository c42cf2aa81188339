// Players' own limits in the shadow's tables: always as they are now, so that no row is ever final.
import type { Rate } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { Book } from '@maru/engine/book';
import type { Note } from '@maru/engine/follower';
import { putLimits, putRate } from '@maru/engine/limits/apply';
import type { LimitsEvent, LimitsNote } from '@maru/engine/limits/events';
import type { Limit, LimitCounters, LimitSettings } from '@maru/engine/limits/state';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Tx } from '../../db/database.ts';
import { byShard } from '../../shadow/of-shard.ts';
import type { ShadowProduct } from '../../shadow/shadow-product.ts';
import { fieldsOf, selectFrom, upsertMany } from '../../shadow/statements.ts';
import type { Read, Table } from '../../shadow/table.ts';
import { rates, settings, uses } from './tables.ts';

export interface LimitsRows {
  readonly settings: Map<PlayerId, LimitSettings & { readonly site: SiteId }>;
  readonly uses: Map<PlayerId, LimitCounters>;
  readonly rates: Map<string, Rate>;
}

const setSettings = upsertMany(settings, { key: ['player'] });
const setUses = upsertMany(uses, { key: ['player'] });
const setRates = upsertMany(rates, { key: ['shard', 'currency'] });
const readSettings = selectFrom(settings, fieldsOf(settings, 'shard'));
const readUses = selectFrom(uses, fieldsOf(uses, 'shard'));
const readRates = selectFrom(rates, fieldsOf(rates, 'shard'));

export const limitsShadow: ShadowProduct<LimitsRows, LimitsEvent> = {
  name: 'limits',
  tables: ['player_limit', 'player_limit_use', 'limit_rate'].map((name) => ({
    name,
    ofShard: byShard,
    retained: () => `select * from ${name}`,
  })),
  noRows: () => ({ settings: new Map(), uses: new Map(), rates: new Map() }),
  addRows: addLimitsRows,
  addNote: ({ uses: used }, note: Note) => used.set(note.player, (note as LimitsNote).counters),
  async write(tx, shard, rows) {
    await setSettings(
      tx,
      Array.from(rows.settings, ([player, own]) => ({ player, shard, ...settingsRow(own) })),
    );
    await setUses(
      tx,
      Array.from(rows.uses, ([player, counters]) => ({ player, shard, ...counters })),
    );
    await setRates(
      tx,
      Array.from(rows.rates, ([currency, rate]) => ({ shard, currency, rate })),
    );
  },
  load: loadLimits,
  // Every row changes with the next event of its player.
  check: () => Promise.resolve(),
  deletions: () => [],
};

function addLimitsRows(rows: LimitsRows, event: LimitsEvent): void {
  switch (event.kind) {
    case 'LIMITS_CHANGED':
      for (const { player } of event.steps) {
        rows.settings.set(player, { ...event.settings, site: event.site });
        if (event.counters !== undefined) rows.uses.set(player, event.counters);
      }
      return;
    case 'USE_COUNTED':
      for (const { player, counters } of event.counted) rows.uses.set(player, counters);
      return;
    case 'RATES_NOTED':
      for (const { currency, rate } of event.rates) rows.rates.set(currency, rate);
      return;
  }
}

type RowOf<Any> = Any extends Table<infer Described> ? Read<Described> : never;
type SettingsRow = Omit<RowOf<typeof settings>, 'player' | 'shard'>;

function settingsRow({
  site,
  since,
  limits: { LOSS, STAKE, DEPOSIT, TIME },
  coolOffUntil,
  excludedUntil,
}: LimitSettings & { readonly site: SiteId }): SettingsRow {
  return {
    site,
    since,
    loss: LOSS?.value,
    lossNext: LOSS?.pending?.value,
    lossFrom: LOSS?.pending?.from,
    stake: STAKE?.value,
    stakeNext: STAKE?.pending?.value,
    stakeFrom: STAKE?.pending?.from,
    deposit: DEPOSIT?.value,
    depositNext: DEPOSIT?.pending?.value,
    depositFrom: DEPOSIT?.pending?.from,
    minutes: TIME?.value,
    minutesNext: TIME?.pending?.value,
    minutesFrom: TIME?.pending?.from,
    coolOffUntil,
    excludedUntil,
  };
}

function settingsOf(row: SettingsRow): LimitSettings {
  const limits = {
    LOSS: limitOf(row.loss, row.lossNext, row.lossFrom),
    STAKE: limitOf(row.stake, row.stakeNext, row.stakeFrom),
    DEPOSIT: limitOf(row.deposit, row.depositNext, row.depositFrom),
    TIME: limitOf(row.minutes, row.minutesNext, row.minutesFrom),
  };
  const { since, coolOffUntil, excludedUntil } = row;
  return {
    since,
    limits: Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)),
    ...(coolOffUntil === undefined ? undefined : { coolOffUntil }),
    ...(excludedUntil === undefined ? undefined : { excludedUntil }),
  };
}

function limitOf(
  value: SettingsRow['loss'],
  next: SettingsRow['lossNext'],
  from: SettingsRow['lossFrom'],
): Limit | undefined {
  if (value === undefined) return undefined;
  if (from === undefined) return { value };
  return { value, pending: { ...(next === undefined ? undefined : { value: next }), from } };
}

async function loadLimits(tx: Tx, shard: number, { limits: state }: Book): Promise<void> {
  const used = new Map(
    (await readUses(tx, 'where shard = $1', [shard])).map(({ player, ...counters }) => [player, counters]),
  );
  for (const row of await readSettings(tx, 'where shard = $1 order by player_id', [shard])) {
    const counters = used.get(row.player);
    assert(counters !== undefined, `player ${row.player} has limits and no use of them`);
    putLimits(state, { ...settingsOf(row), player: row.player, site: row.site, counters });
  }
  for (const rate of await readRates(tx, 'where shard = $1', [shard])) putRate(state, rate);
}
