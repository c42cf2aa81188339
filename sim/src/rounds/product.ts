// Binary rounds and bit-ball: they share tables, payments and the platform's loop, so they are one product here.
import { publicBallOf } from '@maru/engine/bitball/view';
import type { Book } from '@maru/engine/book';
import type { Context } from '@maru/engine/command';
import { decide } from '@maru/engine/decide';
import type { AnyEvent } from '@maru/engine/products';
import { HOUSE } from '@maru/engine/purse';
import { eventSeenBy } from '@maru/engine/view';
import { binaryShadow } from '@maru/server/binary/shadow/product';
import { ballShadow } from '@maru/server/bitball/shadow/product';
import { encode } from '@maru/server/journal/record';
import { productRows } from '@maru/server/shadow/rows';
import { type Dice, diceFor } from '../dice.ts';
import type { Knobs } from '../plan.ts';
import type { SimProduct } from '../product.ts';
import type { TwinState } from '../twin.ts';
import { currencyIn, type Leg, legsOf, pursesOf } from '../twin-legs.ts';
import { Violation } from '../violation.ts';
import { BALL_OFFER, type Offer, ROUND_OFFERS } from './asks.ts';
import { askBet, betMomentOf } from './client.ts';
import { auditedBets, roundEdits } from './edits.ts';
import { createRoundGoals, roundGoals } from './goals.ts';
import { startPlatform } from './platform.ts';
import { isOfPlatform, isPlatformCommand } from './platform-events.ts';
import { createPlatformRequests, isBetMeant } from './requests.ts';
import { restoreRounds, retainedRounds, roundCutoffs, roundDeletions, rowsOfRounds } from './snapshot.ts';
import {
  checkRounds,
  emptyRounds,
  loadRounds,
  type RoundTables,
  writeBets,
  writeDraws,
  writeSeals,
} from './tables.ts';
import { isPaidOut, type TwinBall, type TwinBet, type TwinRound } from './twin.ts';
import { describeBall, describeRound } from './twin-describe.ts';
import { changeRounds, platformMoves } from './twin-events.ts';
import { checkHouse } from './twin-pay.ts';
import { isBetCommand, judgeRounds } from './twin-rules.ts';

export interface RoundsPlan {
  readonly betsEach: number;
  /** What can be bet on. */
  readonly offers: readonly Offer[];
}

export interface RoundsTwin {
  readonly rounds: Map<string, TwinRound>;
  readonly balls: Map<string, TwinBall>;
  /** Every bet that ever was. */
  readonly bets: Map<number, TwinBet>;
}

export interface RoundsPart {
  readonly rounds: RoundTables;
}

