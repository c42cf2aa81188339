// A desk with a synced journal file and so many players who each hold one contract with take-profit and stop-loss.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount, price, priceOfUnits, qty, rate } from '@maru/engine/amount';
import { dayNumber } from '@maru/engine/market/calendar-date';
import type { Quote } from '@maru/engine/market/quote';
import { followOversea } from '@maru/engine/oversea/apply';
import { emptyOversea, type OverseaState } from '@maru/engine/oversea/state';
import type { OverseaTerms } from '@maru/engine/oversea/terms';
import { createOverseaWatch } from '@maru/engine/oversea/watch';
import type { AnyCommand } from '@maru/engine/products';
import { playerId } from '@maru/engine/purse';
import { later, type Millis, millis } from '@maru/engine/time';
import { startPostgres } from '../../scripts/postgres.mjs';
import { openBareDesk } from './bare-desk.ts';
import { openAccount, SITE, submitAll } from './bench-site.ts';

const HOUR_MS = 3_600_000;
/** Ticks from the entry: where quiet prices end, where the first group waits, and how far the groups lie apart. */
const FIRST_GROUP_TICKS = 100;
const BETWEEN_GROUPS_TICKS = 20;

const NOW = millis(Date.now());

export const NQ: OverseaTerms = {
  instrument: 303,
  wallet: 'BINARY',
  tickSize: price('0.25'),
  multiplier: qty('20'),
  rate: rate('1385.5'),
  entryMargin: amount('300000'),
  overnightMargin: amount('2000000'),
  commission: amount('3000'),
  contractsMost: 20,
  playerContractsMost: 50,
  lossCutRate: rate('0.2'),
  staleMs: 3_600_000,
  mayBeNegative: false,
  mode: 'NORMAL',
  isRest: false,
  session: {
    tradeDate: dayNumber(Math.floor(NOW / 86_400_000)),
    opensAt: later(NOW, -HOUR_MS),
    closesAt: later(NOW, 6 * HOUR_MS),
    endsAt: later(NOW, 6 * HOUR_MS),
    isLastTradingDay: false,
  },
};

const ENTRY = price('18250');
const pricedAt = (ticks: number): bigint => ENTRY + BigInt(ticks) * NQ.tickSize;

function quoteAt(ticks: number, seq: number): Quote {
  const last = priceOfUnits(pricedAt(ticks));
  return { ts: NOW, seq, last, bid: last, ask: last };
}

export interface Stand {
  readonly size: number;
  readonly state: OverseaState;
  quietPrice(step: number): bigint;
  /** How many commands the tick caused. */
  quietTick(step: number): number;
  hit(group: number): Promise<{
    readonly filled: number;
    /** From the tick until the last of them is durable, and until all of them were submitted. */
    readonly ms: number;
    readonly askMs: number;
    readonly batches: number;
  }>;
  close(): Promise<void>;
}

export async function openStand(
  size: number,
  { groups, hits }: { readonly groups: number; readonly hits: number },
): Promise<Stand> {
  const players = Math.max(size, groups * hits);
  const folder = mkdtempSync(join(tmpdir(), 'maru-triggers-'));
  const postgres = await startPostgres();
  const state = emptyOversea();
  const watch = createOverseaWatch({ state, termsOf: () => NQ, unitOf: () => amount('1') });
  let filled = 0;
  const { desk, database } = await openBareDesk(postgres.url, {
    journalAt: { folder },
    onDurable: (events) => {
      for (const event of events) {
        if (!event.kind.startsWith('OVERSEA_')) continue;
        followOversea(state, event as Parameters<typeof followOversea>[1]);
        watch.follow(event, NOW);
        filled += 1;
      }
    },
    // Set-up asks for thousands of commands at once; on a slow machine the last of them may wait longer than a caller.
    limits: { patienceMs: 600_000 },
  });

  await submitAll(desk, players, (index) => openAccount(index + 1, '50000000'));
  let seq = 1;
  watch.remember(NQ.instrument, quoteAt(0, seq));
  const waits = (index: number): number => {
    const group = Math.floor(index / hits);
    return group < groups ? FIRST_GROUP_TICKS + group * BETWEEN_GROUPS_TICKS : 1_000 + (index % 5_000);
  };
  const open = (index: number): AnyCommand => ({
    kind: 'PLACE_OVERSEA_ORDER',
    site: SITE,
    player: playerId(index + 1),
    side: 'LONG',
    type: 'MARKET',
    qty: 1,
    reduceOnly: false,
    tpTick: waits(index),
    slTick: 400 + (index % 200),
    terms: NQ,
    quote: quoteAt(0, seq),
  });
  // A small stand has one group at a time, and the next is opened when the last one was hit.
  const atOnce = size >= groups * hits ? players : size;
  await submitAll(desk, atOnce, open);

  const quietPrice = (step: number): bigint => pricedAt(step - 4);
  return {
    size,
    state,
    quietPrice,
    quietTick(step) {
      seq += 1;
      return watch.tick(NQ.instrument, quoteAt(step - 4, seq), NOW as Millis).length;
    },
    async hit(group) {
      if (state.positions.size < size && group * hits < players) {
        watch.remember(NQ.instrument, quoteAt(0, seq));
        const missing = Math.min(size - state.positions.size, players - group * hits);
        await submitAll(desk, missing, (index) => open(group * hits + index));
      }
      filled = 0;
      const batchesBefore = desk.stats().batches;
      seq += 1;
      const quote = quoteAt(FIRST_GROUP_TICKS + group * BETWEEN_GROUPS_TICKS, seq);
      const began = performance.now();
      const answers = desk.submitTogether(watch.tick(NQ.instrument, quote, NOW));
      const askMs = performance.now() - began;
      for (const outcome of await Promise.all(answers)) if (!outcome.ok) throw new Error(outcome.refusal);
      const ms = performance.now() - began;
      return { filled, ms, askMs, batches: desk.stats().batches - batchesBefore };
    },
    async close() {
      await desk.stop();
      await database.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
