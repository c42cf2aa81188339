import { hash as digest } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amount } from '../amount.ts';
import { playerId, siteId } from '../purse.ts';
import { millis } from '../time.ts';
import { type LeafPurse, leafNode, leafText, type SolvencyLeaf } from './leaf.ts';
import { joinNodes, nodeText, type SolvencyNode, sha256OfText } from './node.ts';
import { checkProof, type SolvencyProof } from './proof.ts';
import { rootOf, type SolvencyStatement, solvencyDayAt, solvencyDueAt } from './statement.ts';
import { createTreeBuilder, GROUP_NODES, neighboursIn, type SolvencyGroup, topOf } from './tree.ts';

const hash = (text: string) => digest('sha256', text);
const day = { site: siteId(1), date: '2026-11-17' };
const currencies = ['KRW', 'USDT'];

const purse = (wallet: string, kind: string, currency: string, balance: string): LeafPurse => ({
  wallet,
  kind,
  currency,
  balance: amount(balance),
});

/** Different accounts: some wait for something, some owe, one has a loss that an open profit covers. */
function leafOf(place: number): SolvencyLeaf {
  const purses = [
    purse('BINARY', 'free', 'KRW', place % 5 === 4 ? '-70' : String(1_000 + place)),
    purse('BINARY', 'wait', 'KRW', String(place * 10)),
    ...(place % 3 === 1 ? [purse('FUTURES', 'debt', 'USDT', '-0.00000001')] : []),
    purse('FUTURES', 'free', 'USDT', `${place}.5`),
  ];
  return { player: playerId(place + 1), nonce: hash(`nonce of ${place}`), purses };
}

function worldOf(count: number) {
  const leaves = Array.from({ length: count }, (_, place) => leafOf(place));
  const nodes = leaves.map((leaf) => leafNode({ day, currencies, hash }, leaf));
  const top = topOf(nodes, hash);
  const sums = currencies.map((currency, place) => ({
    currency,
    owed: top.sums[place * 2] as bigint,
    owing: top.sums[place * 2 + 1] as bigint,
  }));
  const statement: SolvencyStatement = {
    ...day,
    count,
    batch: 77,
    journalHash: hash('the journal'),
    sums,
    house: sums.flatMap(({ currency, owed, owing }) => [
      { currency, purpose: 'fee', balance: 5n as Amount },
      { currency, purpose: 'practice', balance: (owing - owed - 5n) as Amount },
    ]),
  };
  const root = rootOf(statement, top, hash);
  const proofOf = (index: number): SolvencyProof => ({
    statement,
    root,
    leaf: leaves[index] as SolvencyLeaf,
    index,
    path: neighboursIn(nodes, index, hash),
  });
  return { leaves, nodes, top, statement, root, proofOf };
}

const faultOf = (proof: SolvencyProof) => checkProof(proof, hash).fault;

describe('every account is proven to be in the root', () => {
  test.each([1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65])('of %d accounts', (count) => {
    const { proofOf, root } = worldOf(count);
    for (let index = 0; index < count; index += 1) {
      const checked = checkProof(proofOf(index), hash);
      expect(checked.fault).toBeUndefined();
      expect(checked.root).toBe(root);
      expect(checked.steps.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)));
    }
  });

  test('and the hash of the engine is the hash of the machine', () => {
    const { proofOf } = worldOf(6);
    expect(checkProof(proofOf(3), sha256OfText)).toEqual(checkProof(proofOf(3), hash));
  });

  test('the texts are these, for whoever writes a program of their own', () => {
    const { leaves, nodes, statement, top } = worldOf(2);
    const nonce = hash('nonce of 1');
    expect(leafText(day, leaves[1] as SolvencyLeaf)).toBe(
      `leaf|maru-solvency-1 1 2026-11-17|2 ${nonce}|BINARY free KRW 100100000000|BINARY wait KRW 1000000000|` +
        'FUTURES debt USDT -1|FUTURES free USDT 150000000',
    );
    expect(nodeText(nodes[0] as SolvencyNode, nodes[1] as SolvencyNode)).toBe(
      `node|${nodes[0]?.hash} 100000000000 0 50000000 0|${nodes[1]?.hash} 101100000000 0 150000000 1`,
    );
    expect(rootOf(statement, top, (text) => text)).toBe(
      `root|maru-solvency-1 1 2026-11-17|2 77 ${hash('the journal')}|KRW 201100000000 0|USDT 200000000 1|` +
        'house KRW fee 5|house KRW practice -201100000005|house USDT fee 5|house USDT practice -200000004|' +
        `${top.hash} 201100000000 0 200000000 1`,
    );
  });
});

