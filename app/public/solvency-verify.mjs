#!/usr/bin/env node
// Checks that one account is in a published root of all balances, from a saved proof. Nothing of Maru is needed: read
// this file, then run it with Node 18 or newer.
//
//   node solvency-verify.mjs solvency-proof.json [root]
//
// `root` is the root as you saw it elsewhere: in the public list (`/api/solvency/day/list`), or from somebody else. The
// exit code is 0 when everything is the same, 1 when something differs, and 2 when the file cannot be judged.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const MATCH = 0;
const MISMATCH = 1;
const UNREADABLE = 2;
const RULE = 'maru-solvency-1';

// Amounts are whole numbers of hundred-millionths, so nothing is ever rounded by accident.

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

const sha256 = (text) => createHash('sha256').update(text).digest('hex');

// What is hashed is a text. Names in it have no spaces and no bars, numbers are written in one way only, and purses come
// in one order only, so that two different accounts never have the same text.

const NAME = /^[A-Za-z0-9:_-]{1,40}$/;
const HASH = /^[0-9a-f]{64}$/;

function name(text) {
  if (!NAME.test(text)) throw new Error(`이름이 아닙니다 / not a name: ${text}`);
  return text;
}

function hash(text) {
  if (!HASH.test(text)) throw new Error(`해시가 아닙니다 / not a hash: ${text}`);
  return text;
}

function count(value) {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`수가 아닙니다 / not a number: ${value}`);
  return value;
}

/** A sum of balances is never below zero: one that were could hide what others are owed. */
function sum(text) {
  const value = units(text);
  if (value < 0n) throw new Error(`합계가 0보다 작습니다 / a sum below zero: ${text}`);
  return value;
}

function inOrder(list, keyOf) {
  const isInOrder = list.every((each, place) => place === 0 || keyOf(list[place - 1]) < keyOf(each));
  if (!isInOrder) throw new Error('차례가 다릅니다 / not in order');
  return list;
}

/** Before every letter a name can have, so that `A` comes before `A2` whatever follows. */
const GAP = ' ';

function leafOf({ site, date, sums, leaf }) {
  const purses = inOrder(leaf.purses, ({ wallet, kind }) => `${wallet}${GAP}${kind}`).map((purse) => ({
    ...purse,
    balance: units(purse.balance),
  }));
  const lines = purses.map(
    ({ wallet, kind, currency, balance }) => `${name(wallet)} ${name(kind)} ${name(currency)} ${balance}`,
  );
  const head = ['leaf', `${RULE} ${count(site)} ${date}`, `${count(leaf.player)} ${hash(leaf.nonce)}`];
  const own = sums.flatMap(({ currency }) => {
    const balances = purses.filter((purse) => purse.currency === currency).map(({ balance }) => balance);
    const above = balances.filter((balance) => balance > 0n).reduce((a, b) => a + b, 0n);
    const below = balances.filter((balance) => balance < 0n).reduce((a, b) => a - b, 0n);
    return [above, below];
  });
  const unknown = purses.find((purse) => !sums.some(({ currency }) => currency === purse.currency));
  if (unknown)
    throw new Error(`장부에 없는 통화입니다 / a currency that the tree has not: ${unknown.currency}`);
  return { hash: sha256([...head, ...lines].join('|')), sums: own };
}

const partOf = (node) => `${node.hash} ${node.sums.join(' ')}`;

const join = (left, right) => ({
  hash: sha256(`node|${partOf(left)}|${partOf(right)}`),
  sums: left.sums.map((value, place) => value + right.sums[place]),
});

/** Neighbours are joined level by level; the last node of a level without a partner goes up as it is. */
function climb(proof, leaf) {
  const path = proof.path.map((node) => {
    if (node.sums.length !== proof.sums.length * 2) throw new Error('합계가 모자랍니다 / sums are missing');
    return { hash: hash(node.hash), sums: node.sums.map(sum) };
  });
  if (count(proof.index) >= count(proof.count)) throw new Error('자리가 없습니다 / no such place');
  let node = leaf;
  let place = proof.index;
  let used = 0;
  for (let width = proof.count; width > 1; width = Math.ceil(width / 2)) {
    const isRight = place % 2 === 1;
    if (isRight || place + 1 < width) {
      const neighbour = path[used];
      if (!neighbour) throw new Error('길이 짧습니다 / the path is too short');
      node = isRight ? join(neighbour, node) : join(node, neighbour);
      used += 1;
    }
    place = Math.floor(place / 2);
  }
  if (used !== path.length) throw new Error('길이 깁니다 / the path is too long');
  return node;
}

