#!/usr/bin/env node
// Computes one fill, one liquidation or one funding payment of coin futures again from its receipt and the recorded
// ticks. Nothing of Maru is needed: read this file, then run it with Node 20 or newer.
//
//   node futures-verify.mjs receipt.json ticks.json
//
// The exit code is 0 when everything is the same, 1 when something differs, and 2 when the files cannot be judged.
import { createHash } from 'node:crypto';
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
const ceilDivide = (a, b) => -floorDivide(-a, b);

/** A half goes to the even number. */
function halfEvenDivide(a, b) {
  const low = floorDivide(a, b);
  const rest = 2n * (a - low * b);
  return rest > b || (rest === b && low % 2n !== 0n) ? low + 1n : low;
}

const floorTo = (numerator, denominator, step) => floorDivide(numerator, denominator * step) * step;
const ceilTo = (numerator, denominator, step) => ceilDivide(numerator, denominator * step) * step;

// The record of prices: one text for each minute, chained by hashes.

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** Bid, ask and mark are written as distances from the last price. */
function readTicks({ minuteMillis, ticks }) {
  if (ticks === '') return [];
  return ticks.split('\n').map((line) => {
    const [offset, seq, last, bid, ask, mark, delay] = line.split(' ');
    const time = minuteMillis + Number(offset);
    const price = units(last);
    return {
      time,
      seq: Number(seq),
      last: price,
      bid: price + units(bid),
      ask: price + units(ask),
      mark: price + units(mark),
      arrived: time + Number(delay),
      minuteMillis,
    };
  });
}

function checkChain({ stock, minutes }, say) {
  const broken = minutes.find((each, index) => {
    const text = `${each.previousHash}\n${each.stock}\n${each.minuteMillis}\n${each.ticks}`;
    const follows = index === 0 || each.previousHash === minutes[index - 1].hash;
    return each.stock !== stock || !follows || sha256(text) !== each.hash;
  });
  say(
    broken === undefined,
    `시세 기록 ${minutes.length}분의 해시 사슬`,
    `hash chain of ${minutes.length} recorded minutes`,
    broken ? `${broken.stock} ${broken.minuteMillis}` : minutes.at(-1).hash,
  );
}

/** The receipt names the minute that contains the tick. */
function isNamed(tick, found, { minutes }) {
  const minute = minutes.find(({ minuteMillis }) => minuteMillis === found?.minuteMillis);
  return found !== undefined && (tick === null || tick.hash === null || tick.hash === minute.hash);
}

// Values: qty × price of a contract in USDT, qty ÷ price of one in coins. As fractions, so that they stay exact.

const isInverse = ({ contractType }) => contractType === 'INVERSE';
const signOf = (side) => (side === 'LONG' ? 1n : -1n);

function profitOf({ tradeType, qty, entrySum, entryOver }, price, contract) {
  const [sum, over] = [BigInt(entrySum), BigInt(entryOver)];
  const signed = signOf(tradeType) * units(qty) * (price * over - sum);
  return isInverse(contract)
    ? { numerator: signed * ONE, denominator: sum * price }
    : { numerator: signed, denominator: over * ONE };
}

const worthOf = (qty, price, contract) =>
  isInverse(contract)
    ? { numerator: qty * ONE, denominator: price }
    : { numerator: qty * price, denominator: ONE };

const plus = (a, b) => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});

// Fills and liquidations.

const quoteText = ({ last, bid, ask, mark }) => [last, bid, ask, mark].map(decimal).join(' ');

function checkFill(receipt, record, say) {
  const { fill, tick, contract, condition, trailing, closed, liquidation } = receipt;
  const found = record.minutes
    .flatMap(readTicks)
    .find(({ time, seq }) => time === tick.time && seq === tick.seq);
  const named = {
    last: units(tick.last),
    bid: units(tick.bid),
    ask: units(tick.ask),
    mark: units(tick.mark),
  };
  const isSame = isNamed(tick, found, record) && quoteText(found) === quoteText(named);
  say(isSame, '체결에 쓴 틱', 'the tick it was filled on', found ? quoteText(found) : '–', quoteText(named));
  if (!found) return;
  if (trailing && condition) checkTrailing(trailing, condition, record, say);
  if (condition) {
    const [seen, level] = [found[condition.by], units(condition.level)];
    const isReached = condition.fires === 'AT_OR_ABOVE' ? seen >= level : seen <= level;
    say(isReached, '도달한 가격', 'the level was reached', decimal(seen), condition.level);
  }
  const isLimit = fill.marketType === 'LIMIT' || fill.marketType === 'STOPLIMIT';
  const hasRested = isLimit && condition && (condition.by === 'bid' || condition.by === 'ask');
  const price = hasRested ? units(condition.level) : fill.tradeType === 'LONG' ? found.ask : found.bid;
  say(price === units(fill.price), '체결가', 'fill price', decimal(price), fill.price);
  checkMoney({ fill, contract, closed, liquidation }, say);
  if (!liquidation) return;
  checkLiquidation(liquidation, contract, say);
  const own = liquidation.judged.find((each) => each.futuresPositionId === closed?.positionId);
  const isOwn = own !== undefined && own.time === tick.time && own.seq === tick.seq;
  const isMarked = isOwn && units(own.markPrice) === found.mark;
  say(isMarked, '청산을 판정한 마크가', 'the mark it was judged at', decimal(found.mark), own?.markPrice);
  if (liquidation.marginType === 'ISOLATED') checkIsolated(fill, liquidation, say);
}