describe('whatever is changed is refused', () => {
  const world = worldOf(11);
  const index = fc.nat({ max: 10 });

  test('a balance, a purse that is left out, another player, another nonce', () => {
    fc.assert(
      fc.property(index, fc.nat({ max: 1 }), fc.bigInt({ min: -9n, max: 9n }), (at, place, by) => {
        fc.pre(by !== 0n);
        const proof = world.proofOf(at);
        const { leaf } = proof;
        const balance = ((leaf.purses[place]?.balance ?? 0n) + by) as Amount;
        const changed = leaf.purses.map((each, where) => (where === place ? { ...each, balance } : each));
        expect(faultOf({ ...proof, leaf: { ...leaf, purses: changed } })).toBeDefined();
        const fewer = leaf.purses.filter((_, where) => where !== place);
        expect(faultOf({ ...proof, leaf: { ...leaf, purses: fewer } })).toBeDefined();
        expect(faultOf({ ...proof, leaf: { ...leaf, player: playerId(leaf.player + 1) } })).toBe('ROOT');
        expect(faultOf({ ...proof, leaf: { ...leaf, nonce: hash('another') } })).toBe('ROOT');
      }),
      { numRuns: 50 },
    );
  });

  test('money moved between two wallets or purses of one currency', () => {
    const proof = world.proofOf(2);
    const [free, wait, ...others] = proof.leaf.purses as [LeafPurse, LeafPurse, ...LeafPurse[]];
    const swapped = [{ ...free, balance: wait.balance }, { ...wait, balance: free.balance }, ...others];
    expect(faultOf({ ...proof, leaf: { ...proof.leaf, purses: swapped } })).toBe('ROOT');
  });

  test('any bit of a neighbour, its sums, their order', () => {
    fc.assert(
      fc.property(index, fc.nat(), fc.nat({ max: 63 }), fc.nat({ max: 3 }), (at, step, digit, place) => {
        const proof = world.proofOf(at);
        const { path } = proof;
        const which = step % path.length;
        const neighbour = path[which] as SolvencyNode;
        const put = (node: SolvencyNode) => ({
          ...proof,
          path: path.map((each, where) => (where === which ? node : each)),
        });
        const other = neighbour.hash[digit] === '0' ? '1' : '0';
        const wrong = `${neighbour.hash.slice(0, digit)}${other}${neighbour.hash.slice(digit + 1)}`;
        expect(faultOf(put({ ...neighbour, hash: wrong }))).toBe('ROOT');
        const more = neighbour.sums.map((units, where) => (where === place ? units + 1n : units));
        expect(faultOf(put({ ...neighbour, sums: more }))).toBe('SUMS');
        if (path.length > 1) expect(faultOf({ ...proof, path: path.toReversed() })).toBeDefined();
      }),
      { numRuns: 100 },
    );
  });

  test('the place, the count, a step too few or too many', () => {
    for (let at = 0; at < 11; at += 1) {
      const proof = world.proofOf(at);
      for (let other = 0; other < 11; other += 1)
        if (other !== at) expect(faultOf({ ...proof, index: other })).toBeDefined();
      for (const count of [1, 10, 12, 16, 2 ** 40])
        expect(faultOf({ ...proof, statement: { ...proof.statement, count } })).toBeDefined();
      expect(faultOf({ ...proof, path: proof.path.slice(1) })).toBe('PATH');
      expect(faultOf({ ...proof, path: [...proof.path, ...proof.path.slice(0, 1)] })).toBe('PATH');
    }
  });

  test('the day, the site, the point of the journal, the house', () => {
    const proof = world.proofOf(4);
    const { statement } = proof;
    const changes: readonly Partial<SolvencyStatement>[] = [
      { date: '2026-11-18' },
      { site: siteId(2) },
      { batch: 78 },
      { journalHash: hash('another journal') },
    ];
    for (const change of changes)
      expect(faultOf({ ...proof, statement: { ...statement, ...change } })).toBe('ROOT');
    const [fee, practice, ...others] = statement.house;
    const moved = [
      { ...fee!, balance: 4n as Amount },
      { ...practice!, balance: (practice!.balance + 1n) as Amount },
    ];
    expect(faultOf({ ...proof, statement: { ...statement, house: [...moved, ...others] } })).toBe('ROOT');
    expect(faultOf({ ...proof, statement: { ...statement, house: [] } })).toBe('TOTAL');
  });
});

