// The program that checks receipts outside of Maru, on receipts of a running platform: it accepts every one of them, and
// finds every number that was changed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFreshEmbedded, type TestDatabase } from '../db/testing.ts';
import type { Person } from '../http/testing.ts';
import { BTC, BTCUSD, ETH, FUNDING_AT, START } from './market-testing.ts';
import { HISTORY, ORDER, openWorld, type World } from './world-testing.ts';

const PROGRAM = pathToFileURL(join(import.meta.dirname, '../../../app/public/futures-verify.mjs')).href;

/** Runs the program for each pair of files, one after the other in one process, and writes its exit codes. */
const RUN_ALL = `
  const [list, answers] = process.argv.slice(1);
  const { readFileSync, writeFileSync } = await import('node:fs');
  const codes = [];
  for (const [index, files] of JSON.parse(readFileSync(list, 'utf8')).entries()) {
    process.argv = [process.execPath, 'futures-verify.mjs', ...files];
    await import('${PROGRAM}?run=' + index);
    codes.push(process.exitCode);
  }
  writeFileSync(answers, JSON.stringify(codes));
  process.exitCode = 0;
`;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type Fields = Readonly<Record<string, Json>>;

interface Proof {
  readonly name: string;
  readonly receipt: Fields;
  readonly record: { readonly minutes: readonly Fields[] } & Fields;
}

let store: TestDatabase;
let world: World;
let folder: string;
const proofs: Proof[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'maru-verify-'));
  store = await openFreshEmbedded();
  world = await openWorld(store);
  await tradeUntilEverythingHappened();
});

