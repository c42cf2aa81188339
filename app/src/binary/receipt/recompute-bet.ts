// The result of a bet, recomputed on this device with the rules that the server itself runs. `verify.mjs` does the same
// outside the app, with code of its own.
import type { Receipt } from '@maru/contract/binary/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { amount, ONE, type Price, price, rate, rateOfUnits, toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import {
  betOutcome,
  type Interruption,
  roundOutcome,
  strikeFor,
  voidOutcome,
} from '@maru/engine/binary/prices';
import { trialSpan } from '@maru/engine/binary/trial';
import { ballOutcome } from '@maru/engine/bitball/decide';
import { isMarket } from '@maru/engine/bitball/markets';
import { roundPrice, type TickRef } from '@maru/engine/market/tick';
import type { BetOutcome } from '@maru/engine/payment/bet-queue';
import { lengthOf, roundId } from '@maru/engine/rounds/round';
import type { Millis } from '@maru/engine/time';
import { type BallCheckKey, recomputeBall } from '../../bitball/receipt/recompute-ball.ts';
import { checkChain, type RecordedTick, ticksOf } from '../../receipt/tick-record.ts';
import { type Check, check, isEverySame, type Recomputed, type Verdict } from '../../receipt/verification.ts';
import { isTrial } from '../history/bet-words.ts';

export type BetCheckKey =
  | 'round'
  | 'chain'
  | 'tickCount'
  | 'entry'
  | 'exit'
  | BallCheckKey
  | 'result'
  | 'reason'
  | 'credit';

export type Reason = NonNullable<Receipt['round']['voidReason']>;

export interface BetVerdict extends Verdict<BetCheckKey> {
  /** Void by a decision or an outage, which no record of prices can show. */
  readonly isDeclared: boolean;
}

/** These reasons are taken from the receipt, and the stake must have been paid back. */
const DECLARED: ReadonlySet<Reason> = new Set(['STAFF', 'STOPPED', 'SESSION_ENDED', 'NO_SALT']);

export function recomputeBet(receipt: Receipt, record: ReceiptTicks): Recomputed<BetVerdict> {
  const { bet, round, result } = receipt;
  const isBall = receipt.rule === 'ball-1';
  if (result.status === 0) return { kind: 'open' };
  if (!record.complete) return { kind: 'unsealed' };
  if (record.minutes.length === 0 && !(isBall && round.status === 3)) return { kind: 'unrecorded' };
  const judged = isBall ? judgeBall(receipt, record) : judgeBinary(receipt, record);
  const given = result.status === 3 ? (result.voidReason ?? round.voidReason ?? '') : '';
  const checks = [
    isTrial(receipt) ? trialCheck(receipt) : roundCheck(receipt),
    ...chainChecks(record, isBall ? 'BTCUSDT' : bet.stock),
    ...judged.checks,
    check('result', String(result.status), String(judged.outcome.status)),
    ...(given === '' && judged.reason === undefined ? [] : [check('reason', given, judged.reason ?? '')]),
    check(
      'credit',
      result.credit === null ? '' : toDecimal(amount(result.credit)),
      toDecimal(judged.outcome.credit),
    ),
  ];
  return {
    kind: 'judged',
    isSame: isEverySame(checks),
    checks,
    isDeclared: judged.reason !== undefined && DECLARED.has(judged.reason),
  };
}

/** The round's number is made of its opening and its option, so neither can be changed alone. */
function roundCheck({ bet, round }: Receipt): Check<BetCheckKey> {
  const open = round.openMillis as Millis;
  const length = bet.optionType === 'T16' ? 0 : round.strikeMode === 'DRAW' ? 0 : lengthOf(bet.optionType);
  const number = roundId({ offer: bet.tradeOptionId, open });
  return check('round', String(bet.tradeRoundId), String(number), round.closeMillis - open === length);
}

/** A round that was tried opens in the whole second of its acceptance, and its result is the one of fixed length. */
function trialCheck({ bet, round }: Receipt): Check<BetCheckKey> {
  const { open, close } = trialSpan(bet.acceptedMillis as Millis);
  const isWhole = round.closeMillis === close && round.strikeMode === 'AT_BET';
  return check('round', String(round.openMillis), String(open), isWhole);
}

function chainChecks(record: ReceiptTicks, stock: string): readonly Check<BetCheckKey>[] {
  if (record.minutes.length === 0) return [];
  const { isWhole, server, device } = checkChain(record);
  return [check('chain', server, device, isWhole && record.stock === stock)];
}

interface Judged {
  readonly outcome: BetOutcome;
  readonly reason: Reason | undefined;
  readonly checks: readonly Check<BetCheckKey>[];
}