describe('liabilities cannot be hidden', () => {
  test('an invented debt lowers nothing that is owed', () => {
    const honest = worldOf(3).top;
    const debtor: SolvencyLeaf = {
      player: playerId(9),
      nonce: hash('invented'),
      purses: [purse('BINARY', 'debt', 'KRW', '-1000000')],
    };
    const joined = joinNodes(honest, leafNode({ day, currencies, hash }, debtor), hash);
    expect(joined.sums[0]).toBe(honest.sums[0]);
    expect(joined.sums[1]).toBe((honest.sums[1] as bigint) + 100_000_000_000_000n);
  });

  test('a neighbour with less than nothing is refused', () => {
    const { proofOf } = worldOf(2);
    const proof = proofOf(0);
    const [neighbour] = proof.path as [SolvencyNode];
    const below = { ...neighbour, sums: neighbour.sums.map((units) => units - 10n ** 20n) };
    expect(faultOf({ ...proof, path: [below] })).toBe('MALFORMED');
  });

  test('two neighbours cannot each be shown an empty other one under the same root', () => {
    const { proofOf, statement } = worldOf(2);
    const empty = (node: SolvencyNode) => ({ ...node, sums: node.sums.map(() => 0n) });
    const shownTo = (index: number) => {
      const proof = proofOf(index);
      const checked = checkProof({ ...proof, statement, path: proof.path.map(empty) }, hash);
      return checked.root;
    };
    expect(shownTo(0)).not.toBe(shownTo(1));
  });
});

test('no text is that of a leaf and of a node', () => {
  const { nodes, leaves } = worldOf(2);
  const inner = nodeText(nodes[0] as SolvencyNode, nodes[1] as SolvencyNode);
  expect(inner.startsWith('node|')).toBe(true);
  expect(leafText(day, leaves[0] as SolvencyLeaf).startsWith('leaf|')).toBe(true);
});

test('a name that could end its line is refused, and so is a purse that comes twice', () => {
  const { proofOf } = worldOf(1);
  const proof = proofOf(0);
  const withPurses = (purses: readonly LeafPurse[]) => ({ ...proof, leaf: { ...proof.leaf, purses } });
  const [first] = proof.leaf.purses as [LeafPurse];
  for (const name of ['', 'A B', 'A|B', 'A\nB', '가'])
    expect(faultOf(withPurses([{ ...first, wallet: name }]))).toBe('MALFORMED');
  expect(faultOf(withPurses([first, first]))).toBe('MALFORMED');
  expect(faultOf(withPurses([{ ...first, currency: 'BTC' }]))).toBe('MALFORMED');
});

describe('the tree that is made in groups is the tree that is made at once', () => {
  const small = (place: number): SolvencyNode => ({ hash: hash(String(place)), sums: [BigInt(place), 0n] });

  test.each([1, 2, GROUP_NODES - 1, GROUP_NODES, GROUP_NODES + 1, 3 * GROUP_NODES + 5, GROUP_NODES ** 2 + 1])(
    '%d accounts',
    (count) => {
      const nodes = Array.from({ length: count }, (_, place) => small(place));
      const groups = new Map<string, SolvencyGroup>();
      const builder = createTreeBuilder(hash, (group) => groups.set(`${group.tier}:${group.index}`, group));
      for (const node of nodes) builder.add(node);
      expect(builder.end()).toEqual(topOf(nodes, hash));
      for (const index of new Set([0, count - 1, Math.floor(count / 2)])) {
        const path: SolvencyNode[] = [];
        let place = index;
        for (let tier = 0; ; tier += 1) {
          const group = groups.get(`${tier}:${Math.floor(place / GROUP_NODES)}`);
          if (group === undefined) break;
          path.push(...neighboursIn(group.nodes, place % GROUP_NODES, hash));
          place = Math.floor(place / GROUP_NODES);
        }
        expect(path).toEqual(neighboursIn(nodes, index, hash));
      }
    },
  );

  test('no accounts have no top', () => {
    expect(createTreeBuilder(hash, () => undefined).end()).toBeUndefined();
  });
});

test('the root of a day is due at ten past midnight in Korea, and not a millisecond earlier', () => {
  const due = millis(Date.parse('2026-11-17T00:10:00+09:00'));
  expect(solvencyDueAt(solvencyDayAt(due))).toBe(due);
  expect(solvencyDayAt(millis(due - 1))).toBe(solvencyDayAt(due) - 1);
});