afterAll(async () => {
  await world.kill();
  await store.drop();
  rmSync(world.folder, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

function verify(cases: readonly Pick<Proof, 'receipt' | 'record'>[]): readonly number[] {
  const [list, answers] = [join(folder, 'list.json'), join(folder, 'answers.json')];
  const paths = cases.map(({ receipt, record }, index) =>
    Object.entries({ receipt, record }).map(([name, value]) => {
      const path = join(folder, `${index}-${name}.json`);
      writeFileSync(path, JSON.stringify(value));
      return path;
    }),
  );
  writeFileSync(list, JSON.stringify(paths));
  execFileSync(process.execPath, ['--input-type=module', '-e', RUN_ALL, list, answers], { stdio: 'pipe' });
  return JSON.parse(readFileSync(answers, 'utf8')) as readonly number[];
}

async function order(by: Person, body: Record<string, unknown>): Promise<void> {
  const { status, body: said } = await world.post(
    ORDER,
    { futuresOptionId: BTC, tradeType: 'LONG', marketType: 'MARKET', ...body },
    by,
  );
  expect(status, JSON.stringify(said)).toBe(200);
}

/** Bitcoin, with a spread and a mark of its own, and the coin-margined contract at the same price. */
async function priceAt(at: number, last: number): Promise<void> {
  world.moveTo(at);
  const more = { bid: String(last - 1), ask: String(last + 1), mark: String(last - 0.5) };
  await world.publishPrice(String(last), more);
  await world.publishPrice(String(last), { ...more, stock: 'BTCUSD' });
  await world.publishPrice('3000', { stock: 'ETHUSDT', bid: '2999.5', ask: '3000.5' });
}

async function tradeUntilEverythingHappened(): Promise<void> {
  const cross = await world.newcomer();
  const inverse = await world.newcomer();
  const isolated = await world.newcomer();
  const fallen = await world.newcomer();
  const inverseFallen = await world.newcomer();
  const isolatedInverse = await world.newcomer();
  await priceAt(START, 50_000);
  await order(cross, { qty: '0.1', leverage: 7 });
  await order(cross, {
    tradeType: 'SHORT',
    marketType: 'LIMIT',
    price: '50500',
    qty: '0.03',
    reduceOnly: true,
  });
  await order(cross, { tradeType: 'SHORT', marketType: 'TRAILINGSTOP', callbackRate: '0.013', qty: '0.05' });
  const inCoins = { futuresOptionId: BTCUSD };
  await order(inverse, { ...inCoins, qty: '1700', marginType: 'ISOLATED', leverage: 20 });
  await order(inverse, {
    ...{ ...inCoins, tradeType: 'SHORT', marketType: 'STOPLOSS', stopPrice: '48700', isMark: true },
    ...{ qty: '300' },
  });
  await order(inverse, {
    ...inCoins,
    marketType: 'TAKEPROFIT',
    tradeType: 'SHORT',
    stopPrice: '50400',
    qty: '900',
  });
  await order(inverse, {
    ...{ ...inCoins, marketType: 'STOPLIMIT', stopPrice: '50300', price: '50400', qty: '300' },
    ...{ marginType: 'ISOLATED', leverage: 20 },
  });
  await priceAt(START + 1_000, 50_502);
  await priceAt(START + 2_000, 51_700);
  await priceAt(START + 3_000, 50_399);
  await priceAt(START + 4_000, 51_000);
  await order(isolated, { qty: '0.1', marginType: 'ISOLATED', leverage: 100 });
  await order(isolatedInverse, { ...inCoins, qty: '1000', marginType: 'ISOLATED', leverage: 100 });
  await order(fallen, { qty: '9', leverage: 50 });
  await order(fallen, { futuresOptionId: ETH, tradeType: 'SHORT', qty: '0.1' });
  await order(inverseFallen, { ...inCoins, qty: '900000', leverage: 50 });
  // Funding, with a tick that came late and one that came too late.
  await priceAt(FUNDING_AT - 1_000, 51_010);
  world.moveTo(FUNDING_AT + 100);
  await world.publishPrice('51020', { lateMs: 150 });
  world.moveTo(FUNDING_AT + 250);
  await world.runOnce();
  await world.publishPrice('51030', { lateMs: 280 });
  await priceAt(FUNDING_AT + 1_000, 50_500);
  await priceAt(FUNDING_AT + 2_000, 48_600);
  await world.post(`${ORDER}/close_all`, { walletType: 'FUTURES' }, cross);
  for (const minute of [1, 2, 3]) {
    await priceAt(FUNDING_AT + minute * 60_000, 48_600);
    await world.flush();
  }
  await world.caughtUp();
  for (const [who, by] of Object.entries({
    cross,
    inverse,
    isolated,
    fallen,
    inverseFallen,
    isolatedInverse,
  }))
    await collect(who, by);
}

async function collect(who: string, by: Person): Promise<void> {
  const ask = async (path: string) => {
    const { status, body } = await world.get(path as `/api/${string}`, by);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as unknown;
  };
  const { content: fills } = (await ask(`${HISTORY}/list?size=100`)) as {
    content: readonly { id: number; marketType: string }[];
  };
  for (const { id, marketType } of fills)
    proofs.push({
      name: `${who} ${marketType}`,
      receipt: (await ask(`/api/futures/receipt?fillId=${id}`)) as Fields,
      record: (await ask(`/api/futures/receipt/ticks?fillId=${id}`)) as Proof['record'],
    });
  const { content: paid } = (await ask(`${HISTORY}/funding`)) as {
    content: readonly { futuresPositionId: number; fundingMillis: number }[];
  };
  for (const { futuresPositionId, fundingMillis } of paid) {
    const query = `futuresPositionId=${futuresPositionId}&fundingMillis=${fundingMillis}`;
    proofs.push({
      name: `${who} FUNDING`,
      receipt: (await ask(`/api/futures/receipt/funding?${query}`)) as Fields,
      record: (await ask(`/api/futures/receipt/funding/ticks?${query}`)) as Proof['record'],
    });
  }
}

/** Every number of a receipt, with the path to it. */
function* numbersIn(value: Json, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) yield* numbersIn(each as Json, [...path, name]);
  else if (typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(String(value))) yield path;
}

/** The same receipt with another number there. */
function withChanged(value: Json, [name, ...rest]: readonly string[]): Json {
  if (name === undefined) return typeof value === 'number' ? value + 1 : String(value).replace(/\d/, '1$&');
  const copy = structuredClone(value) as Record<string, Json>;
  copy[name] = withChanged(copy[name] ?? null, rest);
  return copy as Json;
}

/** Names, times and what is only shown: nothing of it decides about money. */
const NOT_COMPUTED: ReadonlySet<string> = new Set([
  ...['id', 'orderId', 'futuresOptionId', 'leverage', 'closedPositionId', 'createdMillis', 'openedMillis'],
  ...['entryPrice', 'coinPnl', 'roe', 'tickSize', 'minuteMillis', 'previousHash', 'event', 'atMillis'],
  ...['fillIds', 'cancelledOrders', 'positionId', 'futuresPositionId', 'fundingMillis'],
]);

/** A higher level is reached as well; a fee of nothing has any rate; of the account only this fill is known. */
const NOT_KNOWN = [
  /^inverse STOPLOSS: condition.level$/,
  /^(fallen|inverseFallen) LIQUIDATION: (contract.feeRate|liquidation.topUp)$/,
  /^fallen LIQUIDATION: liquidation.judged.\d.(time|seq)$/,
];

test('accepts every receipt of a running platform', () => {
  const codes = verify(proofs);
  expect(proofs.filter((_, index) => codes[index] !== 0).map(({ name }) => name)).toEqual([]);
  expect(new Set(proofs.map(({ name }) => name))).toEqual(
    new Set([
      ...['cross MARKET', 'cross LIMIT', 'cross TRAILINGSTOP', 'cross CLOSE_ALL', 'cross FUNDING'],
      ...['inverse MARKET', 'inverse TAKEPROFIT', 'inverse STOPLIMIT', 'inverse STOPLOSS', 'inverse FUNDING'],
      ...['isolated MARKET', 'isolated LIQUIDATION', 'isolated FUNDING'],
      ...['fallen MARKET', 'fallen LIQUIDATION', 'fallen FUNDING'],
      ...['inverseFallen MARKET', 'inverseFallen LIQUIDATION', 'inverseFallen FUNDING'],
      ...['isolatedInverse MARKET', 'isolatedInverse LIQUIDATION', 'isolatedInverse FUNDING'],
    ]),
  );
});

test('finds every number of a receipt that was changed and decides about money', () => {
  // Those that open something are like the first two.
  const others = proofs.filter(
    ({ name }) => !/^(isolated|fallen|inverseFallen|isolatedInverse) MARKET/.test(name),
  );
  const cases = others.flatMap((proof) =>
    [...numbersIn(proof.receipt)]
      .filter((path) => !path.some((name) => NOT_COMPUTED.has(name)))
      .map((path) => ({
        name: `${proof.name}: ${path.join('.')}`,
        receipt: withChanged(proof.receipt, path) as Fields,
        record: proof.record,
      })),
  );
  const codes = verify(cases);
  const unseen = cases
    .filter((_, index) => codes[index] === 0)
    .map(({ name }) => name)
    .filter((name) => !NOT_KNOWN.some((pattern) => pattern.test(name)));
  expect(unseen).toEqual([]);
});

test('finds a record that was changed, cut or exchanged', () => {
  const cases = proofs.flatMap(({ receipt, record }) => {
    const [first, ...rest] = record.minutes.toReversed();
    const ticks = String(first?.['ticks']);
    return [
      {
        receipt,
        record: { ...record, minutes: [...rest, { ...first, ticks: ticks.replace(/\d$/, '7$&') }] },
      },
      { receipt, record: { ...record, minutes: [...rest.slice(0, -1), { ...first, hash: '0'.repeat(64) }] } },
      { receipt, record: { ...record, stock: 'XRPUSDT' } },
      { receipt, record: { ...record, complete: false } },
      { receipt, record: { ...record, minutes: [] } },
    ];
  });
  expect(verify(cases).filter((code) => code === 0)).toEqual([]);
});
