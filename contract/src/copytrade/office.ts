// Copy trading in the office: applications, traders with their quotas, and the copies with their failures.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { commaList, decimal, decimalText, flag, id, integer, siteInfoId } from '../fields.ts';
import { futuresOptionId } from '../futures/wire.ts';
import { shownReason } from '../staff/calls.ts';
import { copyRecord, MOST_PAIRS, missedReason, traderStatistics } from './wire.ts';

export const traderApplications = defineCall('staff', 'GET', '/api/office/copytrade/application/list', {
  right: 'COPY_READ',
  summary: 'Applications to become a trader, those that wait first and oldest first, then newest first',
  // Each one that waits is checked by itself.
  cost: 5,
  query: z.object({
    statusStrs: commaList(4, /^(WAITING|APPROVED|REJECTED|WITHDRAWN)$/).optional(),
    before: id.optional(),
    size: integer(1, 100).default(50),
    siteInfoId,
  }),
  reply: z.object({
    content: z.array(
      z.object({
        id: z.int(),
        playerId: z.int(),
        nick: z.string(),
        status: z.enum(['WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN']),
        followStock: z.array(z.int()),
        shareRate: decimalText,
        intro: z.string(),
        reason: z.string().nullable(),
        askedMillis: z.int(),
        decidedMillis: z.int().nullable(),
        decidedBy: z.int().nullable(),
        /** What is checked before the approval: closed trades and net profit of 30 days, own money, and what is open. */
        trades30: z.int(),
        net30: decimalText,
        balance: decimalText,
        isFlat: z.boolean(),
        isFollowing: z.boolean(),
      }),
    ),
    waiting: z.int(),
    next: z.int().nullable(),
  }),
});

const terms = {
  quota: integer(0, 100_000),
  shareRate: decimal,
  followStock: z.array(futuresOptionId).min(1).max(MOST_PAIRS),
};

export const approveTrader = defineCall('staff', 'POST', '/api/office/copytrade/application/approve', {
  right: 'COPY_EDIT',
  stepUp: true,
  summary: 'Approve an application: the member is a trader from now on',
  body: z.object({ applicationId: id, ...terms, reason: shownReason, siteInfoId }),
  reply: z.object({}),
  refusals: [
    'APPLICATION_NOT_FOUND',
    'TRADER_TERMS',
    'TRADER_NEEDS_FLAT',
    'OPTION_NOT_FOUND',
    'PARTNER_CANNOT_TRADE',
    'WALLET_UNSUPPORTED',
  ],
});

export const rejectTrader = defineCall('staff', 'POST', '/api/office/copytrade/application/reject', {
  right: 'COPY_EDIT',
  summary: 'Reject an application, with a reason that the member reads',
  body: z.object({ applicationId: id, reason: shownReason, siteInfoId }),
  reply: z.object({}),
  refusals: ['APPLICATION_NOT_FOUND'],
});

const officeTrader = z.object({
  traderId: z.int(),
  nick: z.string(),
  intro: z.string(),
  status: z.enum(['ACTIVE', 'OFF', 'DELETED']),
  isAccepting: z.boolean(),
  /** Staff switched it off: the trader cannot switch it on. */
  isHeld: z.boolean(),
  quota: z.int(),
  followers: z.int(),
  shareRate: decimalText,
  followStock: z.array(z.int()),
  sinceMillis: z.int(),
  /** Copies that wait now. */
  pending: z.int(),
  statistics: traderStatistics,
});

export const officeTraders = defineCall('staff', 'GET', '/api/office/copytrade/trader/list', {
  right: 'COPY_READ',
  summary: 'Traders of the site, newest first',
  cost: 2,
  query: z.object({
    statusStrs: commaList(3, /^(ACTIVE|OFF|DELETED)$/).optional(),
    name: z.string().trim().max(40).optional(),
    before: id.optional(),
    size: integer(1, 100).default(50),
    siteInfoId,
  }),
  reply: z.object({ content: z.array(officeTrader), next: z.int().nullable() }),
});

