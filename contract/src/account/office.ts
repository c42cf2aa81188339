// What staff may do to an account.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { id, siteInfoId } from '../fields.ts';
import { shownReason } from '../staff/calls.ts';

const onePlayer = z.object({ playerId: id, reason: shownReason, siteInfoId });

export const blockPlayer = defineCall('staff', 'POST', '/api/office/player/block', {
  right: 'MEMBER_BLOCK',
  summary: 'Block a member at once: every sign-in ends and nothing more is accepted',
  body: onePlayer,
  reply: z.object({ playerId: z.int(), status: z.literal('DENY') }),
  refusals: ['ALREADY_PROCESSED', 'STAFF_PROTECTED'],
});

export const unblockPlayer = defineCall('staff', 'POST', '/api/office/player/unblock', {
  right: 'MEMBER_BLOCK',
  stepUp: true,
  summary: 'Ask for a blocked member to be let in again; another member of staff approves',
  body: onePlayer,
  /** The request that waits for approval. */
  reply: z.object({ waiting: z.int() }),
  refusals: ['ALREADY_PROCESSED'],
});

export const endSessions = defineCall('staff', 'POST', '/api/office/player/end_sessions', {
  right: 'MEMBER_ACT',
  summary: 'End every sign-in of a member',
  body: onePlayer,
  reply: z.object({ playerId: z.int() }),
  refusals: ['STAFF_PROTECTED'],
});

export const blockDevice = defineCall('staff', 'POST', '/api/office/player/block_device', {
  right: 'MEMBER_ACT',
  summary: 'Say from which class of device a member may not act: M for mobile, empty for none',
  body: z.object({ playerId: id, blockDevice: z.enum(['', 'M']), reason: shownReason, siteInfoId }),
  reply: z.object({ playerId: z.int(), blockDevice: z.string() }),
  refusals: ['STAFF_PROTECTED'],
});
