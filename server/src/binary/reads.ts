// What rounds and bets read from the book.

import { assert } from '@maru/engine/assert';
import { ruleOf } from '@maru/engine/binary/outcomes';
import { canRound } from '@maru/engine/binary/round-state';
import { GRACE_MS } from '@maru/engine/binary/terms';
import { ballRule } from '@maru/engine/bitball/decide';
import { type VoidShare, voidShares } from '@maru/engine/payment/void-effect';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { type RoundType, roundPlace } from '@maru/engine/rounds/round';
import { later, type Millis } from '@maru/engine/time';
import { type AnyBookRead, defineRead } from '../desk/book-read.ts';
import { readExposedRounds } from './exposure.ts';

export interface Ended {
  readonly site: SiteId;
  readonly id: number;
  readonly type: RoundType;
  readonly close: Millis;
  readonly staleMs: number;
  readonly hasOwnStrikes: boolean;
}

export interface Unpaid {
  readonly site: SiteId;
  readonly id: number;
  /** The number of players who are not paid yet. */
  readonly players: number;
}

/** Rounds that are over and have no result yet. */
export const readEnded = defineRead({
  name: 'binary.ended',
  players: (_args: { readonly now: Millis }) => [],
  compute: (book, { now }): readonly Ended[] => {
    const ended: Ended[] = [];
    for (const round of book.binary.unsettled.values()) {
      const { site, id, type, close, staleMs, strikeMode, result, voided } = round;
      if (result !== undefined || voided !== undefined || now < later(close, GRACE_MS)) continue;
      ended.push({ site, id, type, close, staleMs, hasOwnStrikes: strikeMode === 'AT_BET' });
    }
    return ended;
  },
});

/** Rounds that are decided and have players who were not paid. */
export const readUnpaid = defineRead({
  name: 'binary.unpaid',
  players: (_args: Readonly<Record<string, never>>) => [],
  compute: (book): readonly Unpaid[] => {
    const unpaid: Unpaid[] = [];
    for (const { site, id, players, paidPlayers, result, voided } of book.binary.unsettled.values()) {
      const left = players.length - paidPlayers;
      if (left > 0 && (result !== undefined || voided !== undefined))
        unpaid.push({ site, id, players: left });
    }
    return unpaid;
  },
});

/** Was this request, by key and fingerprint, answered before? */
export const readAnswered = defineRead({
  name: 'binary.answered',
  players: ({
    player,
  }: {
    readonly player: PlayerId;
    readonly key: string;
    readonly fingerprint: string;
  }) => [player],
  key: ({ player, key }) => ({ player, key }),
  compute: (_book, { fingerprint }, firstAnswer) => firstAnswer?.fingerprint === fingerprint,
});

/** How many players bet on each of these rounds; undefined for one that the book does not have. */
export const readRoundPlayers = defineRead({
  name: 'binary.roundPlayers',
  players: (_args: { readonly site: SiteId; readonly rounds: readonly number[] }) => [],
  compute: (book, { site, rounds }): readonly (number | undefined)[] =>
    rounds.map((id) => {
      const place = roundPlace(site, id);
      return (book.binary.rounds.get(place) ?? book.bitball.rounds.get(place))?.players.length;
    }),
});

/** Whether staff may void a round, as far as the book decides it: a salted draw can no longer be. */
export type Voidable = 'OPEN' | 'DONE' | 'SALTED';

export interface VoidSlice {
  readonly state: Voidable;
  readonly players: number;
  /** Of the players from the asked place on. */
  readonly shares: readonly VoidShare[];
}

/** What voiding a round would move; undefined for one that the book does not have. */
export const readVoidEffect = defineRead({
  name: 'binary.voidEffect',
  // Those who bet on a round of the book are in it.
  players: (_args: { readonly site: SiteId; readonly round: number; readonly from: number }) => [],
  compute: (book, { site, round: id, from }): VoidSlice | undefined => {
    const place = roundPlace(site, id);
    const ball = book.bitball.rounds.get(place);
    if (ball !== undefined) {
      const state = ball.end?.kind === 'VOID' ? 'DONE' : ball.salt === undefined ? 'OPEN' : 'SALTED';
      const rule = ballRule({ kind: 'VOID', voidReason: 'STAFF' });
      const shares =
        state === 'OPEN' ? voidShares(book, ball, { rule, pickOf: ({ market }) => market, from }) : [];
      return { state, players: ball.players.length, shares };
    }
    const round = book.binary.rounds.get(place);
    if (round === undefined) return undefined;
    const players = round.players.length;
    if (!canRound(round, 'STAFF_VOID')) return { state: 'DONE', players, shares: [] };
    const rule = ruleOf({ ...round, voided: { reason: '' } });
    assert(rule !== undefined, 'a void round has its rule');
    return {
      state: 'OPEN',
      players,
      shares: voidShares(book, round, { rule, pickOf: ({ side }) => side, from }),
    };
  },
});

export const binaryReads: readonly AnyBookRead[] = [
  readEnded,
  readUnpaid,
  readAnswered,
  readRoundPlayers,
  readVoidEffect,
  readExposedRounds,
];
