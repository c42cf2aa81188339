// Every call of the contract is served, and no public call costs more than a few reads, whatever its query.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operationId } from '@maru/contract/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callsOfContract, nameOf } from './calls-testing.ts';
import { readConfig } from './config.ts';
import { layDatabase } from './db/testing.ts';
import { instruments } from './feed/instruments.ts';
import { silentLog } from './log/log.ts';
import { type Platform, startPlatform } from './platform.ts';

const folder = mkdtempSync(join(tmpdir(), 'maru-served-'));
let platform: Platform;

const calls = await callsOfContract();

beforeAll(async () => {
  layDatabase(folder);
  platform = await startPlatform({
    config: readConfig({ PORT: '0', DATA_DIR: folder, FEED_SEED: 'served-calls' }),
    log: silentLog,
    paces: 'OFF',
    onHalt: (fault) => {
      throw fault;
    },
  });
});

afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('no two calls have the same operation id', () => {
  const ids = calls.map(operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every call of the contract is served, and nothing else', async () => {
  const answer = await fetch(`${platform.address}/api/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(served.toSorted()).toEqual(calls.map(nameOf).toSorted());
});

describe('the most expensive request of a public read', () => {
  const everyStock = instruments.map(({ code }) => code).join(',');
  const everyBinaryStock = instruments
    .filter(({ roundTypes }) => roundTypes.length > 0)
    .map(({ code }) => code)
    .join(',');
  const day = new Date(Date.now()).toISOString().slice(0, 10);
  /** For each path the query that costs the server most. */
  const dearest: Readonly<Record<string, string>> = {
    '/api/stock/chart': 'stock=AAPL&period=4h&beginMillis=0',
    '/api/stock/chart_page': 'stock=AAPL&period=1s&endMillis=1700000000000',
    '/api/stock/raw_data': `stock=BTCUSDT&startDate=${day}&endDate=${day}&size=100`,
    '/api/stock/key_value': 'key=FUTURES_INFO',
    '/api/terms/text': 'kind=TERMS&version=1',
    '/api/stock/last_price': 'stock=HSI&second=86400',
    '/api/trade/kline_data': `stockListStrs=${everyStock}&interval=1m`,
    '/api/trade/ticker_statistics': `stockListStrs=${everyStock}`,
    '/api/public/trade_round': `stockListStrs=${everyBinaryStock}`,
    '/api/trade/option': 'tradeOptionId=101',
    '/api/futures/option': 'futuresOptionId=1',
    '/api/oversea/option': 'overseaOptionId=301',
    '/api/trade/game/current': 'tradeOptionId=101',
    '/api/trade/game/recent': 'tradeOptionId=101',
    '/api/trade/game/round': 'tradeRoundId=1',
    '/api/trade/game/round/list': 'tradeOptionId=101&isPlayStrs=0,1&size=100',
    '/api/trade/game/daily_summary': 'tradeOptionId=101',
    '/api/content/notice': 'contentId=1',
    '/api/content/notice/list': 'resultType=FULL&keyword=a&size=100',
    '/api/content/faq': 'contentId=1',
    '/api/content/faq/list': 'resultType=FULL&keyword=a&size=100',
    '/api/content/strategy': 'contentId=1',
    '/api/content/promotion': 'contentId=1',
    '/api/content/popup': 'contentId=1',
    '/api/content/static': 'contentId=about',
    '/api/economic/list': 'days=7',
    '/api/index/day': `stock=M25&date=${day}`,
    '/api/index/record': `stock=M25&beginMillis=${Math.floor(Date.now() / 3_600_000) * 3_600_000}`,
    '/api/site_info/code': 'code=maru',
    '/api/partner/verify': 'partnerPk=NURI01',
    '/api/copytrade/trader/list': 'name=a&isActive=0&sort=DRAWDOWN&size=100',
    '/api/copytrade/trader': 'traderId=1',
    '/api/copytrade/trader/leads': 'traderId=1',
    '/api/user/check_username': 'username=someone',
    '/api/user/check_nick': 'nick=somebody',
  };
  const reads = calls.filter(({ method, access }) => method === 'GET' && access === 'public');

  async function readsSoFar(): Promise<number> {
    const text = await (await fetch(`${platform.address}/metrics`)).text();
    return Number(/^maru_reads_total (\d+)$/m.exec(text)?.[1]);
  }

  test.each(reads.map((call) => [nameOf(call), call] as const))('%s costs a few reads', async (_, call) => {
    const before = await readsSoFar();
    const answer = await fetch(`${platform.address}${call.path}?${dearest[call.path] ?? ''}`);
    // Every call that takes a query must name its most expensive one here.
    expect([200, 404]).toContain(answer.status);
    await answer.text();
    expect((await readsSoFar()) - before).toBeLessThanOrEqual(4);
  });
});
