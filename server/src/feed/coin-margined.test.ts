import { price } from '@maru/engine/amount';
import type { RawTick } from '@maru/engine/market/tick';
import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { withCoinMargined } from './coin-margined.ts';
import { instruments } from './instruments.ts';

const at = millis(Date.parse('2026-11-12T12:00:00+09:00'));
const tickOf = (stock: string, last: string): RawTick => ({
  stock,
  last: price(last),
  bid: undefined,
  ask: undefined,
  mark: undefined,
  sourceIndex: undefined,
  ts: at,
  recvTs: at,
  seq: 1,
});

async function heard(...batches: readonly (readonly RawTick[])[]): Promise<readonly (readonly string[])[]> {
  const sent: (readonly string[])[] = [];
  const source = withCoinMargined(
    {
      name: 'test',
      async start(emit) {
        for (const each of batches) emit(each);
      },
      stop: async () => undefined,
    },
    instruments,
  );
  await source.start((ticks) => sent.push(ticks.map(({ stock, last }) => `${stock} ${Number(last) / 1e8}`)));
  return sent;
}

test('the coin-margined contract has the price of the one in USDT, and no other contract has', async () => {
  expect(await heard([tickOf('BTCUSDT', '95000'), tickOf('ETHUSDT', '3000')])).toEqual([
    ['BTCUSDT 95000', 'BTCUSD 95000', 'ETHUSDT 3000'],
  ]);
});

test('a source that prices it itself keeps its own prices', async () => {
  expect(
    await heard([tickOf('BTCUSDT', '95000'), tickOf('BTCUSD', '95010')], [tickOf('BTCUSDT', '95001')]),
  ).toEqual([['BTCUSDT 95000', 'BTCUSD 95010'], ['BTCUSDT 95001']]);
});