/** The margin is lost with its funding, and nothing more: the insurance keeps what is left, or pays what is missing. */
function checkIsolated({ pnl, funding, exitFee, insured }, { cash, topUp }, say) {
  const lost = -(units(pnl) + units(funding) - units(exitFee) + units(insured));
  say(units(topUp) === 0n, '보험기금이 메운 빚', 'debt that the insurance paid', '0', topUp);
  say(lost === units(cash), '잃은 격리 증거금', 'the isolated margin that was lost', decimal(lost), cash);
}

function checkTrailing(trailing, { fires, level, by }, record, say) {
  const { callbackRate, extremePrice, extremeMillis, extremeSeq } = trailing;
  // The record has two minutes. A price from before them follows from their beginning at the earliest.
  if (extremeMillis >= record.minutes[0].minuteMillis) {
    const extreme = record.minutes
      .flatMap(readTicks)
      .find(({ time, seq }) => time === extremeMillis && seq === extremeSeq);
    const seen = extreme === undefined ? '–' : decimal(extreme[by]);
    say(seen === decimal(units(extremePrice)), '추적한 가격', 'the price it followed', seen, extremePrice);
  }
  const away = fires === 'AT_OR_BELOW' ? ONE - units(callbackRate) : ONE + units(callbackRate);
  const exact = units(extremePrice) * away;
  const mine = fires === 'AT_OR_BELOW' ? floorDivide(exact, ONE) : ceilDivide(exact, ONE);
  say(mine === units(level), '추적 가격', 'level of the trailing stop', decimal(mine), level);
}

/** What only closing brings. */
const RESULTS = ['pnl', 'funding', 'entryFee', 'exitFee', 'liquidationFee', 'insured', 'net'];

function checkMoney({ fill, contract, closed, liquidation }, say) {
  const step = 10n ** BigInt(PLACES - contract.places);
  const price = units(fill.price);
  const value = worthOf(units(fill.qty), price, contract);
  const fee = ceilTo(value.numerator * units(contract.feeRate), value.denominator * ONE, step);
  // Of a cross liquidation it is at most what was left of the account.
  const isLimited = liquidation?.marginType === 'CROSS' && units(fill.fee) < fee;
  say(isLimited || fee === units(fill.fee), '수수료', 'fee', decimal(fee), fill.fee);
  const [opened, left] = [units(fill.openedQty), units(fill.closedQty)];
  say(opened + left === units(fill.qty), '수량', 'quantity', decimal(opened + left), fill.qty);
  if (!closed) {
    const none = [left, ...RESULTS.map((name) => units(fill[name]))].every((each) => each === 0n);
    say(none, '종료한 것 없음', 'nothing was closed', '0', RESULTS.map((name) => fill[name]).join(' '));
    return;
  }
  const isWhole = opened > 0n || fill.exitFee === fill.fee;
  say(isWhole, '종료 수수료', 'fee of closing', fill.fee, fill.exitFee);
  const { numerator, denominator } = profitOf({ ...closed, qty: fill.closedQty }, price, contract);
  const pnl = floorTo(numerator, denominator, step);
  say(pnl === units(fill.pnl), '손익', 'profit or loss', decimal(pnl), fill.pnl);
  const parts = [fill.pnl, fill.funding, fill.insured].map(units).reduce((sum, each) => sum + each, 0n);
  const costs = [fill.entryFee, fill.exitFee, fill.liquidationFee].map(units);
  const net = costs.reduce((sum, each) => sum - each, parts);
  say(net === units(fill.net), '순손익', 'net profit', decimal(net), fill.net);
}

