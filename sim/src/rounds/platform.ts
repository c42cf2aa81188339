// The platform's own part: it seals, salts, draws, freezes and pays, in every process that is up, and finds in the book
// what is left to do. It also does what it should not: too early, twice, with other prices, after the end.
import { commitOf } from '@maru/engine/bitball/draw';
import { saltOfTick } from '@maru/engine/bitball/salt';
import type { Book } from '@maru/engine/book';
import type { TickRef } from '@maru/engine/market/tick';
import { HOUSE, type SiteId, siteId } from '@maru/engine/purse';
import { lengthOf, type RoundType, roundId, roundKeyOf } from '@maru/engine/rounds/round';
import type { Millis } from '@maru/engine/time';
import type { DeskProcess } from '../desk-process.ts';
import { type Dice, diceFor, share, streams } from '../dice.ts';
import type { Oracle } from '../oracle.ts';
import type { Stage } from '../stage.ts';
import { submitTo } from '../submit.ts';
import { PLAYERS_AT_ONCE } from './limits.ts';
import { seedFor, ticksIn } from './market.ts';
import type { PlatformCommand } from './platform-events.ts';

type Seen = ReturnType<typeof openRounds>;
type SeenRound = Seen['rounds'][number];
type SeenBall = Seen['balls'][number];

/** The offer whose prices salt the draws. */
const SALT_OFFER = 99;
const GRACE_MS = 2_000;
const RUNS = 120;

/** Runs until the machine dies. */
export async function startPlatform(stage: Stage, oracle: Oracle, process: DeskProcess): Promise<void> {
  const { plan, faults } = stage;
  const { machine, desk } = process;
  const runMs = plan.faultsEndMs / RUNS;
  const submit = (command: PlatformCommand) =>
    submitTo(process, { stage, oracle }, command, `${command.kind} ${command.site}/${command.round}`);

  for (let run = 1; ; run += 1) {
    await machine.wait(
      (faults.isOver() ? 40 : runMs) * (0.3 + 1.4 * share(plan.seed, streams.schedule, machine.id, run, 11)),
    );
    if (desk.state() !== 'OPEN') continue;
    const read = await desk.inspect((book) => openRounds(book, stage.clock().nowMs));
    if (read === undefined || !machine.isAlive()) continue;
    const asOf = { seed: plan.seed, run: machine.id * 10_000 + run, isCalm: faults.isOver(), submit };
    for (const round of read.seen.rounds) settleRound(round, read.seen.nowMs, asOf);
    for (const ball of read.seen.balls) settleBall(ball, read.seen.nowMs, asOf);
    for (const { id: offer, type } of plan.offers)
      for (let site = 1; site <= plan.sites; site += 1)
        if (type.startsWith('P'))
          sealNext(read.seen, { offer, type, site: siteId(site), machine: machine.id }, asOf);
  }
}

interface Run {
  readonly seed: number;
  readonly run: number;
  /** Nothing is done wrong any more. */
  readonly isCalm: boolean;
  readonly submit: (command: PlatformCommand) => void;
}

function openRounds(book: Book, clockMs: number) {
  const rounds = Array.from(book.binary.rounds.values(), (round) => ({
    ...{ site: round.site, id: round.id, type: round.type, close: round.close, staleMs: round.staleMs },
    open: roundKeyOf(round.id)?.open ?? 0,
    isDecided: round.result !== undefined || round.voided !== undefined,
    unpaid: round.players.length - round.paidPlayers,
  }));
  const balls = Array.from(book.bitball.rounds.values(), (ball) => ({
    ...{ site: ball.site, id: ball.id, open: ball.open },
    isSalted: ball.salt !== undefined,
    isEnded: ball.end !== undefined,
    unpaid: ball.players.length - ball.paidPlayers,
  }));
  return { nowMs: Math.max(clockMs, book.lastAt), rounds, balls };
}

/** A round that is odd in some way stays so until its end. */
const isOdd = (seed: number, { id }: { readonly id: number }, what: number, part: number) =>
  share(seed, streams.prices, id, what, 3) < part;

function settleRound(round: SeenRound, nowMs: number, { seed, run, isCalm, submit }: Run): void {
  const { site, id, isDecided, unpaid } = round;
  const dice = diceFor(seed, 'schedule', run, id);
  const own = { site, player: HOUSE, round: id };
  const isDue = nowMs >= round.close + GRACE_MS;
  const isWrong = (part: number) => !isCalm && dice.chance(part);
  const pay = (times: number) => {
    for (let each = 0; each < times; each += 1) submit({ kind: 'PAY_ROUND', ...own, most: PLAYERS_AT_ONCE });
  };
  const waiting = Math.ceil(unpaid / PLAYERS_AT_ONCE);
  if (!isDecided && (isDue || isWrong(0.04))) {
    submit(freezeOf(seed, dice, round, nowMs));
    if (isWrong(0.15)) submit(freezeOf(seed, dice, round, nowMs));
    if (dice.chance(0.5)) pay(waiting);
  } else if (isDecided && unpaid > 0) {
    if (!isWrong(0.2)) pay(dice.chance(0.5) ? waiting + (isWrong(0.3) ? 1 : 0) : 1);
  } else if (isWrong(0.03)) {
    if (isDecided && dice.chance(0.5)) submit(freezeOf(seed, dice, round, nowMs));
    else pay(1);
  }
  // Some are voided while they run, some once they are decided, some when everybody has the money already.
  const stage = !isDecided ? 0 : unpaid > 0 ? 1 : 2;
  const meant = share(seed, streams.prices, id, 7, 3);
  const isMeant = stage === (meant < 0.25 ? 0 : meant < 0.4 ? 1 : 2);
  if (isOdd(seed, round, 1, 0.5) && isWrong(isMeant ? ([0.06, 0.5, 0.05][stage] ?? 0) : 0.003)) {
    const reason = dice.chance(0.1) ? ' ' : '시세 오류';
    submit({ kind: 'VOID_ROUND', ...own, reason, ...peopleOf(dice) });
  }
}

