// What a change of staff would do to members, in the same words for every product: shown before it is asked for, and to
// the second person.
import { z } from 'zod';
import { decimalText } from '../fields.ts';

export const changeEffect = z.object({
  /** Whether it waits for a second member of staff. */
  takesTwo: z.boolean(),
  /** Members, positions and resting orders of this site that it touches. */
  players: z.int(),
  positions: z.int(),
  orders: z.int(),
  /** Positions that it would close at once, at the newest prices. */
  closed: z.int(),
  currency: z.string().nullable(),
  /** What the members have more by it altogether, below zero less. */
  result: decimalText,
  /** False where more members are touched than are computed here. */
  isWhole: z.boolean(),
  /** What is closed first, then by what changes. */
  rows: z.array(
    z.object({
      playerId: z.int(),
      username: z.string().nullable(),
      name: z.string().nullable(),
      stock: z.string(),
      side: z.enum(['LONG', 'SHORT']),
      qty: decimalText,
      result: decimalText,
      isClosed: z.boolean(),
    }),
  ),
});
