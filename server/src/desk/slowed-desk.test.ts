// A desk whose tables cannot be written: players wait a little, no command is refused, and reads are answered.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { shadowParts } from '../shadow-products.ts';
import { openPlayers, openTestDesk, refill, untilCaughtUp } from './testing.ts';

test.each(testDatabases)(
  'when the tables cannot follow, callers on $name are slowed and not refused',
  async ({ open }) => {
    const store = await open();
    const folder = mkdtempSync(join(tmpdir(), 'maru-slowed-'));
    const { desk } = await openTestDesk(store, folder, {
      shadowParts,
      journalAt: store.url === undefined ? { folder: join(folder, 'journal') } : { url: store.url },
      limits: { tablesBehindMs: 20, tablesPerSecond: 500 },
    });
    const players = await openPlayers(desk, 3);
    await untilCaughtUp(desk, players);

    // The shadow needs this row, so the lock stops it.
    let letGo = (): void => undefined;
    let isHeld = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const holding = store.database.transaction(async (tx) => {
      await tx.query('select batch from shadow_mark for update');
      isHeld();
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
    });
    await held;

    let round = 0;
    const askAll = async (): Promise<void> => {
      round += 1;
      const outcomes = await Promise.all(players.map((player) => desk.submit(refill(player, String(round)))));
      for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: true });
    };
    while (!desk.stats().isSlowed) await askAll();
    for (let times = 0; times < 3; times += 1) await askAll();
    expect(await desk.inspect((book) => book.lastEvent)).toEqual({ seen: 3 + 3 * round });

    letGo();
    await holding;
    while (desk.stats().isSlowed) {
      await untilCaughtUp(desk, players);
      await askAll();
    }
    await untilCaughtUp(desk, players);
    await desk.stop();
    await store.drop();
    rmSync(folder, { recursive: true, force: true });
  },
);
