// The proof of balances (docs/rules.md 6.12). How to check one: app/public/solvency-verify.mjs, or
// `checkProof` of engine/src/solvency/proof.ts with what wire-proof.ts makes of the reply.
import { SOLVENCY_RULE_NAME } from '@maru/engine/solvency/leaf';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, siteInfoId } from '../fields.ts';

export const MOST_SOLVENCY_ROOTS = 31;
/** After so many days only the root is left; a proof that was saved before stays valid. */
export const PROOF_DAYS = 31;

const date = z.string().regex(/^20\d\d-[01]\d-[0-3]\d$/);

const currencySum = z.object({
  currency: z.string(),
  /** All balances of players above zero. */
  owed: decimalText,
  /** All balances of players below zero, without their sign. */
  owing: decimalText,
});

const houseBalance = z.object({ currency: z.string(), purpose: z.string(), balance: decimalText });

const statement = z.object({
  rule: z.literal(SOLVENCY_RULE_NAME),
  site: z.int(),
  date: z.string(),
  root: z.string(),
  /** How many accounts are in the tree. */
  count: z.int(),
  /** The last batch of the journal that is in the balances, and its hash. */
  batch: z.int(),
  journalHash: z.string(),
  /** When the root was made: at 00:10 in Korea, or later if no server ran then. */
  madeMillis: z.int(),
  sums: z.array(currencySum),
  house: z.array(houseBalance),
});
export type WireSolvencyStatement = z.output<typeof statement>;

export const solvencyRoots = defineCall('public', 'GET', '/api/solvency/day/list', {
  summary: `The published roots of all balances, newest first, at most ${MOST_SOLVENCY_ROOTS}`,
  shared: true,
  query: z.object({ siteInfoId, beforeDate: date.optional() }),
  reply: z.object({
    roots: z.array(statement),
    /** When the next root is due. */
    nextMillis: z.int(),
  }),
});

export const solvencyProof = defineCall('player', 'GET', '/api/solvency/proof', {
  summary: `The caller's own account in the root of a day, the newest by default; served for ${PROOF_DAYS} days`,
  api: { scope: 'READ', ko: '내 잔액이 든 증명' },
  cost: 4,
  query: z.object({ siteInfoId, date: date.optional() }),
  reply: z.object({
    ...statement.shape,
    leaf: z.object({
      player: z.int(),
      /** Secret: whoever knows it can try out balances against the hash of the leaf. */
      nonce: z.string(),
      purses: z.array(
        z.object({ wallet: z.string(), kind: z.string(), currency: z.string(), balance: decimalText }),
      ),
    }),
    /** The place of the leaf among all of them, from 0. */
    index: z.int(),
    /** The neighbours on the way to the top, from below: for each currency of `sums` what is owed and owing there. */
    path: z.array(z.object({ hash: z.string(), sums: z.array(decimalText) })),
  }),
  refusals: ['ARCHIVED'],
});
export type WireSolvencyProof = z.output<(typeof solvencyProof)['reply']>;

export const solvencySums = defineCall('public', 'GET', '/api/solvency/sum', {
  summary: 'What all purses of the site hold together in each currency, counted within the last minutes',
  shared: true,
  query: z.object({ siteInfoId }),
  reply: z.object({
    atMillis: z.int(),
    batch: z.int(),
    sums: z.array(currencySum),
    house: z.array(houseBalance),
    /** Players and house together: always zero. */
    totals: z.array(z.object({ currency: z.string(), total: decimalText })),
  }),
});
export type WireSolvencySums = z.output<(typeof solvencySums)['reply']>;
