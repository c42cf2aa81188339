import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playerId } from '@maru/engine/purse';
import { describe, expect, test } from 'vitest';
import { DatabaseFault } from '../db/database.ts';
import { testDatabases } from '../db/testing.ts';
import { isPermanent } from '../shadow/refused-write.ts';
import { shadowParts } from '../shadow-products.ts';
import { hold, openPlayers, openTestDesk, untilCaughtUp } from './testing.ts';

const one = playerId(1);

test.each([
  ['permanent', true, ['22003', '23505', '23514', '42P01', '42703', '42501', '0A000', 'XX001']],
  [
    'passing',
    false,
    ['08006', '08007', '40001', '40P01', '53100', '53300', '55P03', '57P01', '58030', undefined],
  ],
])('%s errors of the database are recognised by their class', (_kind, expected, codes) => {
  for (const code of codes) expect(isPermanent(new DatabaseFault('a fault', code, undefined))).toBe(expected);
  expect(isPermanent(new Error('Connection terminated unexpectedly'))).toBe(false);
});

describe.each(testDatabases)('a shadow on $name', ({ open }) => {
  test.each([
    [
      'a constraint that no row can meet',
      'alter table hold add constraint nothing_may_be_held check (false) not valid',
      ['table hold', '23514', 'nothing_may_be_held'],
    ],
    ['a table that is gone', 'drop table hold', ['table hold', '42P01']],
  ])('halts the desk on %s and names the table', async (_what, damage, expected) => {
    const store = await open();
    const folder = mkdtempSync(join(tmpdir(), 'maru-refused-'));
    const halted = Promise.withResolvers<unknown>();
    const { desk } = await openTestDesk(store, folder, {
      shadowParts,
      onHalt: halted.resolve,
    });
    await openPlayers(desk, 1);
    await untilCaughtUp(desk, [one]);
    await store.database.transaction((tx) => tx.query(damage));
    // The command is answered, because the journal has it; only the tables cannot be written.
    expect((await desk.submit(hold(one, '1000'))).ok).toBe(true);
    const fault = String(await halted.promise);
    for (const part of expected) expect(fault).toContain(part);
    expect(desk.state()).toBe('HALTED');
    await desk.stop();
    await store.drop();
    rmSync(folder, { recursive: true, force: true });
  });
});
