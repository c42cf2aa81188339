// What a tick costs while a million price alerts of members wait for one instrument: one that reaches none, beside the
// same feature without any alert and beside comparing all of them, and one that reaches a hundred, until they are
// written and told. Everything as it is wired: the rows are loaded from PostgreSQL, and ticks come as the feed sends them.
import { type Price, priceOfUnits } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import { type Millis, millis } from '@maru/engine/time';
import { createAlerts } from '@maru/server/alert/alerts';
import { migrate } from '@maru/server/db/migrate';
import { openPostgres } from '@maru/server/db/postgres';
import { instruments } from '@maru/server/feed/instruments';
import { silentLog } from '@maru/server/log/log';
import { startPostgres } from '../../scripts/postgres.mjs';
import { middleOf, rounded } from './callers.ts';

const SIZES = [0, 1_000, 1_000_000] as const;
const ROUNDS = 11;
const QUIET_TICKS = 20_000;
const SCANS = 3;
/** One group is reached after the other; the first warms up. */
const GROUPS = 6;
const HITS = 100;
/** Ticks from the middle: where the groups wait, and from where on all others do. */
const FIRST_GROUP = 100;
const BETWEEN_GROUPS = 20;
const NEAREST = 3_000;
const FARTHEST = 300_000;
const NOW = millis(Date.now());

const bitcoin: Instrument = instruments.find(({ code }) => code === 'BTCUSDT')!;
const MIDDLE = 95_000n * 100_000_000n;
const priceAt = (ticks: number): Price => priceOfUnits(MIDDLE + BigInt(ticks) * bitcoin.tickSize);

function tickAt(ticks: number, seq: number): Tick {
  const last = priceAt(ticks);
  return { stock: bitcoin.code, last, bid: last, ask: last, mark: last, ts: NOW, recvTs: NOW, seq };
}

interface Stand {
  readonly size: number;
  readonly loadMs: number;
  /** Nanoseconds of a tick that reaches nobody. */
  quiet(): number;
  /** Milliseconds until everybody of the group was told. */
  hit(group: number): Promise<number>;
  close(): Promise<void>;
}

