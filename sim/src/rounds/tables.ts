// Rounds, bets and draws in the shadow's tables as plain maps, and the book's rounds loaded from them.
import { ONE, type Rate } from '@maru/engine/amount';
import { betOutcome } from '@maru/engine/binary/prices';
import { addBet, emptyRound, putRound, type Round } from '@maru/engine/binary/state';
import { ballOutcome } from '@maru/engine/bitball/decide';
import { drawOf } from '@maru/engine/bitball/draw';
import type { Market } from '@maru/engine/bitball/markets';
import { addBallBet, type BallRound, sealedRound } from '@maru/engine/bitball/state';
import type { Book } from '@maru/engine/book';
import type { TickRef } from '@maru/engine/market/tick';
import type { BetRow, BetRows, RoundChange } from '@maru/server/bets/rows';
import type { BallRows } from '@maru/server/bitball/shadow/product';
import type { DrawRow, SealRow } from '@maru/server/bitball/shadow/tables';
import { addNew, existing } from '../map-rows.ts';
import { Violation } from '../violation.ts';

export interface RoundLine {
  readonly placed: NonNullable<RoundChange['placed']>;
  bets: number;
  stake: bigint;
  end: RoundChange['end'];
  voided: RoundChange['voided'];
  paidBeforeVoid: number;
  paid: number;
  settled: number | undefined;
  wasSettled: boolean;
}

export interface SealLine {
  readonly row: SealRow;
  secret: string | undefined;
  salt: string | undefined;
  draw: DrawRow | undefined;
  settled: number | undefined;
}

export interface RoundTables {
  readonly bets: Map<number, BetRow>;
  readonly betsOf: Map<string, BetRow[]>;
  readonly rounds: Map<string, RoundLine>;
  readonly ticks: Map<string, TickRef[]>;
  readonly seals: Map<string, SealLine>;
}

export const emptyRounds = (): RoundTables => ({
  bets: new Map(),
  betsOf: new Map(),
  rounds: new Map(),
  ticks: new Map(),
  seals: new Map(),
});

const DAY_MS = 86_400_000;
const placeOf = ({ site, round }: { readonly site: number; readonly round: number }) => `${site}/${round}`;

export function writeSeals(tables: RoundTables, rows: BallRows): void {
  for (const row of rows.seals) {
    if (tables.seals.has(placeOf(row))) throw new Violation('I-41', `round ${row.round} is sealed twice`);
    tables.seals.set(placeOf(row), {
      ...{ row, secret: row.seed },
      ...{ salt: undefined, draw: undefined, settled: undefined },
    });
  }
}

export function writeBets(tables: RoundTables, rows: BetRows): void {
  for (const row of rows.bets) {
    addNew(tables.bets, row.id, row, 'bet');
    tables.betsOf.set(placeOf(row), [...(tables.betsOf.get(placeOf(row)) ?? []), row]);
  }
  for (const change of rows.rounds.values()) writeRound(tables, change);
  for (const row of rows.roundTicks)
    tables.ticks.set(placeOf(row), [...(tables.ticks.get(placeOf(row)) ?? []), row.tick]);
}

export function writeDraws(tables: RoundTables, rows: BallRows): void {
  for (const row of rows.salts) existing(tables.seals, placeOf(row), 'seal').salt = row.salt;
  for (const row of rows.draws) {
    const line = existing(tables.seals, placeOf(row), 'seal');
    if (line.draw !== undefined) throw new Violation('I-41', `round ${row.round} ends twice`);
    line.draw = row;
    line.secret = undefined;
    if (!tables.rounds.has(placeOf(row))) line.settled = row.event;
  }
}

function writeRound(tables: RoundTables, change: RoundChange): void {
  const place = placeOf(change);
  const { placed, end, voided } = change;
  const line = tables.rounds.get(place) ?? (placed && emptyLine(placed));
  // Nobody bet on this draw.
  if (line === undefined) return;
  tables.rounds.set(place, line);
  line.bets += placed?.bets ?? 0;
  line.stake += placed?.stake ?? 0n;
  if (end !== undefined) {
    if (line.end !== undefined) throw new Violation('I-39', `round ${place} ends twice`);
    line.end = end;
  }
  if (voided !== undefined) {
    line.voided = voided;
    line.paidBeforeVoid = line.paid + change.paid;
    line.paid = 0;
    line.settled = undefined;
  }
  line.paid += voided === undefined ? change.paid : change.paidAfterVoid;
  line.settled = change.settled ?? line.settled;
  line.wasSettled ||= change.wasSettled;
  const seal = tables.seals.get(place);
  if (seal !== undefined && change.settled !== undefined) seal.settled = change.settled;
}

const emptyLine = (placed: NonNullable<RoundChange['placed']>): RoundLine => ({
  ...{ placed, bets: 0, stake: 0n, end: undefined, voided: undefined },
  ...{ paidBeforeVoid: 0, paid: 0, settled: undefined, wasSettled: false },
});

