// Rounds from their first bet to their last payment, for tests that simulate weeks, and what archiving leaves.
import { readFileSync, writeFileSync } from 'node:fs';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { amount, price, rate, ZERO } from '@maru/engine/amount';
import type { BinaryTerms } from '@maru/engine/binary/terms';
import { RENT } from '@maru/engine/binary/testing';
import type { AnyCommand } from '@maru/engine/products';
import { HOUSE, type PlayerId } from '@maru/engine/purse';
import { lengthOf, roundId } from '@maru/engine/rounds/round';
import { type Millis, millis } from '@maru/engine/time';
import type { Database } from './db/database.ts';
import { SITE } from './desk/testing.ts';

const terms: BinaryTerms = { ...RENT, cutOffMs: 5_000, precision: 1 };

interface Step {
  readonly at: Millis;
  readonly command: AnyCommand;
}

/** Everybody bets on one round, which is frozen and paid. `from` is on a whole minute. */
export function roundOf(type: 'R1' | 'B1', from: Millis, players: readonly PlayerId[]): readonly Step[] {
  const isOwn = type === 'B1';
  const opens = millis(from + (isOwn ? 600_000 : 60_000));
  const round = roundId({ offer: isOwn ? 105 : 102, open: opens });
  const bets = millis(isOwn ? opens + 1_500 : from + 1_500);
  const close = opens + lengthOf(type);
  const frozen = millis(close + 2_000);
  const ticks = Array.from({ length: (close - opens) / 1_000 + 3 }, (_, index) => ({
    ts: millis(opens + (index - 2) * 1_000),
    seq: index,
    price: price(`100.${index % 7}`),
  }));
  const ofHouse = { site: SITE, player: HOUSE, round } as const;
  return [
    ...players.map(
      (player): Step => ({
        at: bets,
        command: {
          kind: 'PLACE_BET',
          site: SITE,
          player,
          session: 1,
          round,
          type,
          side: player % 2 === 0 ? 'UP' : 'DOWN',
          stake: amount('5000'),
          receivedAt: bets,
          reserved: ZERO,
          terms: isOwn ? { ...terms, strikeMode: 'AT_BET', rate: rate('0.9') } : terms,
        },
      }),
    ),
    { at: frozen, command: { kind: 'FREEZE_ROUND', ...ofHouse, type, ticks } },
    { at: frozen, command: { kind: 'PAY_ROUND', ...ofHouse, most: 50 } },
  ];
}

/** Changes the text of a packed file. */
export function editPacked(path: string, edit: (text: string) => string): void {
  writeFileSync(path, zstdCompressSync(edit(zstdDecompressSync(readFileSync(path)).toString())));
}

/** All rows of these tables as text, in an order of their own. */
export const rowsOf = (database: Database, tables: readonly string[]) =>
  database.transaction(async (tx) => {
    const found: Record<string, readonly string[]> = {};
    for (const table of tables) {
      const rows = await tx.query<{ json: string }>(
        `select row_to_json(${table})::text as json from ${table}`,
      );
      found[table] = rows.map(({ json }) => json).toSorted();
    }
    return found;
  });
