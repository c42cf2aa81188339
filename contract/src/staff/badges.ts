// How much waits on each screen of the office: one call for the whole menu.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { siteInfoId } from '../fields.ts';

/** No more are counted: the menu then shows that there are at least so many. */
export const MOST_COUNTED = 1_000;

export const officeBadges = defineCall('staff', 'GET', '/api/office/badges', {
  right: 'SELF',
  summary: 'What waits for staff, by screen of the office; a screen where nothing waits is absent',
  query: z.object({ siteInfoId }),
  reply: z.object({ waiting: z.record(z.string(), z.int()) }),
});
