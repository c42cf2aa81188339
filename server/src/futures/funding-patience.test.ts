import { BTC, bookWith, hold } from '@maru/engine/futures/testing';
import { playerId, siteId } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import { silentLog } from '../market/testing.ts';
import { createFundings } from './funding.ts';
import { START } from './market-testing.ts';

test('whoever waits for funding that cannot be paid is answered when patience ends, and forgotten', async () => {
  const book = bookWith();
  hold(book, { terms: BTC, qty: '0.1', entry: '60000' });
  const waits: (() => void)[] = [];
  const fundings = createFundings({
    desk: { submitTogether: () => [] } as never,
    sites: { all: () => [{ id: siteId(1) }] } as never,
    funding: {} as never,
    prices: {} as never,
    time: { clock: () => START, wait: () => new Promise((wake) => waits.push(wake)) },
    log: silentLog,
    instruments: { all: [] } as never,
    terms: { at: () => undefined },
    holdings: { state: book.futures },
  });
  const answers = Array.from({ length: 50 }, () => fundings.whenFunded(playerId(1), 8_000));
  expect(fundings.stats().waiting).toBe(50);
  for (const wake of waits) wake();
  await Promise.all(answers);
  expect(fundings.stats().waiting).toBe(0);
});
