#!/usr/bin/env node
// Computes the prices of a Maru index for one day again, from the seed that was opened after the day, and compares them
// with the recorded ticks. Nothing of Maru is needed: read this file, then run it with Node 18 or newer.
//
//   node verify-index.mjs index-day.json ticks.json [receipt.json]
//
// `ticks.json` is the record of the whole day, or the ticks of one receipt. The exit code is 0 when everything is the
// same, 1 when something differs, and 2 when the files cannot be judged.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const MATCH = 0;
const MISMATCH = 1;
const UNREADABLE = 2;

// Decimals are whole numbers of hundred-millionths, so nothing is ever rounded by accident.

const PLACES = 8;

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

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

// The rule index-1. A day is a walk of 24 hours; each hour is filled by a walk of 60 minutes and each minute by a walk
// of 60 seconds, adjusted to end where the longer walk continues. Moves count trillionths of the opening price.

const RULES = {
  M100: { yearlyMove: 100n, tick: units('0.5'), base: units('10000') },
  M50: { yearlyMove: 50n, tick: units('0.1'), base: units('5000') },
  M25: { yearlyMove: 25n, tick: units('0.05'), base: units('2500') },
};
const STEP = { hour: 720_000n, minute: 92_952n, second: 12_000n };
const WHOLE = 10n ** 12n;
const LOWEST = -900_000_000_000n;
const MEAN = 510n;
const PULL_DAYS = 512n;

/** Every step is the sum of four bytes of HMAC-SHA256(seed, "name:block"), less its mean, times the size of a step. */
function walk(seed, name, steps, size) {
  const places = [0n];
  let block;
  for (let step = 0; step < steps; step += 1) {
    if (step % 8 === 0)
      block = createHmac('sha256', seed)
        .update(`${name}:${step / 8}`)
        .digest();
    let sum = -MEAN;
    for (let byte = 0; byte < 4; byte += 1) sum += BigInt(block[(step % 8) * 4 + byte]);
    places.push(places[step] + sum * size);
  }
  return places;
}

function leaned(places, end) {
  const steps = BigInt(places.length - 1);
  const missing = end - places.at(-1);
  return places.map((place, index) => place + floorDivide(BigInt(index) * missing, steps));
}

function hoursOf(code, seed, open) {
  const { yearlyMove, base } = RULES[code];
  const free = walk(seed, `${code}:hours`, 24, STEP.hour * yearlyMove);
  // The rule drops the fraction of the pull, as division of whole numbers does.
  return leaned(free, free[24] + ((base - open) * WHOLE) / (PULL_DAYS * open));
}

function priceOf(code, open, move) {
  const { tick } = RULES[code];
  const moved = open * (WHOLE + (move > LOWEST ? move : LOWEST));
  const ticks = (2n * moved + WHOLE * tick) / (2n * WHOLE * tick);
  return (ticks > 1n ? ticks : 1n) * tick;
}

const closeOf = (code, seed, open) => priceOf(code, open, hoursOf(code, seed, open)[24]);

/** Computes the price of any of the 86,400 seconds of the day. Each hour and minute is walked once, when it is needed. */
function pricesOf(code, seed, open) {
  const { yearlyMove } = RULES[code];
  const hours = hoursOf(code, seed, open);
  const minutesOf = once((hour) => {
    const free = walk(seed, `${code}:hour ${hour}`, 60, STEP.minute * yearlyMove);
    return leaned(free, hours[hour + 1] - hours[hour]);
  });
  const secondsOf = once((minute) => {
    const minutes = minutesOf(Math.floor(minute / 60));
    const free = walk(seed, `${code}:minute ${minute}`, 60, STEP.second * yearlyMove);
    return leaned(free, minutes[(minute % 60) + 1] - minutes[minute % 60]);
  });
  return (second) => {
    const minute = Math.floor(second / 60);
    const hour = Math.floor(minute / 60);
    const move = hours[hour] + minutesOf(hour)[minute % 60] + secondsOf(minute)[second % 60];
    return priceOf(code, open, move);
  };
}

function once(compute) {
  const known = new Map();
  return (place) => {
    if (!known.has(place)) known.set(place, compute(place));
    return known.get(place);
  };
}

// The recorded ticks.

const DAY_MS = 86_400_000;

function readTicks({ minuteMillis, ticks }) {
  return ticks.split('\n').map((line) => {
    const [offset, , last, bid, ask, , delay] = line.split(' ');
    const time = minuteMillis + Number(offset);
    if (!Number.isSafeInteger(time)) throw new Error(`틱을 읽을 수 없습니다 / unreadable tick: ${line}`);
    return {
      time,
      last: units(last),
      bid: units(last) + units(bid),
      ask: units(last) + units(ask),
      arrived: time + Number(delay),
    };
  });
}