/** A tick counts by its own time, if it arrived before the round was frozen. */
function ticksThatCount({ round }: Pick<Receipt, 'round'>, record: ReceiptTicks): readonly RecordedTick[] {
  const { openMillis, closeMillis, staleMillis, graceMillis } = round;
  return ticksOf(record.minutes).filter(
    ({ ts, arrived }) =>
      ts >= openMillis - staleMillis && ts <= closeMillis && arrived <= closeMillis + graceMillis,
  );
}

function judgeBinary(receipt: Receipt, record: ReceiptTicks): Judged {
  const { bet, round } = receipt;
  const stake = amount(bet.point);
  const declared = round.voidReason;
  if (declared === 'STAFF' || declared === 'NO_SALT')
    return { outcome: voidOutcome({ stake }), reason: declared, checks: [] };
  const ticks = ticksThatCount(receipt, record);
  const strikeMode = round.strikeMode === 'AT_BET' ? 'AT_BET' : 'ROUND_OPEN';
  const terms = { strikeMode, precision: round.precision, staleMs: round.staleMillis } as const;
  const interruption: Interruption | undefined =
    declared === 'STOPPED' || declared === 'SESSION_ENDED' ? declared : undefined;
  const span = { open: round.openMillis as Millis, close: round.closeMillis as Millis };
  const judged = roundOutcome(ticks, span, terms, interruption);
  const outcome = betOutcome(
    {
      side: bet.type === 'LONG' ? 'UP' : 'DOWN',
      stake,
      rate: rate(bet.rate),
      acceptedAt: bet.acceptedMillis as Millis,
    },
    {
      status: judged.status,
      voidReason: judged.voidReason,
      closeTick: judged.closeTick,
      ticks,
    },
    terms,
    bet.places,
  );
  if (interruption !== undefined) return { outcome, reason: interruption, checks: [] };
  const entry = strikeMode === 'AT_BET' ? strikeFor(ticks, bet.acceptedMillis as Millis) : judged.openTick;
  const named = { receipt, record, isVoid: outcome.status === 3 };
  return {
    outcome,
    reason: outcome.status === 3 ? reasonOf(strikeMode, judged.voidReason, outcome) : undefined,
    checks: [
      ...(round.tickCount === null
        ? []
        : [check('tickCount', String(round.tickCount), String(judged.tickCount))]),
      tickCheck('entry', receipt.entry, entry as RecordedTick | undefined, named),
      tickCheck('exit', receipt.exit, judged.closeTick as RecordedTick | undefined, named),
    ],
  };
}

/** Where each bet has its own strike the round may be a tie, and a bet in it void for another reason. */
function reasonOf(strikeMode: string, ofRound: Reason | undefined, { strike }: BetOutcome): Reason {
  if (strikeMode === 'ROUND_OPEN' || (ofRound !== undefined && ofRound !== 'TIE')) return ofRound ?? 'TIE';
  return strike === undefined ? 'NO_ENTRY_TICK' : 'TIE';
}

interface Settlement {
  readonly receipt: Receipt;
  readonly record: ReceiptTicks;
  readonly isVoid: boolean;
}

/** The tick that the receipt names must be the same, in a minute with the same hash. A void may name none. */
function tickCheck(
  key: 'entry' | 'exit',
  proof: Receipt['entry'],
  tick: RecordedTick | undefined,
  { receipt, record, isVoid }: Settlement,
): Check<BetCheckKey> {
  const { precision } = receipt.round;
  const device = tick === undefined ? '' : comparedOf(tick, precision);
  if (proof === null && isVoid) return check(key, '', '');
  if (proof === null || tick === undefined) return check(key, proof?.compared ?? '', device);
  const minute = record.minutes.find(({ minuteMillis }) => minuteMillis === tick.minute);
  const isTheOne =
    proof.time === tick.ts &&
    proof.seq === tick.seq &&
    price(proof.price) === tick.price &&
    (proof.hash === null || proof.hash === minute?.hash);
  return check(key, toDecimal(price(proof.compared)), device, isTheOne);
}

const comparedOf = (tick: Pick<TickRef, 'price'>, precision: number): string =>
  toDecimal(roundPrice(tick.price, precision) as Price);

function judgeBall(receipt: Receipt, record: ReceiptTicks): Judged {
  const { bet, round, ball } = receipt;
  const ticks = ticksOf(record.minutes);
  const { draw, checks } = recomputeBall({
    round: bet.tradeRoundId,
    openMillis: round.openMillis,
    ball,
    ticks,
    isVoid: round.status === 3,
  });
  const stake = amount(bet.point);
  const odds = rateOfUnits(ONE + rate(bet.rate));
  if (draw === undefined) {
    const reason = round.voidReason ?? 'NO_SALT';
    return { outcome: voidOutcome({ stake }), reason, checks };
  }
  assert(isMarket(bet.type), 'a ball is bet on by a market');
  const outcome = ballOutcome({ market: bet.type, stake, odds }, { kind: 'DRAWN', draw }, bet);
  return { outcome, reason: undefined, checks };
}
