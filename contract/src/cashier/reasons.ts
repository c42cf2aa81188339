// Sentences that staff often refuse a request with. The member reads the one that was chosen.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { id, siteInfoId } from '../fields.ts';
import { shownReason } from '../staff/calls.ts';

const MINUTE_MS = 60_000;
const saved = z.object({ id: z.int(), text: z.string() });
const list = z.object({ content: z.array(saved) });

export const refusalTexts = defineCall('staff', 'GET', '/api/office/dnw/reason/list', {
  right: 'MONEY_READ',
  summary: 'Sentences that requests are often refused with, as this site saved them',
  query: z.object({ siteInfoId }),
  reply: list,
});

export const saveRefusalText = defineCall('staff', 'POST', '/api/office/dnw/reason', {
  right: 'MONEY_DECIDE',
  summary: 'Save a sentence that requests are often refused with',
  limit: { per: 'player', max: 30, windowMs: MINUTE_MS },
  body: z.object({ text: shownReason, siteInfoId }),
  reply: list,
  refusals: ['TEMPLATES_FULL'],
});

export const removeRefusalText = defineCall('staff', 'POST', '/api/office/dnw/reason/remove', {
  right: 'MONEY_DECIDE',
  summary: 'Remove a saved sentence; what it was used for keeps it',
  body: z.object({ id, siteInfoId }),
  reply: list,
});