function isChained({ stock, minutes }) {
  return minutes.every((each, index) => {
    const text = `${each.previousHash}\n${each.stock}\n${each.minuteMillis}\n${each.ticks}`;
    const follows = index === 0 || each.previousHash === minutes[index - 1].hash;
    return each.stock === stock && follows && sha256(text) === each.hash;
  });
}

/** The ticks that a receipt names: entry and exit of a bet, or the tick of a fill. */
function namedTicks({ entry, exit, tick }) {
  const all = [entry, exit].filter(Boolean).map(({ time, price }) => ({ time, last: units(price) }));
  if (tick) all.push({ time: tick.time, last: units(tick.last) });
  return all;
}

function verify(day, record, receipt) {
  if (day?.rule !== 'index-1' || !RULES[day.stock])
    throw new Error('지수의 하루가 아닙니다 / no day of an index');
  if (!/^[0-9a-f]{64}$/.test(day.seed ?? ''))
    throw new Error('씨앗이 아직 공개되지 않았습니다 / the seed is not public yet');
  if (!Array.isArray(record?.minutes) || record.minutes.length === 0)
    throw new Error('틱 기록이 없습니다 / no record of ticks');
  if (record.stock !== day.stock) throw new Error('다른 종목의 틱입니다 / ticks of another instrument');

  const answers = [];
  const say = (isSame, korean, english, mine, theirs) => {
    answers.push(isSame);
    console.log(`${isSame ? '✓' : '✗'} ${korean} / ${english}: ${mine}`);
    if (!isSame && theirs !== undefined) console.log(`    공개된 값 / published: ${theirs}`);
  };

  const code = day.stock;
  const seed = Buffer.from(day.seed, 'hex');
  const open = units(day.open);
  const start = Date.parse(`${day.date}T00:00:00+09:00`);
  const seal = sha256(seed);
  say(seal === day.seal, '봉인값 = SHA-256(씨앗)', 'seal = SHA-256(seed)', seal, day.seal);
  if (day.previous) {
    const close = closeOf(code, Buffer.from(day.previous.seed, 'hex'), units(day.previous.open));
    say(close === open, '시작값 = 어제의 끝', 'open = end of the day before', decimal(close), day.open);
  }
  const chain = record.minutes.at(-1).hash;
  say(
    isChained(record),
    `시세 기록 ${record.minutes.length}분의 해시 사슬`,
    'hash chain of the record',
    chain,
  );

  const priceOfSecond = pricesOf(code, seed, open);
  const { tick } = RULES[code];
  const priceAt = (time) => (time - start) % 1_000 === 0 && priceOfSecond((time - start) / 1_000);
  const ticks = record.minutes
    .flatMap(readTicks)
    .filter(({ time }) => time >= start && time < start + DAY_MS);
  if (ticks.length === 0) throw new Error('그날의 틱이 없습니다 / no ticks of that day');
  const early = ticks.find(({ arrived }) => arrived < day.sealedMillis);
  say(!early, '봉인 뒤의 틱', 'ticks after the seal', new Date(day.sealedMillis).toISOString(), early?.time);
  const wrong = ticks.find(({ time, last, bid, ask }) => {
    const price = priceAt(time);
    return last !== price || bid !== price || ask !== price + tick;
  });
  say(
    !wrong,
    `${ticks.length}틱`,
    'ticks',
    `${ticks.length} / 86400`,
    wrong && `${decimal(wrong.last)} @ ${wrong.time}`,
  );
  if (receipt) {
    const named = namedTicks(receipt).filter(({ time }) => time >= start && time < start + DAY_MS);
    if ((receipt.bet?.stock ?? receipt.fill?.stock) !== code || named.length === 0)
      throw new Error('그날 이 지수의 영수증이 아닙니다 / no receipt of this index and day');
    const other = named.find(({ time, last }) => priceAt(time) !== last);
    const shown = named.map(({ time }) => `${decimal(priceAt(time) || 0n)} @ ${time}`).join(', ');
    say(!other, '영수증의 가격', 'prices of the receipt', shown, other && decimal(other.last));
  }
  return answers.every(Boolean);
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

function main([dayPath, ticksPath, receiptPath]) {
  if (!dayPath || !ticksPath) {
    console.error('사용법 / usage: node verify-index.mjs index-day.json ticks.json [receipt.json]');
    return UNREADABLE;
  }
  try {
    const receipt = receiptPath === undefined ? undefined : readJson(receiptPath);
    const isSame = verify(readJson(dayPath), readJson(ticksPath), receipt);
    console.log(isSame ? '\n모두 일치합니다 / Everything is the same' : '\n다름 / DIFFERENT');
    return isSame ? MATCH : MISMATCH;
  } catch (fault) {
    console.error(`\n판정할 수 없습니다 / cannot be judged: ${fault.message}`);
    return UNREADABLE;
  }
}

process.exitCode = main(process.argv.slice(2));
