// A desk on PostgreSQL with its real journal, shadow and settlement, and a clock that the bench moves: a round of a
// minute is bet on, closes and is settled without a minute of waiting.
import { amount, price, ZERO } from '@maru/engine/amount';
import { GRACE_MS } from '@maru/engine/binary/terms';
import type { TickRef } from '@maru/engine/market/tick';
import { playerId } from '@maru/engine/purse';
import { windowsOf } from '@maru/engine/rounds/round';
import { earlier, later, type Millis, millis } from '@maru/engine/time';
import { listOffers, type OfferRound, roundAt } from '@maru/server/binary/offers';
import { openSettings } from '@maru/server/binary/settings';
import { createSettlement } from '@maru/server/binary/settle';
import type { RemoteDesk } from '@maru/server/desk/remote-desk';
import { instruments } from '@maru/server/feed/instruments';
import { silentLog } from '@maru/server/log/log';
import { fail, openAccount, SITE, site, submitAll } from './bench-site.ts';
import { openReleasedDesk } from './released-desk.ts';

export const TICKETS = 10;
export const STAKE = '5000';
/** 2026-01-05 12:00:00 UTC. */
const NOON = millis(1_767_614_400_000);
const BETWEEN_ROUNDS_MS = 300_000;
export type Type = 'R1' | 'B1';

export interface Settled {
  /** The round's result is in the journal, synced: from here on everything that follows is decided. */
  readonly resultMs: number;
  /** All results and payments are in the journal, synced, and their callers are answered. */
  readonly durableMs: number;
  /** The tables show them. */
  readonly tablesMs: number;
}

export interface World {
  /** Places this many bets on the next round, waits until the tables have them, and settles it after `quiet`. */
  settle(bets: number, type: Type, quiet: () => Promise<void>): Promise<Settled>;
  stop(): Promise<void>;
}

export async function openWorld(url: string): Promise<World> {
  // A connection that a busy machine is slow to open is tried again.
  const onTransientError = (fault: unknown): void => console.log(`transient error: ${String(fault)}`);
  let now = NOON;
  /** When the result of the round became durable; its players are paid after it. */
  let frozenAt = 0;
  const clock = () => now;
  const { desk, release, database } = await openReleasedDesk(url, {
    onHalt: fail,
    onTransientError,
    startsAt: now,
    // Set-up asks for thousands of commands at once; on a slow machine the last of them may wait longer than a caller.
    limits: { patienceMs: 600_000 },
  });
  release.join({
    onEvent({ kind }) {
      if (kind === 'ROUND_FROZEN') frozenAt = performance.now();
    },
  });
  const moveTo = (at: Millis): void => {
    now = at;
    desk.setTime(at);
  };

  const offers = listOffers(instruments);
  const settings = await openSettings(database);
  let arrived: readonly TickRef[] = [];
  const settlement = createSettlement({
    desk,
    log: silentLog,
    offers,
    ticks: {
      start: async () => undefined,
      stop: () => undefined,
      at: () => undefined,
      gather: async () => arrived.map((tick) => ({ ...tick, recvTs: tick.ts })),
      gatherMany: async () => new Map(),
      gaps: () => [],
    },
  });

  const nextRound = (type: Type): OfferRound => {
    const offer = offers.all.find((each) => each.type === type);
    if (offer === undefined) throw new Error('there is no such offer');
    return roundAt(offer, later(NOON, Math.ceil((now - NOON) / BETWEEN_ROUNDS_MS + 1) * BETWEEN_ROUNDS_MS));
  };

  async function place(round: OfferRound, bets: number): Promise<void> {
    const { id, offer } = round;
    const terms = settings.termsOf(site, offer);
    const windows = windowsOf(offer.type, round.open, terms.cutOffMs);
    moveTo(later(windows.betsFrom, 10_000));
    const players = bets / TICKETS;
    await submitAll(desk, bets, (index) => ({
      kind: 'PLACE_BET',
      site: SITE,
      player: playerId((index % players) + 1),
      session: 1,
      round: id,
      type: offer.type,
      side: (index % players) % 2 === 0 ? 'UP' : 'DOWN',
      stake: amount(STAKE),
      // Spread over the seconds of the window: where each bet has its own strike, the strikes differ.
      receivedAt: later(now, index % 20_000),
      reserved: ZERO,
      terms,
    }));
    await drain(desk);
  }

  let opened = 0;
  async function openAccounts(count: number): Promise<void> {
    const missing = Math.max(0, count - opened);
    const first = opened + 1;
    await submitAll(desk, missing, (index) => openAccount(first + index, '100000000'));
    opened += missing;
  }

  return {
    async settle(bets, type, quiet) {
      await openAccounts(bets / TICKETS);
      const round = nextRound(type);
      await place(round, bets);
      arrived = ticksOf(round);
      await quiet();
      moveTo(later(round.close, GRACE_MS));
      const began = performance.now();
      await settlement.freeze(clock());
      if (!(await settlement.pay())) throw new Error('somebody was not paid');
      const durableMs = performance.now() - began;
      await drain(desk);
      const tablesMs = performance.now() - began;
      await check(round, bets);
      return { resultMs: frozenAt - began, durableMs, tablesMs };
    },
    async stop() {
      await desk.stop();
      await database.close();
    },
  };

  async function check(round: OfferRound, bets: number): Promise<void> {
    const [row] = await database.transaction((tx) =>
      tx.query<{ bets: number; paid: number; settled: boolean }>(
        `select
           (select count(*) from bet_state where site_id = $1 and round_id = $2 and status in (1, 2, 3)) as bets,
           paid_players as paid,
           settled_event is not null as settled
         from bet_round
         where site_id = $1 and round_id = $2`,
        [SITE, round.id],
      ),
    );
    if (row === undefined || row.bets !== bets || row.paid !== bets / TICKETS || !row.settled)
      throw new Error(`the tables are not complete: ${JSON.stringify(row)}`);
  }
}

/** Four a second from before the opening to the close; up in the end. */
function ticksOf({ open, close }: OfferRound): readonly TickRef[] {
  const ticks: TickRef[] = [];
  for (let ts: Millis = earlier(open, 2_000), seq = 1; ts <= close; ts = later(ts, 250), seq += 1) {
    ticks.push({ ts, seq, price: price(String(50_000 + seq + (seq % 7) * 30)) });
  }
  return ticks;
}

async function drain(desk: RemoteDesk): Promise<void> {
  while (!(await desk.drained()));
}