export const rounds: SimProduct<RoundsPlan, RoundsTwin, RoundsPart> = {
  drawPlan: (seed, players, knobs) => drawRounds(diceFor(seed, 'prices'), players, knobs),
  noPlan: { betsEach: 0, offers: [] },
  calmPlan: {
    betsEach: 7,
    offers: [...ROUND_OFFERS.slice(0, 1), ...ROUND_OFFERS.slice(2, 3), BALL_OFFER],
  },
  ownsCommand: (kind) => isPlatformCommand({ kind }) || isBetCommand({ kind }),
  ownsEvent: (kind) => kind === 'BET_PLACED' || kind === 'BALL_BET_PLACED' || isOfPlatform({ kind }),
  asks: { name: 'bet', count: ({ betsEach }) => betsEach, momentOf: betMomentOf, ask: askBet },
  createPlatform: () => startPlatform,
  goals: roundGoals,
  createGoals: createRoundGoals,
  createRequests: createPlatformRequests,
  probe: probeRounds,
  *views(book) {
    for (const [place, ball] of book.bitball.rounds)
      yield [`the picture of ${place}`, JSON.stringify(publicBallOf(ball))];
  },

  tables: {
    empty: () => ({ rounds: emptyRounds() }),
    write(tables, changes) {
      const ofBalls = productRows(changes, ballShadow);
      writeSeals(tables.rounds, ofBalls);
      writeBets(tables.rounds, productRows(changes, binaryShadow));
      writeBets(tables.rounds, ofBalls);
      writeDraws(tables.rounds, ofBalls);
    },
    load: (tables, book) => loadRounds(tables.rounds, book),
    check: (tables) => checkRounds(tables.rounds),
    paidFrom: (kind) => (kind === 'BALL_PAID' ? 'pnl:bitball' : 'pnl:binary'),
    cutoffs: roundCutoffs,
    snapshot: retainedRounds,
    restore: restoreRounds,
    deletions: roundDeletions,
    rows: rowsOfRounds,
    edits: roundEdits,
    audited: auditedBets,
  },
  *playersWithOpen({ binary, bitball }) {
    for (const { bets } of [...binary.rounds.values(), ...bitball.rounds.values()]) yield* bets.keys();
  },

  emptyTwin: () => ({ rounds: new Map(), balls: new Map(), bets: new Map() }),
  judge: judgeRounds,
  isMeant: isBetMeant,
  legs: stakeLegs,
  change: changeRounds,
  platformMoves: (state, event) => (isOfPlatform(event) ? platformMoves(state, event) : undefined),
  describe(state) {
    const lines: string[] = [];
    for (const [place, round] of state.rounds) describeRound(place, round, lines);
    for (const [place, ball] of state.balls) describeBall(place, ball, lines);
    return lines;
  },
  lockedOf({ bets }, player, wallet) {
    let staked = 0n;
    for (const bet of bets.values())
      if (bet.player === player && bet.wallet === wallet && bet.paid === undefined) staked += bet.stake;
    return staked;
  },
  hasOpen: (state, player) => queuesOf(state).some(({ bets }) => bets.some((bet) => bet.player === player)),
  /** Every bet is paid, and every sealed draw has been made. */
  isSettled: (state) =>
    [...state.bets.values()].every((bet) => bet.paid !== undefined) &&
    queuesOf(state).every(isPaidOut) &&
    [...state.balls.values()].every((ball) => ball.end !== undefined),
  checkHouse,
  checkSecrets({ balls }, text, where) {
    for (const { id, seed, end } of balls.values())
      if (end === undefined && text.includes(seed))
        throw new Violation('I-41', `${where} shows the seed of round ${id} before its draw`);
  },
  checkPush(event) {
    if (event.kind === 'BALL_SEALED' && encode(eventSeenBy(event, HOUSE)).includes(event.seed))
      throw new Violation('I-41', `what is seen of event ${event.id} shows its seed`);
  },
};

const queuesOf = (state: Pick<TwinState, 'rounds' | 'balls'>): readonly (TwinRound | TwinBall)[] => [
  ...state.rounds.values(),
  ...state.balls.values(),
];

/** Few rounds at a time, so that each has many bets. */
function drawRounds(dice: Dice, players: number, { queue }: Knobs): RoundsPlan {
  // With a short queue, more bets would only mean more refusals.
  const bets = Math.min(dice.pick([40, 70, 100]), queue < 10 ? 30 : 100);
  const offers = [dice.pick(ROUND_OFFERS), dice.pick(ROUND_OFFERS), BALL_OFFER];
  const chosen = dice.chance(0.5) ? offers : offers.slice(dice.below(2), 2 + dice.below(2));
  return { betsEach: Math.max(queue < 10 ? 1 : 2, Math.ceil(bets / players)), offers: [...new Set(chosen)] };
}

function stakeLegs(state: TwinState, event: AnyEvent, player: number): readonly Leg[] {
  if (event.kind !== 'BET_PLACED' && event.kind !== 'BALL_BET_PLACED')
    throw new Violation('I-06', `event ${event.id} (${event.kind}) is of no single player`);
  const { free, wait } = pursesOf(player, event.wallet);
  return legsOf(currencyIn(state, event, player, event.wallet), [[free, wait, event.stake, 'BET']]);
}

function probeRounds(book: Book, context: Context): void {
  for (const { site, id: round, type } of book.binary.rounds.values()) {
    const own = { site, player: HOUSE, round };
    decide(book, { kind: 'FREEZE_ROUND', ...own, type, ticks: [] }, context);
    decide(book, { kind: 'PAY_ROUND', ...own }, context);
    decide(book, { kind: 'VOID_ROUND', ...own, reason: 'probe', requestedBy: 1, approvedBy: 2 }, context);
  }
  for (const { site, id: round } of book.bitball.rounds.values()) {
    const own = { site, player: HOUSE, round };
    for (const kind of ['SALT_BALL', 'DRAW_BALL', 'PAY_BALL'] as const)
      decide(book, { kind, ...own }, context);
  }
}