const peopleOf = (dice: Dice) => ({ requestedBy: 901, approvedBy: dice.chance(0.1) ? 901 : 902 });

/** All ticks that have arrived by now, in whatever order, with some that are too old or too new. */
function freezeOf(seed: number, dice: Dice, round: SeenRound, nowMs: number): PlatformCommand {
  const { site, id, type, open, close, staleMs } = round;
  const offer = roundKeyOf(id)?.offer ?? 0;
  const arrived = ticksIn(seed, offer, open - staleMs - 1_500, close + 1_500).filter(
    (tick) => tick.arrivesMs <= Math.min(nowMs, close + GRACE_MS),
  );
  const ticks: TickRef[] = arrived.map(({ ts, seq, price }) => ({ ts, seq, price }));
  if (dice.chance(0.2)) ticks.reverse();
  if (dice.chance(0.1)) ticks.pop();
  const asked = { kind: 'FREEZE_ROUND', site, player: HOUSE, round: id, type, ticks } as const;
  return isOdd(seed, round, 2, 0.06) ? { ...asked, interruption: 'STOPPED' } : asked;
}

function settleBall(ball: SeenBall, nowMs: number, { seed, run, isCalm, submit }: Run): void {
  const { site, id, open, isSalted, isEnded, unpaid } = ball;
  const dice = diceFor(seed, 'schedule', run, id);
  const own = { site, player: HOUSE, round: id };
  const isWrong = (part: number) => !isCalm && dice.chance(part);
  const salt = saltFor(seed, ball, isWrong(0.05) ? dice.pick([-3_001, -3_000, 1]) : 0);
  const salting = { kind: 'SALT_BALL', ...own, ...(salt === undefined ? {} : { salt }) } as const;
  if (!isSalted && !isEnded && (nowMs >= open - 5_000 || isWrong(0.03))) {
    submit(salting);
    if (dice.chance(0.3)) submit({ kind: 'DRAW_BALL', ...own });
  } else if (isSalted && !isEnded && (nowMs >= open || isWrong(0.05))) {
    submit({ kind: 'DRAW_BALL', ...own });
    if (isWrong(0.2)) submit({ kind: 'DRAW_BALL', ...own });
    if (dice.chance(0.5)) submit({ kind: 'PAY_BALL', ...own, most: PLAYERS_AT_ONCE });
  } else if (isEnded && unpaid > 0) {
    const waiting = dice.chance(0.5) ? Math.ceil(unpaid / PLAYERS_AT_ONCE) : 1;
    for (let each = 0; each < waiting; each += 1) submit({ kind: 'PAY_BALL', ...own, most: PLAYERS_AT_ONCE });
  } else if (isWrong(0.02)) {
    submit(
      dice.pick([
        salting,
        { kind: 'DRAW_BALL', ...own },
        { kind: 'PAY_BALL', ...own, most: PLAYERS_AT_ONCE },
      ] as const),
    );
  }
  if (isSalted ? isWrong(0.12) : isOdd(seed, ball, 4, 0.3) && isWrong(0.08))
    submit({
      kind: 'VOID_BALL',
      ...own,
      reason: dice.chance(0.1) ? '' : '추첨 기록 이상',
      ...peopleOf(dice),
    });
}

/** The last price five seconds before the draw, or one that is a little off; the beacon; nothing. */
function saltFor(seed: number, ball: SeenBall, offMs: number): string | undefined {
  const at = ball.open - 5_000;
  if (offMs !== 0) return saltOfTick({ last: 9_712_345_000_000n as never, ts: (at + offMs) as Millis });
  const last = ticksIn(seed, SALT_OFFER, at - 3_000, at).at(-1);
  if (last !== undefined && !isOdd(seed, ball, 5, 0.2)) return saltOfTick({ last: last.price, ts: last.ts });
  return isOdd(seed, ball, 6, 0.5)
    ? `DRAND:${1 + (ball.id % 1_000)}:${seedFor(seed, ball.id, 7)}`
    : undefined;
}

/** The next round that nobody can bet on yet. A process that does not know of its seal draws another seed. */
function sealNext(
  { nowMs, balls }: Seen,
  of: { readonly offer: number; readonly type: RoundType; readonly site: SiteId; readonly machine: number },
  { seed, run, isCalm, submit }: Run,
): void {
  if (isCalm) return;
  const { offer, type, site, machine } = of;
  const dice = diceFor(seed, 'schedule', run, site);
  const length = lengthOf(type);
  const late = dice.chance(0.03) ? 1 : 2;
  const open = (Math.floor(nowMs / length) + late) * length;
  const round = roundId({ offer, open: open as Millis });
  if (balls.some((ball) => ball.site === site && ball.id === round) && !dice.chance(0.02)) return;
  if (dice.chance(0.4)) return;
  // Now and then the seed of the round before, or a seal that is not the seed's.
  const own = seedFor(seed, machine * 16 + site, dice.chance(0.05) ? round - 200_000 : round);
  const commit = dice.chance(0.03) ? own : commitOf(own);
  submit({ kind: 'SEAL_BALL', site, player: HOUSE, round, type, seed: own, commit });
}
