// What the events of binary rounds and ball draws change in the tables. A bet is one row for good; a round gathers what
// happened to it in this run of events, so that many payments of a round are one statement.

import { ONE } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { BinaryEvent } from '@maru/engine/binary/events';
import type { StrikeMode } from '@maru/engine/binary/terms';
import type { BallEvent } from '@maru/engine/bitball/events';
import { hitMarkets } from '@maru/engine/bitball/markets';
import type { TickRef } from '@maru/engine/market/tick';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { lengthOf, type RoundType, roundKeyOf } from '@maru/engine/rounds/round';
import { later, type Millis } from '@maru/engine/time';

export interface BetRow {
  readonly id: number;
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly round: number;
  readonly option: number;
  readonly type: RoundType;
  readonly pick: string;
  readonly stake: bigint;
  readonly rate: bigint;
  readonly wallet: string;
  readonly acceptedAt: Millis;
  readonly open: Millis;
  readonly close: Millis;
}

interface RoundEnd {
  readonly status: 1 | 2 | 3;
  readonly voidReason: string | undefined;
  readonly openTick: TickRef | undefined;
  readonly closeTick: TickRef | undefined;
  readonly tickCount: number | undefined;
  readonly winners: readonly string[];
  readonly event: number;
  readonly at: Millis;
}

interface RoundVoid {
  readonly event: number;
  readonly at: Millis;
  readonly text: string;
  readonly requestedBy: number;
  readonly approvedBy: number;
}

/** All that happened to one round of one site. */
export interface RoundChange {
  readonly site: SiteId;
  readonly round: number;
  /** Present when the run has bets on it: the first of them may make the round. */
  placed:
    | {
        readonly option: number;
        readonly type: RoundType;
        readonly open: Millis;
        readonly close: Millis;
        readonly strikeMode: StrikeMode | 'DRAW';
        readonly precision: number;
        readonly staleMs: number;
        bets: number;
        stake: bigint;
      }
    | undefined;
  end: RoundEnd | undefined;
  voided: RoundVoid | undefined;
  /** Players paid, before the void of this run if there is one, and after it. */
  paid: number;
  paidAfterVoid: number;
  /** The payment after which nobody is left, unless a void came after it. */
  settled: number | undefined;
  /** There was such a payment, void or not. */
  wasSettled: boolean;
}

export interface RoundTickRow {
  readonly site: SiteId;
  readonly round: number;
  readonly tick: TickRef;
}

export interface SealRow {
  readonly site: SiteId;
  readonly round: number;
  readonly option: number;
  readonly type: RoundType;
  readonly open: Millis;
  readonly commit: string;
  readonly seed: string;
  readonly event: number;
  readonly at: Millis;
}

export interface DrawRow {
  readonly site: SiteId;
  readonly round: number;
  readonly seed: string;
  readonly salt: string | undefined;
  readonly balls: readonly number[] | undefined;
  readonly power: number | undefined;
  readonly voidReason: string | undefined;
  readonly event: number;
  readonly at: Millis;
}

export interface BinaryRows {
  readonly bets: BetRow[];
  readonly rounds: Map<string, RoundChange>;
  readonly roundTicks: RoundTickRow[];
  readonly seals: SealRow[];
  readonly salts: { readonly site: SiteId; readonly round: number; readonly salt: string }[];
  readonly draws: DrawRow[];
}

export const noBinaryRows = (): BinaryRows => ({
  bets: [],
  rounds: new Map(),
  roundTicks: [],
  seals: [],
  salts: [],
  draws: [],
});

export function addBinaryRows(rows: BinaryRows, event: BinaryEvent): void {
  const { site, round: id, at } = event;
  const change = changeOf(rows, site, id);
  switch (event.kind) {
    case 'BET_PLACED': {
      const { strikeMode, precision, staleMs, side, rate } = event;
      placed(rows, change, event, { strikeMode, precision, staleMs, pick: side, rate, isDrawn: false });
      return;
    }
    case 'ROUND_FROZEN': {
      const { status, voidReason, openTick, closeTick, tickCount } = event;
      const winners = status === 3 ? [] : [status === 1 ? 'UP' : 'DOWN'];
      change.end = { status, voidReason, openTick, closeTick, tickCount, winners, event: event.id, at };
      for (const tick of event.ticks ?? []) rows.roundTicks.push({ site, round: id, tick });
      return;
    }
    case 'ROUND_PAID':
      paid(change, event);
      return;
    case 'ROUND_VOIDED': {
      const { reason: text, requestedBy, approvedBy } = event;
      change.voided = { event: event.id, at, text, requestedBy, approvedBy };
      change.settled = undefined;
      return;
    }
  }
}