/** Twenty alerts of each member, half above the price and half below; the first are the groups. */
async function openStand(size: number): Promise<Stand> {
  const postgres = await startPostgres();
  const database = openPostgres(postgres.url);
  await migrate(database);
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into site (code, name, used_coins, binary_currency, type)
       values ('bench', 'Bench', 'BINARY', 'KRW', '101111')`,
    );
    await tx.query(
      `insert into player (id, site_id, username, password_hash, name, nick, folded_nick, role, created_at,
         password_changed_at)
       overriding system value
       select n, 1, 'player' || n, '', '', 'player' || n, 'player' || n, 'PLAYER', now(), now()
       from generate_series(1, $1::int) as n`,
      [Math.max(HITS, Math.ceil(size / 20))],
    );
    await tx.query(
      `insert into alert (site_id, player_id, instrument_id, basis, fires, level, repeat, push, in_app, created_ms)
       select 1,
         case when n < $2::int then n % $3::int else n / 20 end + 1,
         $4::int, 'LAST',
         case when n < $2::int or n % 2 = 0 then 'AT_OR_ABOVE' else 'AT_OR_BELOW' end,
         ($5::numeric + $6::numeric * case
           when n < $2::int then $7::int + n / $3::int * $8::int
           when n % 2 = 0 then $9::int + n % $10::int
           else -($9::int + n % $10::int)
         end) / 100000000,
         'ONCE', true, true, 0
       from generate_series(0, $1::int - 1) as n`,
      [
        ...[size, GROUPS * HITS, HITS, bitcoin.id, String(MIDDLE), String(bitcoin.tickSize)],
        ...[FIRST_GROUP, BETWEEN_GROUPS, NEAREST, FARTHEST],
      ],
    );
  });

  let newest = tickAt(0, 0);
  let send: (tick: Tick) => void = () => {};
  let told = 0;
  const alerts = createAlerts({
    shard: 0,
    database,
    prices: { latest: () => newest, usable: () => newest } as never,
    instruments,
    onLiveTick(listen) {
      send = listen;
      return () => {};
    },
    time: { clock: () => NOW as Millis, wait: () => new Promise(() => {}) },
    log: silentLog,
    tell: () => {
      told += 1;
    },
  });
  const began = performance.now();
  await alerts.start();
  const loadMs = performance.now() - began;
  if (alerts.stats().waiting !== size) throw new Error(`${alerts.stats().waiting} of ${size} wait`);
  return {
    size,
    loadMs,
    quiet() {
      const ticks = Array.from({ length: 101 }, (_, step) => tickAt(step - 50, step));
      const from = process.hrtime.bigint();
      for (let index = 0; index < QUIET_TICKS; index += 1) send(ticks[index % ticks.length]!);
      const ns = Number(process.hrtime.bigint() - from) / QUIET_TICKS;
      if (alerts.stats().pending !== 0) throw new Error('a quiet tick reached somebody');
      return ns;
    },
    async hit(group) {
      told = 0;
      newest = tickAt(FIRST_GROUP + group * BETWEEN_GROUPS, group + 1);
      const from = performance.now();
      send(newest);
      await alerts.settled();
      const ms = performance.now() - from;
      if (told !== HITS) throw new Error(`${told} of ${HITS} were told`);
      return ms;
    },
    async close() {
      await alerts.stop();
      await database.close();
      await postgres.stop();
    },
  };
}

/** The rival: every alert is compared with the price. */
function createScan(size: number): () => number {
  const waiting = Array.from({ length: size }, (_, id) => {
    const away = NEAREST + (id % FARTHEST);
    return { isAbove: id % 2 === 0, level: priceAt(id % 2 === 0 ? away : -away) };
  });
  return () => {
    let reached = 0;
    const from = process.hrtime.bigint();
    for (let turn = 0; turn < SCANS; turn += 1) {
      const last = priceAt(turn);
      for (const { isAbove, level } of waiting) if (isAbove ? last >= level : last <= level) reached += 1;
    }
    const ns = Number(process.hrtime.bigint() - from) / SCANS;
    if (reached !== 0) throw new Error('a quiet price reached somebody');
    return ns;
  };
}

export async function alerts(): Promise<Record<string, unknown>> {
  const stands: Stand[] = [];
  try {
    for (const size of SIZES) stands.push(await openStand(size));
    return await measure(stands);
  } finally {
    for (const stand of stands) await stand.close();
  }
}

async function measure(stands: readonly Stand[]): Promise<Record<string, unknown>> {
  const [none, few, million] = SIZES;
  const scan = createScan(million);
  const quiet = new Map<number, number[]>(SIZES.map((size) => [size, []]));
  const hits = new Map<number, number[]>(SIZES.map((size) => [size, []]));
  const scans: number[] = [];
  // Sizes take turns, so that a busy moment of the machine affects all of them. The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const scanned = scan();
    if (round > 0) scans.push(scanned);
    for (const stand of stands) {
      const ns = stand.quiet();
      if (round > 0) quiet.get(stand.size)?.push(ns);
    }
  }
  for (let group = 0; group < GROUPS; group += 1) {
    for (const stand of stands) {
      if (stand.size < GROUPS * HITS) continue;
      const ms = await stand.hit(group);
      console.log(`${stand.size} alerts: ${HITS} told after ${rounded(ms)} ms`);
      if (group > 0) hits.get(stand.size)?.push(ms);
    }
  }
  const tickNs = (size: number) => middleOf(quiet.get(size) ?? []);
  const hitMs = (size: number) => middleOf(hits.get(size) ?? []);
  return {
    overFloor: rounded(tickNs(million) / tickNs(none)),
    growth: rounded(tickNs(million) / tickNs(few)),
    scanRatio: Math.round(middleOf(scans) / tickNs(million)),
    hitGrowth: rounded(hitMs(million) / hitMs(few)),
    nsPerTick: Object.fromEntries(SIZES.map((size) => [String(size), rounded(tickNs(size))])),
    msPerScan: rounded(middleOf(scans) / 1_000_000),
    hits: HITS,
    hitsToldMs: { [few]: rounded(hitMs(few)), [million]: rounded(hitMs(million)) },
    loadMs: Object.fromEntries(stands.map(({ size, loadMs }) => [String(size), Math.round(loadMs)])),
  };
}