function checkLiquidation({ judged, cash, pnl, funding: paid, balance, maintenance }, { places }, say) {
  const step = 10n ** BigInt(PLACES - places);
  const nothing = { numerator: 0n, denominator: 1n };
  let [profit, kept, funding] = [nothing, nothing, 0n];
  for (const each of judged) {
    const mark = units(each.markPrice);
    const value = worthOf(units(each.qty), mark, each);
    const must = plus(
      { numerator: value.numerator * units(each.maintenanceRate), denominator: value.denominator * ONE },
      { numerator: -units(each.deduction), denominator: 1n },
    );
    kept = plus(kept, must.numerator > 0n ? must : nothing);
    profit = plus(profit, profitOf(each, mark, each));
    funding += units(each.funding);
  }
  const left = floorTo(
    profit.numerator + (units(cash) + funding) * profit.denominator,
    profit.denominator,
    step,
  );
  const least = ceilTo(kept.numerator, kept.denominator, step);
  const lost = floorTo(profit.numerator, profit.denominator, step);
  say(lost === units(pnl), '판정한 손익', 'profit or loss that was judged', decimal(lost), pnl);
  say(funding === units(paid), '판정한 펀딩비', 'funding that was judged', decimal(funding), paid);
  say(left === units(balance), '남은 증거금', 'margin balance', decimal(left), balance);
  say(least === units(maintenance), '유지 증거금', 'maintenance margin', decimal(least), maintenance);
  say(left <= least, '청산 조건', 'at or below the maintenance margin', decimal(left), maintenance);
}

// Funding.

const INTEREST_PER_DAY = units('0.0003');
const DAMPENER = units('0.0005');
const DAY_MS = 86_400_000n;

const within = (value, most) => (value > most ? most : value < -most ? -most : value);

/** What arrives so long after a funding time no longer counts for it. */
const KNOWN_AFTER_MS = 250;

/** The last tick at or before the instant that came in time, and did not arrive after a newer one. */
function liveTickAt({ minutes }, at) {
  const ticks = minutes.flatMap(readTicks).sort((a, b) => a.time - b.time || a.seq - b.seq);
  let earliest = Number.POSITIVE_INFINITY;
  for (const tick of ticks.reverse()) {
    if (tick.arrived > earliest) continue;
    earliest = tick.arrived;
    if (tick.time <= at && tick.arrived - at < KNOWN_AFTER_MS) return tick;
  }
  return undefined;
}

function checkFunding({ payment, contract, tick, premium }, record, say) {
  const found = liveTickAt(record, payment.fundingMillis);
  const isTick = tick === null || (tick.time === found?.time && tick.seq === found.seq);
  const marks = [payment.markPrice, tick?.mark ?? payment.markPrice].map(units);
  const isSame = isTick && isNamed(tick, found, record) && marks.every((mark) => mark === found.mark);
  say(isSame, '마크가', 'mark price', found ? decimal(found.mark) : '–', payment.markPrice);
  if (premium) {
    const mean = halfEvenDivide(BigInt(premium.weighted), 10_000n * BigInt(premium.coveredMillis));
    const interest = halfEvenDivide(INTEREST_PER_DAY * BigInt(premium.intervalMillis), DAY_MS);
    const rate = within(mean + within(interest - mean, DAMPENER), units(premium.mostRate));
    say(rate === units(payment.rate), '펀딩비율', 'funding rate', decimal(rate), payment.rate);
  }
  const step = 10n ** BigInt(PLACES - contract.places);
  const value = worthOf(units(payment.qty), units(payment.markPrice), contract);
  const signed = -signOf(payment.tradeType) * value.numerator * units(payment.rate);
  const paid = floorTo(signed, value.denominator * ONE, step);
  say(paid === units(payment.amount), '펀딩비', 'funding', decimal(paid), payment.amount);
}

function verify(receipt, record) {
  const isFill = receipt?.rule === 'futures-1' && receipt.fill && receipt.tick && receipt.contract;
  const isFunding = receipt?.rule === 'futures-funding-1' && receipt.payment && receipt.contract;
  if (!isFill && !isFunding)
    throw new Error('영수증이 아니거나 모르는 규칙입니다 / no receipt of a known rule');
  if (!Array.isArray(record?.minutes)) throw new Error('틱 파일이 아닙니다 / no file of ticks');
  if (record.complete !== true) throw new Error('틱 기록이 아직 봉인되지 않았습니다 / not sealed yet');
  if (record.minutes.length === 0) throw new Error('틱 기록이 없습니다 / the record is empty');
  if (record.stock !== (receipt.fill ?? receipt.payment).stock)
    throw new Error('다른 종목의 틱입니다 / ticks of another instrument');

  const answers = [];
  const say = (isSame, korean, english, mine, theirs) => {
    answers.push(isSame);
    console.log(`${isSame ? '✓' : '✗'} ${korean} / ${english}: ${mine}`);
    if (!isSame && theirs !== undefined) console.log(`    영수증 / receipt: ${theirs}`);
  };
  checkChain(record, say);
  (isFill ? checkFill : checkFunding)(receipt, record, say);
  return answers.every(Boolean);
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

function main([receiptPath, ticksPath]) {
  if (!receiptPath || !ticksPath) {
    console.error('사용법 / usage: node futures-verify.mjs receipt.json ticks.json');
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
