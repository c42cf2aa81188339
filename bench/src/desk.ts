// Commands per second of the desk on PostgreSQL, durable, beside a transaction per command on the same database and
// beside a synced file that stores the same commands and does nothing else.

import { amount } from '@maru/engine/amount';
import { type PlayerId, playerId } from '@maru/engine/purse';
import type { RunningDesk } from '@maru/server/desk/create-desk';
import type { Shadow } from '@maru/server/shadow/shadow';
import { startPostgres } from '../../scripts/postgres.mjs';
import { openBareDesk } from './bare-desk.ts';
import { openAccount, SITE, submitAll } from './bench-site.ts';
import { callFor, median, rounded, type Seen } from './callers.ts';
import { openFloor } from './floor.ts';
import { openRival } from './rival.ts';

const CALLERS = 64;
const ROUNDS = 5;
const ROUND_MS = 1_000;
const STAKE = amount('1000');
const EVENT_LENGTH = 420;
const SUSTAINED_MS = Number(process.env['DESK_SUSTAINED_MS'] ?? 60_000);
/** Each caller sends for these, one after the other. */
const SUSTAINED_PLAYERS = 2;

export async function desk(): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  try {
    return await measure(postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function measure(url: string): Promise<Record<string, unknown>> {
  const opened = await openBareDesk(url, { journalAt: { url }, onDurable: () => undefined });
  const { desk: ours, shadow, database } = opened;
  await submitAll(ours, CALLERS * (1 + SUSTAINED_PLAYERS), (index) => openAccount(index + 1));
  const rival = await openRival(url, CALLERS);
  const floor = await openFloor();
  const held: number[] = [];
  const rivalHeld: number[] = [];

  const rounds: Record<'desk' | 'rival' | 'floor', Seen[]> = { desk: [], rival: [], floor: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const seen = {
      desk: await callFor(ROUND_MS, CALLERS, async (caller, nth) => {
        held[caller] = await hold(
          ours,
          playerId(caller + 1),
          held[caller] ?? 0,
          `r${round}-c${caller}-t${nth}`,
        );
      }),
      behind: shadow.behind(),
      floor: await callFor(ROUND_MS, CALLERS, (caller, nth) => {
        const key = `r${round}-c${caller}-t${nth}`;
        // Padded to the length of one of our events, so that the same number of bytes becomes durable.
        const command = { kind: 'HOLD_FUNDS', site: 1, player: caller + 1, session: 1, amount: '1000', key };
        return floor.append(`${JSON.stringify(command).padEnd(EVENT_LENGTH)}\n`);
      }),
      // The tables catch up before the rival is measured: it gets the database to itself.
      drained: await drain(shadow),
      rival: await callFor(ROUND_MS, CALLERS, async (caller, nth) => {
        const key = `r${round}-c${caller}-t${nth}`;
        const hold = rivalHeld[caller] ?? 0;
        if (hold === 0) rivalHeld[caller] = await rival.hold(caller + 1, '1000', key);
        else {
          await rival.release(caller + 1, hold, key);
          rivalHeld[caller] = 0;
        }
      }),
    };
    console.log(
      `round ${round}: desk ${seen.desk.perSecond}/s p99 ${seen.desk.p99Ms} ms (tables ${seen.behind} batches behind), ` +
        `rival ${seen.rival.perSecond}/s p99 ${seen.rival.p99Ms} ms, floor ${seen.floor.perSecond}/s`,
    );
    // The first round warms everything up.
    if (round > 0) for (const name of ['desk', 'rival', 'floor'] as const) rounds[name].push(seen[name]);
  }
  const sustained = await sustain(ours, shadow);
  const [mine, other, bare] = [median(rounds.desk), median(rounds.rival), median(rounds.floor)];
  await ours.stop();
  await rival.close();
  await floor.close();
  await database.close();
  return {
    ratio: rounded(mine.perSecond / other.perSecond),
    ratioToFloor: rounded(bare.perSecond / mine.perSecond),
    p99Ratio: rounded(mine.p99Ms / other.p99Ms),
    callers: CALLERS,
    sustained: { ...sustained, ratio: rounded(sustained.perSecond / other.perSecond) },
    desk: mine,
    rival: other,
    floor: bare,
  };
}

/** Sets money aside, or gives back what was set aside before; returns what is set aside now. */
async function hold(desk: RunningDesk, player: PlayerId, held: number, key: string): Promise<number> {
  const asked = { site: SITE, player, session: 1, key: { key, fingerprint: 'fingerprint' } };
  const outcome = await desk.submit(
    held === 0
      ? { ...asked, kind: 'HOLD_FUNDS', wallet: 'BINARY', amount: STAKE, purpose: 'bench' }
      : { ...asked, kind: 'RELEASE_FUNDS', hold: held },
  );
  if (!outcome.ok) throw new Error(outcome.refusal);
  return held === 0 ? outcome.event.id : 0;
}

/** For a minute as fast as the desk answers: it must not answer faster than the tables can follow. */
async function sustain(desk: RunningDesk, shadow: Shadow): Promise<Record<string, number> & Seen> {
  await drain(shadow);
  const held: number[] = [];
  const watch = watchTables(desk, shadow);
  const began = performance.now();
  const seen = await callFor(SUSTAINED_MS, CALLERS, async (caller, nth) => {
    const place = caller * SUSTAINED_PLAYERS + (nth % SUSTAINED_PLAYERS);
    held[place] = await hold(desk, playerId(CALLERS + 1 + place), held[place] ?? 0, `s-c${caller}-t${nth}`);
  });
  const seconds = rounded((performance.now() - began) / 1_000);
  await drain(shadow);
  const mostBehindMs = watch.stop();
  console.log(
    `sustained for ${seconds} s: ${seen.perSecond}/s p99 ${seen.p99Ms} ms, tables ${mostBehindMs} ms behind at most`,
  );
  return { ...seen, seconds, mostBehindMs };
}

const WATCH_MS = 20;

/** How long ago the oldest batch that is not in the tables was sealed, sampled many times a second. */
function watchTables(desk: RunningDesk, shadow: Shadow): { stop(): number } {
  let sealed: { readonly batch: number; readonly at: number }[] = [];
  let mostMs = 0;
  const sample = (): void => {
    const now = performance.now();
    const mark = shadow.mark().batch;
    sealed = sealed.filter(({ batch }) => batch > mark);
    mostMs = Math.max(mostMs, now - (sealed[0]?.at ?? now));
    if (desk.stats().batch > (sealed.at(-1)?.batch ?? mark))
      sealed.push({ batch: desk.stats().batch, at: now });
  };
  const timer = setInterval(sample, WATCH_MS);
  return {
    stop() {
      sample();
      clearInterval(timer);
      return Math.round(mostMs);
    },
  };
}

async function drain(shadow: Shadow): Promise<void> {
  while (shadow.behind() > 0) await shadow.passed(shadow.mark().batch + shadow.behind());
}
