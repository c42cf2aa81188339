// The program that checks a saved proof outside of Maru, which has an implementation of its own: it accepts what the
// engine accepts, and finds everything that was changed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WireSolvencyProof } from '@maru/contract/solvency/calls';
import { proofOfWire } from '@maru/contract/solvency/wire-proof';
import { amount, toDecimal } from '@maru/engine/amount';
import { playerId, siteId } from '@maru/engine/purse';
import { type LeafPurse, leafNode, SOLVENCY_RULE_NAME } from '@maru/engine/solvency/leaf';
import { sha256OfText } from '@maru/engine/solvency/node';
import { checkProof } from '@maru/engine/solvency/proof';
import { rootOf } from '@maru/engine/solvency/statement';
import { neighboursIn, topOf } from '@maru/engine/solvency/tree';
import { afterAll, expect, test } from 'vitest';

const PROGRAM = pathToFileURL(join(import.meta.dirname, '../../../app/public/solvency-verify.mjs')).href;
const folder = mkdtempSync(join(tmpdir(), 'maru-solvency-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the program for each proof, one after the other in one process, and writes its exit codes. */
const RUN_ALL = `
  const [list, answers] = process.argv.slice(1);
  const { readFileSync, writeFileSync } = await import('node:fs');
  const codes = [];
  for (const [index, args] of JSON.parse(readFileSync(list, 'utf8')).entries()) {
    process.argv = [process.execPath, 'solvency-verify.mjs', ...args];
    await import('${PROGRAM}?run=' + index);
    codes.push(process.exitCode);
  }
  writeFileSync(answers, JSON.stringify(codes));
  process.exitCode = 0;
`;

function codesOf(cases: readonly { readonly proof: unknown; readonly root?: string }[]): readonly number[] {
  const [list, answers] = [join(folder, 'list.json'), join(folder, 'answers.json')];
  const args = cases.map(({ proof, root }, index) => {
    const path = join(folder, `${index}.json`);
    writeFileSync(path, JSON.stringify(proof));
    return root === undefined ? [path] : [path, root];
  });
  writeFileSync(list, JSON.stringify(args));
  execFileSync(process.execPath, ['--input-type=module', '-e', RUN_ALL, list, answers], { stdio: 'pipe' });
  return JSON.parse(readFileSync(answers, 'utf8')) as number[];
}

const purse = (wallet: string, kind: string, currency: string, balance: string): LeafPurse => ({
  wallet,
  kind,
  currency,
  balance: amount(balance),
});

function proofsOf(accounts: number): readonly WireSolvencyProof[] {
  const day = { site: siteId(1), date: '2026-11-17' };
  const leaves = Array.from({ length: accounts }, (_, place) => ({
    player: playerId(place + 7),
    nonce: sha256OfText(`nonce ${place}`),
    purses: [
      ...(place % 3 === 2 ? [purse('BINARY', 'debt', 'KRW', '-125')] : []),
      purse('BINARY', 'free', 'KRW', String(43_342_071 + place)),
      purse('BTC', 'free', 'BTC', '0.00000001'),
      purse('FUTURES', 'free', 'USDT', `${place}.12345678`),
    ],
  }));
  const currencies = ['BTC', 'KRW', 'USDT'];
  const nodes = leaves.map((leaf) => leafNode({ day, currencies, hash: sha256OfText }, leaf));
  const top = topOf(nodes, sha256OfText);
  const sums = currencies.map((currency, place) => ({
    currency,
    owed: top.sums[place * 2] as bigint,
    owing: top.sums[place * 2 + 1] as bigint,
  }));
  const house = sums.map(({ currency, owed, owing }) => ({
    currency,
    purpose: 'practice',
    balance: amount(toDecimal(owing - owed)),
  }));
  const statement = { ...day, count: accounts, batch: 9, journalHash: sha256OfText('journal'), sums, house };
  const wire = {
    ...statement,
    rule: SOLVENCY_RULE_NAME,
    root: rootOf(statement, top, sha256OfText),
    madeMillis: 1_763_305_800_000,
    sums: sums.map(({ currency, owed, owing }) => ({
      currency,
      owed: toDecimal(owed),
      owing: toDecimal(owing),
    })),
    house: house.map((each) => ({ ...each, balance: toDecimal(each.balance) })),
  };
  return leaves.map((leaf, index) => ({
    ...wire,
    leaf: {
      ...leaf,
      purses: leaf.purses.map((each) => ({ ...each, balance: toDecimal(each.balance) })),
    },
    index,
    path: neighboursIn(nodes, index, sha256OfText).map(({ hash, sums: own }) => ({
      hash,
      sums: own.map(toDecimal),
    })),
  }));
}

const engineAccepts = (wire: WireSolvencyProof) => {
  const proof = proofOfWire(wire);
  return proof !== undefined && checkProof(proof, sha256OfText).fault === undefined;
};

test('it accepts every account of trees of every shape, and the root that was seen elsewhere', () => {
  const proofs = [1, 2, 3, 5, 8].flatMap((accounts) => proofsOf(accounts));
  expect(proofs.filter(engineAccepts)).toHaveLength(proofs.length);
  expect(codesOf(proofs.map((proof) => ({ proof, root: proof.root })))).toEqual(proofs.map(() => 0));
});

test('it finds a changed balance, and whatever else was changed', () => {
  const [, proof] = proofsOf(5) as [WireSolvencyProof, WireSolvencyProof];
  const { leaf, path, sums, house } = proof;
  const [first, ...others] = leaf.purses;
  const [neighbour, ...further] = path;
  const changed: readonly WireSolvencyProof[] = [
    { ...proof, leaf: { ...leaf, purses: [{ ...first!, balance: '43342073' }, ...others] } },
    { ...proof, leaf: { ...leaf, purses: others } },
    { ...proof, leaf: { ...leaf, player: 7 } },
    { ...proof, path: [{ ...neighbour!, sums: neighbour!.sums.toReversed() }, ...further] },
    { ...proof, index: 0 },
    { ...proof, count: 6 },
    { ...proof, date: '2026-11-18' },
    { ...proof, batch: 10 },
    { ...proof, sums: sums.map((each) => ({ ...each, owed: '1' })) },
    { ...proof, house: house.map((each) => ({ ...each, balance: '0' })) },
    { ...proof, root: sha256OfText('another') },
  ];
  expect(changed.filter(engineAccepts)).toEqual([]);
  expect(codesOf(changed.map((each) => ({ proof: each }))).filter((code) => code === 0)).toEqual([]);
  // A balance is judged as different, not as a file that cannot be read.
  expect(codesOf([{ proof: changed[0] }, { proof, root: sha256OfText('elsewhere') }])).toEqual([1, 1]);
});

test('what is no proof cannot be judged', () => {
  const [proof] = proofsOf(2) as [WireSolvencyProof];
  const [neighbour] = proof.path;
  const below = { ...proof, path: [{ ...neighbour!, sums: neighbour!.sums.map((each) => `-${each}`) }] };
  const none = [{}, [], { ...proof, rule: 'another' }, { ...proof, path: [] }, below];
  expect(codesOf(none.map((each) => ({ proof: each })))).toEqual(none.map(() => 2));
});
