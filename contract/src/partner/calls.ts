// Accounts of partners (docs/rules.md 7.1): a tree of four levels on each site. Staff see all of it, a partner what is
// below their own place. Making or changing one is asked for from above and approved by a second person of staff.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { commaList, decimal, decimalText, id, integer, listOf, pageOf, siteInfoId } from '../fields.ts';
import { shownReason } from '../staff/calls.ts';

/** Members and partners below are counted up to this. */
export const MOST_COUNTED_BELOW = 1_000;
const SHARE_BASES = ['TURNOVER', 'FEE'] as const;

const base = z.enum(SHARE_BASES);
const product = z.string().regex(/^[a-z]{1,20}$/);
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{C}+$/u);
const waiting = z.object({ waiting: z.int() });

/** What a partner earns of a base, as a fraction of it. */
const rates = z.array(z.object({ product, base, rate: decimal })).max(16);

const partner = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  nick: z.string(),
  /** Of the link /ref/:partnerCode. */
  code: z.string(),
  /** 1 head office, 2 branch, 3 distributor, 4 shop. */
  level: z.int(),
  parentId: z.int().nullable(),
  /** DENY means blocked. */
  status: z.enum(['ACTIVE', 'WAITING', 'DENY']),
  rates: z.array(
    z.object({
      product: z.string(),
      base,
      rate: decimalText,
      /** From the next Korean day on; null where it stays. */
      next: decimalText.nullable(),
    }),
  ),
  /** Members who hang under this partner itself, at most MOST_COUNTED_BELOW. */
  members: z.int(),
  /** With those under all partners below. */
  membersBelow: z.int(),
  /** Partners one level below. */
  children: z.int(),
  /** The first password has not been changed yet. */
  isNew: z.boolean(),
  /** Which half of the first password waits for whoever asks. */
  half: z.enum(['FIRST', 'SECOND']).nullable(),
  createdMillis: z.int(),
});

export const createPartner = defineCall('staff', 'POST', '/api/partner', {
  right: 'PARTNER_EDIT',
  stepUp: true,
  summary:
    'Ask for a new partner, at the head or below another one; a second person of staff must approve it',
  // Each waits for a second person, among what everybody else asked.
  limit: { per: 'player', max: 30, windowMs: 3_600_000 },
  body: z.object({
    username: z.string().max(40),
    name: line(40),
    nick: z.string().max(40),
    code: z.string().regex(/^[A-Za-z0-9]{2,20}$/),
    /** Who stands above; none for a head office. */
    parentId: id.optional(),
    rates,
    reason: shownReason,
    siteInfoId,
  }),
  reply: waiting,
  refusals: [
    'USERNAME_INVALID',
    'NICK_INVALID',
    'NICK_RESERVED',
    'STAFF_LEVEL',
    'PARTNER_LEVEL',
    'PARTNER_RATE',
    'USERNAME_TAKEN',
    'NICK_TAKEN',
    'PARTNER_CODE_TAKEN',
    'ALREADY_PROCESSED',
  ],
});

export const readPartner = defineCall('staff', 'GET', '/api/partner', {
  right: 'PARTNER_READ',
  summary: 'One partner, of the site or of one’s own part of the tree',
  query: z.object({ id, siteInfoId }),
  reply: partner,
});

export const listPartners = defineCall('staff', 'GET', '/api/partner/list', {
  right: 'PARTNER_READ',
  summary: 'The partners of the site or of one’s own part of the tree, newest first',
  // Members below each of a hundred are counted.
  cost: 5,
  query: z.object({
    /** As in the specification; there is one form of the answer. */
    resultType: z.string().max(20).optional(),
    level: integer(1, 4).optional(),
    parentId: id.optional(),
    statusStrs: commaList(3, /^(ACTIVE|WAITING|DENY)$/).optional(),
    /** Continues after this partner: pages end after ten thousand. */
    before: id.optional(),
    ...pageOf,
    siteInfoId,
  }),
  reply: listOf(partner),
});

export const changePartner = defineCall('staff', 'POST', '/api/office/partner/change', {
  right: 'PARTNER_EDIT',
  stepUp: true,
  summary:
    'Ask either for other rates from the next Korean day on, or for a new first password without the old second factor',
  limit: { per: 'player', max: 30, windowMs: 3_600_000 },
  body: z.object({
    partnerId: id,
    rates: rates.optional(),
    isReset: z.literal(true).optional(),
    reason: shownReason,
    siteInfoId,
  }),
  reply: waiting,
  refusals: ['STAFF_LEVEL', 'PARTNER_RATE', 'ALREADY_PROCESSED'],
});

export const partnerFirstPassword = defineCall('staff', 'POST', '/api/office/partner/first_password', {
  right: 'PARTNER_EDIT',
  stepUp: true,
  summary: 'One’s own half of the first password of a partner, shown once to each of the two who made it',
  body: z.object({ partnerId: id, siteInfoId }),
  reply: z.object({ half: z.enum(['FIRST', 'SECOND']), text: z.string(), untilMillis: z.int() }),
  refusals: ['ALREADY_PROCESSED'],
});

export const partnerMembers = defineCall('staff', 'GET', '/api/office/partner/members', {
  right: 'PARTNER_READ',
  summary: 'The members who hang under a partner itself, newest first; of each no more than the nickname',
  query: z.object({ partnerId: id, before: id.optional(), size: integer(1, 100).default(50), siteInfoId }),
  reply: z.object({
    content: z.array(z.object({ id: z.int(), nick: z.string(), joinedMillis: z.int() })),
  }),
});