export function addBallRows(rows: BinaryRows, event: BallEvent): void {
  const { site, round: id, at } = event;
  switch (event.kind) {
    case 'BALL_SEALED': {
      const { type, commit, seed } = event;
      const { option, open } = keyOf(id);
      rows.seals.push({ site, round: id, option, type, open, commit, seed, event: event.id, at });
      return;
    }
    case 'BALL_BET_PLACED': {
      const terms = { strikeMode: 'DRAW', precision: 0, staleMs: 0 } as const;
      const rate = event.odds - ONE;
      placed(rows, changeOf(rows, site, id), event, { ...terms, pick: event.market, rate, isDrawn: true });
      return;
    }
    case 'BALL_SALTED':
      rows.salts.push({ site, round: id, salt: event.salt });
      return;
    case 'BALL_DRAWN': {
      const { seed, salt, balls, power } = event;
      rows.draws.push({
        site,
        round: id,
        seed,
        salt,
        balls,
        power,
        voidReason: undefined,
        event: event.id,
        at,
      });
      end(changeOf(rows, site, id), { status: 1, winners: hitMarkets(event), event: event.id, at });
      return;
    }
    case 'BALL_VOIDED': {
      const { seed, voidReason, reason } = event;
      const undrawn = { salt: undefined, balls: undefined, power: undefined };
      rows.draws.push({ site, round: id, seed, ...undrawn, voidReason, event: event.id, at });
      const change = changeOf(rows, site, id);
      end(change, { status: 3, voidReason, winners: [], event: event.id, at });
      if (event.requestedBy === undefined || event.approvedBy === undefined) return;
      const { requestedBy, approvedBy } = event;
      change.voided = { event: event.id, at, text: reason ?? '', requestedBy, approvedBy };
      return;
    }
    case 'BALL_PAID':
      paid(changeOf(rows, site, id), event);
      return;
  }
}

type Ended = Pick<RoundEnd, 'status' | 'winners' | 'event' | 'at'> & { readonly voidReason?: string };

function end(change: RoundChange, { voidReason, ...ended }: Ended): void {
  change.end = { ...ended, voidReason, openTick: undefined, closeTick: undefined, tickCount: undefined };
}

function changeOf(rows: BinaryRows, site: SiteId, round: number): RoundChange {
  const name = `${site}/${round}`;
  const known = rows.rounds.get(name);
  if (known !== undefined) return known;
  const fresh: RoundChange = {
    site,
    round,
    placed: undefined,
    end: undefined,
    voided: undefined,
    paid: 0,
    paidAfterVoid: 0,
    settled: undefined,
    wasSettled: false,
  };
  rows.rounds.set(name, fresh);
  return fresh;
}

type PlacedEvent = Extract<BinaryEvent | BallEvent, { readonly kind: 'BET_PLACED' | 'BALL_BET_PLACED' }>;

function placed(
  rows: BinaryRows,
  change: RoundChange,
  event: PlacedEvent,
  terms: {
    readonly strikeMode: StrikeMode | 'DRAW';
    readonly precision: number;
    readonly staleMs: number;
    readonly pick: string;
    readonly rate: bigint;
    readonly isDrawn: boolean;
  },
): void {
  const [step] = event.steps;
  assert(step !== undefined, 'a bet has its player');
  const { option, open } = keyOf(event.round);
  const { type, stake, wallet, acceptedAt } = event;
  const { strikeMode, precision, staleMs, pick, rate } = terms;
  const close = terms.isDrawn ? open : later(open, lengthOf(type));
  const { id, site, round } = event;
  const { player } = step;
  rows.bets.push({
    id,
    site,
    player,
    round,
    option,
    type,
    pick,
    stake,
    rate,
    wallet,
    acceptedAt,
    open,
    close,
  });
  change.placed ??= { option, type, open, close, strikeMode, precision, staleMs, bets: 0, stake: 0n };
  change.placed.bets += 1;
  change.placed.stake += stake;
}

function paid(
  change: RoundChange,
  { id, steps, shares, isLast }: Extract<BinaryEvent | BallEvent, { readonly isLast: boolean }>,
): void {
  const players = shares?.players ?? steps.length;
  if (change.voided === undefined) change.paid += players;
  else change.paidAfterVoid += players;
  if (!isLast) return;
  change.settled = id;
  change.wasSettled = true;
}

function keyOf(round: number) {
  const key = roundKeyOf(round);
  assert(key !== undefined, 'a round of the journal has an option and an opening');
  return key;
}
