// A round that a guest tries without an account (engine/src/binary/trial.ts), and its receipt. The token is all there is
// of it until a new account takes the result over: the server signed what was chosen and when, so nobody can choose a
// time or a side afterwards, and nothing is stored for those who never sign up.
import { z } from 'zod';
import { receipt } from '../binary/receipt.ts';
import { defineCall } from '../define-call.ts';
import { decimalText, id, siteInfoId } from '../fields.ts';
import { receiptTicks } from '../receipt-ticks.ts';

const MINUTE_MS = 60_000;

const trialToken = z.string().regex(/^[0-9A-Za-z._-]{40,160}$/);

export const tryRound = defineCall('public', 'POST', '/api/trial/round', {
  summary: 'Try a round of fifteen seconds with practice money; the next tick is its entry',
  cost: 2,
  limit: { per: 'ip', max: 12, windowMs: MINUTE_MS },
  body: z.object({ siteInfoId, type: z.enum(['LONG', 'SHORT']) }),
  reply: z.object({
    /** Whoever has it may read the receipt, and take the result into a new account within a day. */
    token: z.string(),
    stock: z.string(),
    type: z.enum(['LONG', 'SHORT']),
    point: decimalText,
    rate: decimalText,
    acceptedMillis: z.int(),
    closeMillis: z.int(),
  }),
  refusals: ['TRIAL_UNAVAILABLE'],
});

/** By its token, or by its id where it belongs to my account; with neither, the newest that does. */
const whose = z.object({ siteInfoId, token: trialToken.optional(), id: id.optional() });

export const myTrials = defineCall('player', 'GET', '/api/trial/my', {
  summary: 'The tried rounds that my account was opened with, newest first',
  query: z.object({ siteInfoId }),
  reply: z.object({
    content: z.array(
      z.object({
        id: z.int(),
        type: z.enum(['LONG', 'SHORT']),
        acceptedMillis: z.int(),
        /** Below zero it was lost. */
        profit: decimalText,
      }),
    ),
  }),
});

export const trialReceipt = defineCall('public', 'GET', '/api/trial/receipt', {
  summary: 'The receipt of a tried round, by its token or of my account; before the result its entry',
  knowsMember: true,
  cost: 2,
  limit: { per: 'ip', max: 120, windowMs: MINUTE_MS },
  query: whose,
  reply: receipt,
  refusals: ['TRIAL_NOT_FOUND'],
});

export const trialTicks = defineCall('public', 'GET', '/api/trial/receipt/ticks', {
  summary: 'The recorded minutes from which the result of a tried round is computed, with their hashes',
  knowsMember: true,
  cost: 4,
  limit: { per: 'ip', max: 60, windowMs: MINUTE_MS },
  query: whose,
  reply: receiptTicks,
  refusals: ['TRIAL_NOT_FOUND'],
});