/** Which rounds the book has forgotten follows from the newest freeze and the newest seal. */
export function loadRounds(tables: RoundTables, book: Book): void {
  const drawn = [...tables.rounds].filter(([, { placed }]) => placed.strikeMode !== 'DRAW');
  let lastFreeze = { event: 0, at: 0 };
  for (const [, { end }] of drawn)
    if (end && end.frozenEvent > lastFreeze.event) lastFreeze = { event: end.frozenEvent, at: end.frozenAt };
  for (const [place, line] of drawn) {
    const { settled, placed } = line;
    const isOld =
      settled !== undefined && settled < lastFreeze.event && placed.close + DAY_MS < lastFreeze.at;
    if (!isOld) putRound(book.binary, loadRound(tables, place, line, book));
  }
  let lastSeal = { event: 0, at: 0 };
  for (const { row } of tables.seals.values()) if (row.event > lastSeal.event) lastSeal = row;
  for (const [place, line] of tables.seals) {
    const { settled, row } = line;
    const isOld = settled !== undefined && settled < lastSeal.event && row.open <= lastSeal.at;
    if (!isOld) book.bitball.rounds.set(place, loadBall(tables, place, line, book));
  }
}

const placesOf = (book: Book, { player, wallet }: Pick<BetRow, 'player' | 'wallet'>) =>
  book.players.get(player)?.wallets.get(wallet)?.places ?? Number.NaN;

function loadRound(tables: RoundTables, place: string, line: RoundLine, book: Book): Round {
  const { placed, end, voided, paid, paidBeforeVoid } = line;
  const { strikeMode, ...terms } = placed;
  if (strikeMode === 'DRAW') throw new Violation('I-19', `round ${place} is a draw`);
  const rows = tables.betsOf.get(place) ?? [];
  const [first] = rows;
  if (first === undefined) throw new Violation('I-19', `round ${place} has no bets`);
  const round = emptyRound(first.round, { site: first.site, ...terms, strikeMode });
  for (const row of rows)
    addBet(round, {
      ...row,
      side: row.pick as 'UP',
      stake: row.stake as never,
      rate: row.rate as Rate,
      paid: undefined,
    });
  const ticks = tables.ticks.get(place) ?? [];
  if (end !== undefined) {
    const { status, voidReason } = end;
    const openTick = tickOf(end.openTickAt, end.openTickSeq, end.openPrice);
    const closeTick = tickOf(end.closeTickAt, end.closeTickSeq, end.closePrice);
    const neededTicks = strikeMode === 'AT_BET' && !line.wasSettled ? ticks : undefined;
    round.result = {
      status: status as 1,
      voidReason: voidReason as 'TIE',
      openTick,
      closeTick,
      ticks: neededTicks,
    };
  }
  if (voided !== undefined) round.voided = { reason: voided.voidText };
  round.paidPlayers = paid;
  const paidOnce = voided === undefined ? paid : Math.max(paid, paidBeforeVoid);
  for (const [index, player] of round.players.slice(0, paidOnce).entries()) {
    for (const bet of round.bets.get(player) ?? []) {
      const isBack = (voided !== undefined && index < paid) || round.result === undefined;
      if (isBack || round.result === undefined) bet.paid = { status: 3, credit: bet.stake };
      else bet.paid = betOutcome(bet, { ...round.result, ticks }, round, placesOf(book, bet));
    }
  }
  return round;
}

const tickOf = (
  ts: TickRef['ts'] | undefined,
  seq: number | undefined,
  price: TickRef['price'] | undefined,
): TickRef | undefined =>
  ts === undefined || seq === undefined || price === undefined ? undefined : { ts, seq, price };

function loadBall(
  tables: RoundTables,
  place: string,
  { row, secret, salt, draw }: SealLine,
  book: Book,
): BallRound {
  const { site, round: id, type, open, commit } = row;
  const seed = draw?.seed ?? secret ?? '';
  const ball = sealedRound({ id, site, type, open, seed, commit });
  ball.salt = salt;
  for (const bet of tables.betsOf.get(place) ?? [])
    addBallBet(ball, {
      ...bet,
      market: bet.pick as Market,
      stake: bet.stake as never,
      odds: (bet.rate + ONE) as Rate,
      paid: undefined,
    });
  ball.paidPlayers = tables.rounds.get(place)?.paid ?? 0;
  if (draw === undefined) return ball;
  ball.end =
    draw.balls !== undefined && salt !== undefined
      ? { kind: 'DRAWN', draw: drawOf({ seed, salt, round: id }) }
      : { kind: 'VOID', voidReason: draw.voidReason as 'STAFF' };
  for (const player of ball.players.slice(0, ball.paidPlayers))
    for (const bet of ball.bets.get(player) ?? [])
      bet.paid = ballOutcome(bet, ball.end, { places: placesOf(book, bet) });
  return ball;
}

/** Each round's own sums are those of its bets. */
export function checkRounds(tables: RoundTables): void {
  for (const [place, line] of tables.rounds) {
    const rows = tables.betsOf.get(place) ?? [];
    const stake = rows.reduce((sum, row) => sum + row.stake, 0n);
    if (rows.length !== line.bets || stake !== line.stake)
      throw new Violation('I-37', `round ${place} shows ${line.bets} bets of ${line.stake}`);
  }
}
