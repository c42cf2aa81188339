// The debt of the house grows with every account that opens. 9,224 sign-ups of ten million won are 2^63 units.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount, toDecimal } from '@maru/engine/amount';
import { describeBook } from '@maru/engine/describe';
import { housePurse, playerId } from '@maru/engine/purse';
import { balanceOf } from '@maru/engine/transfer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import type { Journal } from '../journal/journal.ts';
import { clock, soon, steadyMs, wait } from '../process-time.ts';
import { createShadow } from '../shadow/shadow.ts';
import { openSqlTables } from '../shadow/sql-tables.ts';
import { shadowParts } from '../shadow-products.ts';
import { createDesk, type RunningDesk } from './create-desk.ts';
import { openJournal } from './open-desk.ts';
import { everybody, opening, refill, SITE, untilCaughtUp } from './testing.ts';

const one = playerId(1);
const two = playerId(2);

describe.each(testDatabases)('a house that owes more than 2^63 units on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let failing = 0;

  beforeEach(async () => {
    store = await open();
    folder = mkdtempSync(join(tmpdir(), 'maru-large-'));
  });
  afterEach(async () => {
    await store.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(): Promise<RunningDesk> {
    const at = store.url === undefined ? { folder: join(folder, 'journal') } : { url: store.url };
    const real = await openJournal(at, 0, () => undefined);
    const journal: Journal = {
      ...real,
      append(batch) {
        if (failing === 0) return real.append(batch);
        failing -= 1;
        return Promise.reject(new Error('the medium failed'));
      },
    };
    const tables = openSqlTables(store.database, 0, shadowParts.products);
    const halted = (fault: unknown) => {
      throw fault;
    };
    const shadow = createShadow({ tables, journal, products: shadowParts.products, wait, onBroken: halted });
    const desk = createDesk({
      ...{ shard: 0, journal, tables, shadow, clock, steadyMs, wait, soon },
      onDurable: () => undefined,
      onHalt: halted,
      // Long enough for a busy machine: a failed append must answer TRY_AGAIN, and not RESULT_UNKNOWN.
      limits: { patienceMs: 60_000 },
    });
    await desk.start();
    return desk;
  }

  /** Opens accounts with as much money as 9,300 accounts with the usual credit get. */
  async function openRich(desk: RunningDesk): Promise<void> {
    for (const player of [one, two]) {
      const wallets = [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('46500000000') }];
      const command = { ...opening(player), wallets } as ReturnType<typeof opening>;
      expect(await desk.submit(command)).toMatchObject({ ok: true });
    }
  }

  const owed = async (desk: RunningDesk) =>
    (await desk.inspect((book) => toDecimal(balanceOf(book, housePurse(SITE, 'practice', 'KRW')))))?.seen;

  test('starts again', async () => {
    const desk = await start();
    await openRich(desk);
    await untilCaughtUp(desk, [one, two]);
    const before = (await desk.inspect(describeBook, everybody(desk)))?.seen;
    await desk.stop();
    const again = await start();
    expect((await again.inspect(describeBook, everybody(again)))?.seen).toBe(before);
    expect(await owed(again)).toBe('-93000000000');
    await again.stop();
  });

  test('goes on after a failed append', async () => {
    const desk = await start();
    await openRich(desk);
    await untilCaughtUp(desk, [one, two]);
    failing = 1;
    expect(await desk.submit(refill(one, '5'))).toEqual({ ok: false, refusal: 'TRY_AGAIN' });
    expect(await desk.submit(refill(one, '5'))).toMatchObject({ ok: true });
    await untilCaughtUp(desk, [one]);
    expect(await owed(desk)).toBe('-46500000005');
    await desk.stop();
  });
});