function rootOf(proof, top) {
  const { site, date, batch, journalHash } = proof;
  const sums = inOrder(proof.sums, ({ currency }) => currency);
  const house = inOrder(proof.house, ({ currency, purpose }) => `${currency}${GAP}${purpose}`);
  return sha256(
    [
      'root',
      `${RULE} ${site} ${date}`,
      `${proof.count} ${count(batch)} ${hash(journalHash)}`,
      ...sums.map(({ currency, owed, owing }) => `${name(currency)} ${sum(owed)} ${sum(owing)}`),
      ...house.map(
        ({ currency, purpose, balance }) => `house ${name(currency)} ${name(purpose)} ${units(balance)}`,
      ),
      partOf(top),
    ].join('|'),
  );
}

function verify(proof, expected) {
  if (proof?.rule !== RULE) throw new Error('잔액 증명이 아닙니다 / no proof of a balance');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(proof.date)) throw new Error('날짜가 아닙니다 / not a date');
  if (expected !== undefined) hash(expected);

  const answers = [];
  const say = (isSame, korean, english, mine, theirs) => {
    answers.push(isSame);
    console.log(`${isSame ? '✓' : '✗'} ${korean} / ${english}: ${mine}`);
    if (!isSame && theirs !== undefined) console.log(`    공개된 값 / published: ${theirs}`);
  };

  console.log(`${proof.date} · ${proof.leaf.player}`);
  for (const { wallet, kind, currency, balance } of proof.leaf.purses)
    console.log(`  ${wallet} ${kind}: ${balance} ${currency}`);
  const leaf = leafOf(proof);
  const top = climb(proof, leaf);
  const root = rootOf(proof, top);
  console.log(`  내 잎 / my leaf: ${leaf.hash}`);
  for (const [place, { currency, owed, owing }] of proof.sums.entries()) {
    const mine = top.sums.slice(place * 2, place * 2 + 2);
    const isSame = mine[0] === units(owed) && mine[1] === units(owing);
    const text = mine.map(decimal).join(' − ');
    say(isSame, `회원에게 줄 ${currency}`, `${currency} owed to players`, text, `${owed} − ${owing}`);
    const house = proof.house
      .filter((purse) => purse.currency === currency)
      .reduce((total, { balance }) => total + units(balance), 0n);
    const total = units(owed) - units(owing) + house;
    say(total === 0n, `${currency} 모두 더하면 0`, `all ${currency} together`, decimal(total), '0');
  }
  const homeless = proof.house.find(
    (purse) => !proof.sums.some(({ currency }) => currency === purse.currency),
  );
  if (homeless) say(units(homeless.balance) === 0n, '마루 몫', 'the house', homeless.balance, '0');
  say(root === proof.root, `뿌리 (${proof.count}명)`, `root of ${proof.count} accounts`, root, proof.root);
  if (expected !== undefined) say(root === expected, '받은 뿌리', 'the root you gave', root, expected);
  return answers.every(Boolean);
}

function main([path, expected]) {
  if (!path) {
    console.error('사용법 / usage: node solvency-verify.mjs solvency-proof.json [root]');
    return UNREADABLE;
  }
  try {
    const isSame = verify(JSON.parse(readFileSync(path, 'utf8')), expected);
    console.log(isSame ? '\n모두 일치합니다 / Everything is the same' : '\n다름 / DIFFERENT');
    return isSame ? MATCH : MISMATCH;
  } catch (fault) {
    console.error(`\n판정할 수 없습니다 / cannot be judged: ${fault.message}`);
    return UNREADABLE;
  }
}

process.exitCode = main(process.argv.slice(2));
