// What a change of staff would do, as its call answers it.
import type { changeEffect } from '@maru/contract/staff/effect';
import { type Amount, toDecimal } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import type { z } from 'zod';
import type { Database } from '../db/database.ts';
import { listNames } from './names.ts';

export interface TouchedPosition {
  readonly player: number;
  readonly stock: string;
  readonly side: 'LONG' | 'SHORT';
  readonly qty: string;
  /** What the member has more by the change, below zero less. */
  readonly result: Amount;
  readonly isClosed: boolean;
}

export interface Touched {
  readonly takesTwo: boolean;
  readonly positions: readonly TouchedPosition[];
  readonly orders: number;
  readonly currency: string | null;
  readonly isWhole: boolean;
}

const MOST_ROWS = 50;

export async function effectOf(
  database: Database,
  site: SiteId,
  { takesTwo, positions, orders, currency, isWhole }: Touched,
): Promise<z.output<typeof changeEffect>> {
  const shown = positions.toSorted(mostFirst).slice(0, MOST_ROWS);
  const players = shown.map(({ player }) => player);
  const names = await database.transaction((tx) => listNames(tx, site, players));
  const result = positions.reduce((sum, each) => sum + each.result, 0n) as Amount;
  return {
    takesTwo,
    players: new Set(positions.map(({ player }) => player)).size,
    positions: positions.length,
    orders,
    closed: positions.filter(({ isClosed }) => isClosed).length,
    currency,
    result: toDecimal(result),
    isWhole,
    rows: shown.map(({ player, result: own, ...rest }) => ({
      playerId: player,
      username: names.get(player)?.username ?? null,
      name: names.get(player)?.name ?? null,
      ...rest,
      result: toDecimal(own),
    })),
  };
}

function mostFirst(a: TouchedPosition, b: TouchedPosition): number {
  if (a.isClosed !== b.isClosed) return a.isClosed ? -1 : 1;
  const [one, other] = [a.result < 0n ? -a.result : a.result, b.result < 0n ? -b.result : b.result];
  if (one !== other) return one > other ? -1 : 1;
  return a.player - b.player;
}
