#!/usr/bin/env node
// Computes the result of one Maru bet, or one fill of an overseas future, again from its receipt and the recorded ticks.
// Nothing of Maru is needed: read this file, then run it with Node 18 or newer.
//
//   node verify.mjs receipt.json ticks.json
//
// The exit code is 0 when everything is the same, 1 when something differs, and 2 when the files cannot be judged.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const MATCH = 0;
const MISMATCH = 1;
const UNREADABLE = 2;

// Decimals are whole numbers of hundred-millionths, so nothing is ever rounded by accident.

const PLACES = 8;
const ONE = 10n ** BigInt(PLACES);

function units(text) {
  const match = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(String(text));
  if (!match) throw new Error(`금액이 아닙니다 / not a decimal: ${text}`);
  const size = BigInt(match[2] + (match[3] ?? '').padEnd(PLACES, '0'));
  return match[1] === '-' ? -size : size;
}

function decimal(value) {
  const digits = String(value < 0n ? -value : value).padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction && `.${fraction}`}`;
}

/** Toward minus infinity. */
const floorDivide = (a, b) => (a % b === 0n || a > 0n === b > 0n ? a / b : a / b - 1n);

function floorTo(value, places) {
  const step = 10n ** BigInt(PLACES - places);
  return floorDivide(value, step) * step;
}

/** A half goes up. */
function halfUpTo(value, places) {
  const step = 10n ** BigInt(PLACES - places);
  return floorDivide(value + step / 2n, step) * step;
}

// The record of prices: one text for each minute, chained by hashes.

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

function readTicks({ stock, minuteMillis, ticks }) {
  return ticks.split('\n').map((line) => {
    const [offset, seq, price, , , , delay] = line.split(' ');
    const time = minuteMillis + Number(offset);
    if (![time, Number(seq), Number(delay)].every(Number.isSafeInteger))
      throw new Error(`틱을 읽을 수 없습니다 / unreadable tick: ${stock} ${line}`);
    return { time, seq: Number(seq), price: units(price), arrived: time + Number(delay), minuteMillis };
  });
}

function checkChain({ stock, minutes }, say) {
  const broken = minutes.find((each, index) => {
    const text = `${each.previousHash}\n${each.stock}\n${each.minuteMillis}\n${each.ticks}`;
    const follows = index === 0 || each.previousHash === minutes[index - 1].hash;
    return each.stock !== stock || !follows || sha256(text) !== each.hash;
  });
  const last = minutes.at(-1);
  say(
    broken === undefined,
    `시세 기록 ${minutes.length}분의 해시 사슬`,
    `hash chain of ${minutes.length} recorded minutes`,
    broken ? `${broken.stock} ${broken.minuteMillis}` : last.hash,
  );
}

const inOrder = (a, b) => a.time - b.time || a.seq - b.seq;
const lastAt = (ticks, instant) => ticks.findLast(({ time }) => time <= instant);
const shown = (tick) => (tick ? `${decimal(tick.price)} @ ${tick.time}` : '–');

/** The tick that the receipt names must be in the record, in a minute with the same hash. A void bet may name none. */
function isSameTick(proof, tick, { minutes, isVoid }) {
  if (!proof) return !tick || isVoid;
  if (!tick) return false;
  const minute = minutes.find(({ minuteMillis }) => minuteMillis === tick.minuteMillis);
  return (
    proof.time === tick.time &&
    proof.seq === tick.seq &&
    units(proof.price) === tick.price &&
    (proof.hash === null || proof.hash === minute?.hash)
  );
}

// Binary options: which prices count, which side wins, what is paid.

/** Reasons that no record of prices can show: taken from the receipt, and the stake must have been returned. */
const DECLARED = ['STAFF', 'STOPPED', 'SESSION_ENDED', 'NO_SALT'];
const LEAST_TICKS = 2;

function judgeBinary({ bet, round }, ticks) {
  const { openMillis, closeMillis, staleMillis, precision } = round;
  const ownStrike = round.strikeMode === 'AT_BET';
  const open = lastAt(ticks, openMillis);
  const exit = lastAt(ticks, closeMillis);
  const first = ticks.find(({ time }) => time > bet.acceptedMillis);
  const strike = first && first.time - bet.acceptedMillis <= round.entryWithinMillis ? first : undefined;
  const entry = ownStrike ? strike : open;
  const count = ticks.filter(({ time }) => time > openMillis && time <= closeMillis).length;
  const voided = (reason) => ({ status: 3, reason, entry, exit, count });

  if (DECLARED.includes(round.voidReason)) return voided(round.voidReason);
  if (!open || openMillis - open.time > staleMillis) return voided('NO_OPEN_TICK');
  if (!exit || closeMillis - exit.time > staleMillis) return voided('NO_CLOSE_TICK');
  if (count < LEAST_TICKS) return voided('FEW_TICKS');
  if (!entry) return voided('NO_ENTRY_TICK');
  const from = halfUpTo(entry.price, precision);
  const to = halfUpTo(exit.price, precision);
  if (from === to) return voided('TIE');
  return { status: to > from === (bet.type === 'LONG') ? 1 : 2, reason: null, entry, exit, count };
}

function checkBinary(receipt, record, say) {
  const { bet, round } = receipt;
  const ticks = record.minutes
    .flatMap(readTicks)
    // A tick counts by its own time, if it came before the round was frozen.
    .filter(
      ({ time, arrived }) => time <= round.closeMillis && arrived <= round.closeMillis + round.graceMillis,
    )
    .filter(({ time }) => time >= round.openMillis - round.staleMillis)
    .sort(inOrder);
  const judged = judgeBinary(receipt, ticks);
  const isDeclared = DECLARED.includes(judged.reason);
  const named = { minutes: record.minutes, isVoid: judged.status === 3 };

  say(
    round.tickCount === null || isDeclared || judged.count === round.tickCount,
    '회차 안의 틱 수',
    'ticks inside the round',
    String(judged.count),
    String(round.tickCount),
  );
  const isEntrySame = isDeclared || isSameTick(receipt.entry, judged.entry, named);
  say(isEntrySame, '기준가', 'entry', shown(judged.entry), receipt.entry?.price);
  const isExitSame = isDeclared || isSameTick(receipt.exit, judged.exit, named);
  say(isExitSame, '종료가', 'exit', shown(judged.exit), receipt.exit?.price);
  checkResult(receipt, judged, say);
  const profit = floorTo((units(bet.point) * units(bet.rate)) / ONE, bet.places);
  checkCredit(receipt, judged.status, units(bet.point) + profit, say);
}

// Bit-ball: the seal, the salt, the stream and the balls.

const MOST = 28;
const DRAWN = 5;
const SALT_BEFORE_MS = 5_000;
const SALT_FRESH_MS = 3_000;

function* wordsOf(seed, round, salt) {
  for (let index = 0; ; index += 1) {
    const block = createHmac('sha256', Buffer.from(seed, 'hex')).update(`${round}:${salt}:${index}`).digest();
    for (let at = 0; at < block.length; at += 4) yield block.readUInt32BE(at);
  }
}

/** Words of the last incomplete run are left out, so every number is equally likely. */
function below(words, most) {
  const fair = Math.floor(2 ** 32 / most) * most;
  for (;;) {
    const word = words.next().value;
    if (word < fair) return word % most;
  }
}

function draw(seed, round, salt) {
  const words = wordsOf(seed, round, salt);
  const urn = Array.from({ length: MOST }, (_, index) => index + 1);
  for (let place = 0; place < DRAWN; place += 1) {
    const from = place + below(words, MOST - place);
    [urn[place], urn[from]] = [urn[from], urn[place]];
  }
  return { balls: urn.slice(0, DRAWN), power: below(words, 10) };
}

const SPANS = {
  N: { UNDER: [15, 72], OVER: [73, 130], SMALL: [15, 64], MID: [65, 80], BIG: [81, 130] },
  NC: { A: [15, 35], B: [36, 49], C: [50, 57], D: [58, 65], E: [66, 78], F: [79, 130] },
  P: { UNDER: [0, 4], OVER: [5, 9] },
  PC: { A: [0, 2], B: [3, 4], C: [5, 6], D: [7, 9] },
};

/** `NS_ODD_OVER`: the sum is odd and over. `PN_7`: the power ball is seven. Every part must hold. */
function isHit(market, { balls, power }) {
  const [table, ...parts] = market.split('_');
  const value = table.startsWith('N') ? balls.reduce((sum, ball) => sum + ball, 0) : power;
  return parts.every((part) => {
    if (part === 'ODD' || part === 'EVEN') return (value % 2 === 1) === (part === 'ODD');
    if (table === 'PN') return value === Number(part);
    const span = SPANS[table]?.[part] ?? SPANS[table[0]]?.[part];
    if (!span) throw new Error(`모르는 선택입니다 / unknown market: ${market}`);
    return value >= span[0] && value <= span[1];
  });
}

/** The salt is in the record, and no tick recorded by its instant is newer. */
function isSaltRecorded(salt, { openMillis }, { minutes }) {
  if (salt.startsWith('DRAND:')) return true;
  const [stock, price, time] = salt.split(':');
  const at = openMillis - SALT_BEFORE_MS;
  const ticks = minutes.flatMap(readTicks).sort(inOrder);
  const place = ticks.findIndex((each) => each.time === Number(time) && decimal(each.price) === price);
  const newer = ticks.slice(place + 1).some((each) => each.time > Number(time) && each.arrived <= at);
  const age = at - Number(time);
  return stock === 'BTCUSDT' && place >= 0 && !newer && age >= 0 && age <= SALT_FRESH_MS;
}

function checkBall(receipt, record, say) {
  const { bet, round, ball } = receipt;
  if (!ball?.seed) throw new Error('씨앗이 아직 공개되지 않았습니다 / the seed is not public yet');
  const commit = sha256(Buffer.from(ball.seed, 'hex'));
  say(commit === ball.commit, '봉인 = SHA-256(씨앗)', 'seal = SHA-256(seed)', commit, ball.commit);
  if (round.status === 3) {
    const judged = { status: 3, reason: round.voidReason };
    checkResult(receipt, judged, say);
    checkCredit(receipt, 3, 0n, say);
    return;
  }
  const salt = String(ball.salt);
  say(isSaltRecorded(salt, round, record), '솔트가 시세 기록에 있음', 'the salt is in the record', salt);
  const drawn = draw(ball.seed, bet.tradeRoundId, salt);
  const sum = drawn.balls.reduce((total, each) => total + each, 0);
  const mine = `${drawn.balls.join(' ')} + ${drawn.power} = ${sum}`;
  const theirs = `${ball.balls?.join(' ')} + ${ball.powerBall} = ${ball.sum}`;
  say(mine === theirs, '공 여섯 개와 합', 'six balls and their sum', mine, theirs);
  const judged = { status: isHit(bet.type, drawn) ? 1 : 2, reason: null };
  checkResult(receipt, judged, say);
  const credit = floorTo((units(bet.point) * (ONE + units(bet.rate))) / ONE, bet.places);
  checkCredit(receipt, judged.status, credit, say);
}

// Overseas futures: the tick of a fill, its price, its profit, and why the server closed the position.

/** The record writes bid and ask as distances from the last price. */
function readQuotes({ minuteMillis, ticks }) {
  return ticks.split('\n').map((line) => {
    const [offset, seq, last, bid, ask] = line.split(' ');
    const price = units(last);
    return {
      time: minuteMillis + Number(offset),
      seq: Number(seq),
      last: price,
      bid: price + units(bid),
      ask: price + units(ask),
      minuteMillis,
    };
  });
}

const quoteText = ({ last, bid, ask }) => `${decimal(last)} (${decimal(bid)} / ${decimal(ask)})`;

/** Rounded once, toward minus infinity, to the places that the wallet holds. */
function profit({ fill, contract, closed }) {
  const over = BigInt(closed.entryOver);
  const gap = units(fill.price) * over - BigInt(closed.entrySum);
  const signed = closed.tradeType === 'LONG' ? gap : -gap;
  const exact = signed * BigInt(fill.closedQty) * units(contract.multiplier) * units(contract.rate);
  const step = 10n ** BigInt(PLACES - contract.places);
  return floorDivide(exact, over * ONE * ONE * step) * step;
}

function checkFill(receipt, record, say) {
  const { fill, tick, contract, condition, closed, forced } = receipt;
  const found = record.minutes
    .filter(({ ticks }) => ticks !== '')
    .flatMap(readQuotes)
    .find(({ time, seq }) => time === tick.time && seq === tick.seq);
  const minute = record.minutes.find(({ minuteMillis }) => minuteMillis === found?.minuteMillis);
  const named = { last: units(tick.last), bid: units(tick.bid), ask: units(tick.ask) };
  const isSame =
    found !== undefined &&
    quoteText(found) === quoteText(named) &&
    (tick.hash === null || (tick.hash === minute.hash && tick.minuteMillis === minute.minuteMillis));
  say(isSame, '체결에 쓴 틱', 'the tick it was filled on', found ? quoteText(found) : '–', quoteText(named));
  if (!found) return;

  if (condition) {
    const [seen, level] = [found[condition.by], units(condition.level)];
    const isReached = condition.fires === 'AT_OR_ABOVE' ? seen >= level : seen <= level;
    say(isReached, '도달한 가격', 'the level was reached', decimal(seen), condition.level);
  }
  const rested = fill.marketType === 'LIMIT' && condition;
  const price = rested ? units(condition.level) : fill.tradeType === 'LONG' ? found.ask : found.bid;
  say(price === units(fill.price), '체결가', 'fill price', decimal(price), fill.price);
  if (closed) {
    const pnl = profit(receipt);
    say(pnl === units(fill.pnl), '손익', 'profit or loss', `${decimal(pnl)} ${fill.currency}`, fill.pnl);
  }
  const fee = floorTo(units(contract.commissionPerContract) * BigInt(fill.qty), contract.places);
  const paid = `${decimal(fee)} ${fill.currency}`;
  say(fee === units(fill.commission), '수수료', 'commission', paid, fill.commission);
  if (closed && fill.net !== undefined) {
    const exit = units(fill.openedQty === 0 ? fill.commission : fill.exitCommission);
    const net = units(fill.pnl) - units(fill.entryCommission) - exit;
    say(net === units(fill.net), '순손익', 'net profit', `${decimal(net)} ${fill.currency}`, fill.net);
  }
  if (!forced?.losscut) return;
  const { equity, level, free, margin, lastPnl } = forced.losscut;
  const sum = units(free) + units(margin) + units(lastPnl);
  say(sum === units(equity), '평가 담보금', 'equity', decimal(sum), equity);
  say(sum <= units(level), '로스컷 기준 이하', 'at or below the loss-cut', decimal(sum), level);
}

function verifyFill(receipt, record, say) {
  if (record.minutes.length === 0) throw new Error('틱 기록이 없습니다 / the record is empty');
  if (record.stock !== receipt.fill.stock)
    throw new Error('다른 종목의 틱입니다 / ticks of another instrument');
  checkChain(record, say);
  checkFill(receipt, record, say);
}

// What both kinds of bets have in common.

const RESULTS = { 1: '적중 / won', 2: '미적중 / lost', 3: '무효 / void' };

function checkResult({ round, result }, { status, reason }, say) {
  const given = result.status === 3 ? (result.voidReason ?? round.voidReason) : null;
  const mine = reason ? `${RESULTS[status]} ${reason}` : RESULTS[status];
  const theirs = given ? `${RESULTS[result.status]} ${given}` : RESULTS[result.status];
  say(mine === theirs, '결과', 'result', mine, theirs);
}

function checkCredit({ bet, result }, status, win, say) {
  const credit = { 1: win, 2: 0n, 3: units(bet.point) }[status];
  const isSame = result.credit !== null && units(result.credit) === credit;
  say(isSame, '지급', 'credit', `${decimal(credit)} ${bet.currency}`, `${result.credit} ${bet.currency}`);
}

const HALF_MINUTE_MS = 30_000;

/** The round's number is made of its opening and its option, so neither can be changed alone. */
function checkRound({ rule, bet, round }, say) {
  // A trial opens in the whole second in which it was accepted, and closes 16 seconds later.
  const second = bet.acceptedMillis - (bet.acceptedMillis % 1_000);
  const isTrial = round.openMillis === second && round.closeMillis === second + 16_000;
  if (rule === 'trial-1') return say(isTrial, '회차', 'round', String(second), String(round.openMillis));
  const length = Number(bet.optionType.slice(1)) * 60_000;
  const number = (round.openMillis / HALF_MINUTE_MS) * 100_000 + bet.tradeOptionId;
  const isWhole = round.closeMillis - round.openMillis === (bet.optionType.startsWith('P') ? 0 : length);
  say(number === bet.tradeRoundId && isWhole, '회차', 'round', String(number), String(bet.tradeRoundId));
}

function verify(receipt, record) {
  const isFill = receipt?.rule === 'oversea-1' && receipt.fill && receipt.tick && receipt.contract;
  const isBet = ['binary-1', 'ball-1', 'trial-1'].includes(receipt?.rule) && receipt.bet && receipt.round;
  if (!isFill && !isBet) throw new Error('영수증이 아니거나 모르는 규칙입니다 / no receipt of a known rule');
  if (!Array.isArray(record?.minutes)) throw new Error('틱 파일이 아닙니다 / no file of ticks');
  if (isBet && ![1, 2, 3].includes(receipt.result?.status))
    throw new Error('아직 결과가 없습니다 / there is no result yet');
  if (record.complete !== true) throw new Error('틱 기록이 아직 봉인되지 않았습니다 / not sealed yet');

  const answers = [];
  const say = (isSame, korean, english, mine, theirs) => {
    answers.push(isSame);
    console.log(`${isSame ? '✓' : '✗'} ${korean} / ${english}: ${mine}`);
    if (!isSame && theirs !== undefined) console.log(`    영수증 / receipt: ${theirs}`);
  };
  (isFill ? verifyFill : verifyBet)(receipt, record, say);
  return answers.every(Boolean);
}

function verifyBet(receipt, record, say) {
  const isBall = receipt.rule === 'ball-1';
  const isVoidBall = isBall && receipt.round.status === 3;
  if (record.minutes.length === 0 && !isVoidBall) throw new Error('틱 기록이 없습니다 / the record is empty');
  if (record.stock !== (isBall ? 'BTCUSDT' : receipt.bet.stock))
    throw new Error('다른 종목의 틱입니다 / ticks of another instrument');
  checkRound(receipt, say);
  if (record.minutes.length > 0) checkChain(record, say);
  (isBall ? checkBall : checkBinary)(receipt, record, say);
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

function main([receiptPath, ticksPath]) {
  if (!receiptPath || !ticksPath) {
    console.error('사용법 / usage: node verify.mjs receipt.json ticks.json');
    return UNREADABLE;
  }
  try {
    const isSame = verify(readJson(receiptPath), readJson(ticksPath));
    console.log(isSame ? '\n영수증이 맞습니다 / The receipt is right' : '\n다름 / DIFFERENT');
    return isSame ? MATCH : MISMATCH;
  } catch (fault) {
    console.error(`\n판정할 수 없습니다 / cannot be judged: ${fault.message}`);
    return UNREADABLE;
  }
}

process.exitCode = main(process.argv.slice(2));
