// What somebody should know before the first order that can lose its whole margin: three questions, asked until each is
// understood. The texts come from the server in the caller's language; the right answers never leave it unasked.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { integer, siteInfoId } from '../fields.ts';

const MINUTE_MS = 60_000;
const MOST_QUESTIONS = 10;

export const riskQuiz = defineCall('player', 'GET', '/api/quiz', {
  summary: 'The questions about leverage, and whether I have passed them',
  query: z.object({ siteInfoId }),
  reply: z.object({
    isPassed: z.boolean(),
    /** In percent, of the accounts that traded perpetual contracts in the last 30 days; null while there are too few. */
    lossShare: z.string().nullable(),
    questions: z.array(z.object({ number: z.int(), question: z.string(), options: z.array(z.string()) })),
  }),
});

export const answerRiskQuiz = defineCall('player', 'POST', '/api/quiz', {
  summary: 'Check answers; with a right one to every question the quiz is passed',
  limit: { per: 'player', max: 60, windowMs: MINUTE_MS },
  body: z.object({
    siteInfoId,
    answers: z
      .array(z.object({ number: integer(1, MOST_QUESTIONS), option: integer(1, MOST_QUESTIONS) }))
      .min(1)
      .max(MOST_QUESTIONS),
  }),
  reply: z.object({
    isPassed: z.boolean(),
    answers: z.array(z.object({ number: z.int(), isRight: z.boolean(), explanation: z.string() })),
  }),
  refusals: ['QUESTION_NOT_FOUND'],
});