export const setOfficeTrader = defineCall('staff', 'POST', '/api/office/copytrade/trader/set', {
  right: 'COPY_EDIT',
  stepUp: true,
  summary: 'Change a trader’s quota, share, instruments or status; OFF and DELETED detach all followers',
  body: z.object({
    traderId: id,
    status: z.enum(['ACTIVE', 'OFF', 'DELETED']),
    isAccepting: flag,
    ...terms,
    reason: shownReason,
    siteInfoId,
  }),
  reply: z.object({ detached: z.int() }),
  refusals: [
    'TRADER_NOT_FOUND',
    'TRADER_TERMS',
    'TRADER_NEEDS_FLAT',
    'OPTION_NOT_FOUND',
    'PARTNER_CANNOT_TRADE',
  ],
});

export const officeFollowers = defineCall('staff', 'GET', '/api/office/copytrade/follower/list', {
  right: 'COPY_READ',
  summary: 'Follows of a trader or of a member, newest first, ended ones too',
  cost: 2,
  query: z.object({
    traderId: id.optional(),
    playerId: id.optional(),
    before: id.optional(),
    size: integer(1, 100).default(50),
    siteInfoId,
  }),
  reply: z.object({
    content: z.array(
      z.object({
        traderFollowerId: z.int(),
        traderId: z.int(),
        traderNick: z.string(),
        playerId: z.int(),
        nick: z.string(),
        state: z.enum(['ACTIVE', 'DETACHED', 'ENDED']),
        isPaused: z.boolean(),
        multiplyPer: z.int(),
        maxBet: decimalText,
        oneMaxBet: decimalText,
        total: decimalText,
        shared: decimalText,
        due: decimalText,
        waived: decimalText,
        copies: z.int(),
        copied: z.int(),
        missed: z.int(),
        startedMillis: z.int(),
        endedMillis: z.int().nullable(),
        endedBy: z.enum(['FOLLOWER', 'TRADER', 'PLATFORM']).nullable(),
      }),
    ),
    next: z.int().nullable(),
  }),
});

export const copyJobs = defineCall('staff', 'GET', '/api/office/copytrade/job/list', {
  right: 'COPY_READ',
  summary: 'Copies, newest first, with those that were missed and why',
  cost: 3,
  query: z.object({
    traderId: id.optional(),
    playerId: id.optional(),
    statusStrs: commaList(2, /^(FILLED|MISSED)$/).optional(),
    reasonStrs: commaList(13, /^[A-Z_]{1,20}$/).optional(),
    before: id.optional(),
    size: integer(1, 100).default(50),
    siteInfoId,
  }),
  reply: z.object({
    content: z.array(
      copyRecord.extend({ playerId: z.int(), nick: z.string(), traderId: z.int(), traderNick: z.string() }),
    ),
    next: z.int().nullable(),
  }),
});

export const copyState = defineCall('staff', 'GET', '/api/office/copytrade/state', {
  right: 'COPY_READ',
  summary:
    'How copying does now: what waits and for how long, today’s copies by outcome, and the last run of shares',
  cost: 2,
  query: z.object({ siteInfoId }),
  reply: z.object({
    traders: z.int(),
    follows: z.int(),
    detached: z.int(),
    pending: z.int(),
    /** When the oldest lead that waits was made; null where none waits. */
    oldestPendingMillis: z.int().nullable(),
    /** Of the current Korean day. */
    copied: z.int(),
    missed: z.array(z.object({ reason: missedReason, count: z.int() })),
    /** From the trader's fill to the durable copy, of the newest copies: milliseconds; null without any. */
    delayMedianMs: z.int().nullable(),
    delayP99Ms: z.int().nullable(),
    /** The Korean day up to which shares were asked for; null before the first. */
    sharedDate: z.string().nullable(),
    nextShareMillis: z.int(),
    waitingApplications: z.int(),
  }),
});
