// The practice run that a wallet is in. Apart from the calls of every start: only the sheet that ends a run asks for it.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, siteInfoId } from '../fields.ts';

export const practiceRun = defineCall('player', 'GET', '/api/practice/run', {
  summary: 'When the practice run of a wallet began, and with how much',
  cost: 2,
  query: z.object({ walletType: z.string().regex(/^[A-Z0-9]{1,16}$/), siteInfoId }),
  reply: z.object({
    /** Null when its beginning was archived. */
    run: z
      .object({
        startedMillis: z.int(),
        start: decimalText,
        /** Money came or went since, other than by trades: the balance alone then tells no result. */
        hasOtherMoney: z.boolean(),
      })
      .nullable(),
  }),
  refusals: ['PRACTICE_ONLY'],
});
