import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { siteInfoId } from '../fields.ts';

export const endTour = defineCall('player', 'POST', '/api/player/end_tour', {
  summary: 'The member has seen or skipped the tour; `me` says so from now on, on every device',
  body: z.object({ siteInfoId }),
  reply: z.object({}),
});
