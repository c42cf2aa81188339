// Members as staff see them: found, listed, described with contact data masked, and what staff note about them.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { commaList, decimalText, id, integer, siteInfoId } from '../fields.ts';
import { shownReason } from '../staff/calls.ts';

const MINUTE_MS = 60_000;

export const MEMBER_FILTERS = ['ALL', 'ONLINE', 'WAITING', 'ATTENTION', 'BLOCKED'] as const;

/** What a list says of a member at a glance, most pressing first. */
const MEMBER_TAGS = [
  'CLOSED',
  'BLOCKED',
  'LOCKED',
  'WAITING',
  'MARKED',
  'DEVICE_BLOCKED',
  'OTHER_NAME',
  'FIRST_WITHDRAWAL',
  'EXCLUDED',
  'RESTING',
  'PAYOUT_CHANGED',
  'SECURITY_CHANGED',
  'NEW_DEVICE',
  'PARTNER',
] as const;
const tag = z.object({
  tag: z.enum(MEMBER_TAGS),
  /** Since when, where that is known. */
  sinceMillis: z.int().nullable(),
});
export type MemberTag = z.output<typeof tag>;

const memberRow = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  nick: z.string(),
  partnerCode: z.string().nullable(),
  createdMillis: z.int(),
  seenMillis: z.int().nullable(),
  isOnline: z.boolean(),
  /** What the wallets hold in won, without the profit of open positions; null where a currency has no rate. */
  heldWon: decimalText.nullable(),
  tags: z.array(tag),
});
export type MemberRow = z.output<typeof memberRow>;

/** Begins a username, a nickname or a name, ends a phone number, or is a number or the code of a partner. */
const searched = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^\P{C}+$/u);

export const memberList = defineCall('staff', 'GET', '/api/office/members/list', {
  right: 'MEMBER_READ',
  summary: 'Members by their last use or newest first; with a text those whom it finds, at most a hundred',
  cost: 3,
  limit: { per: 'player', max: 240, windowMs: MINUTE_MS },
  query: z.object({
    find: searched.optional(),
    filter: z.enum(MEMBER_FILTERS).default('ALL'),
    /** Of all members; the other filters list the newest first. */
    sort: z.enum(['SEEN', 'JOINED']).default('SEEN'),
    /** The last member of the page before. */
    before: id.optional(),
    size: integer(1, 100).default(20),
    siteInfoId,
  }),
  reply: z.object({ content: z.array(memberRow) }),
});

export const memberCounts = defineCall('staff', 'GET', '/api/office/members/counts', {
  right: 'MEMBER_READ',
  summary:
    'How many members there are, and how many each filter lists: of those at most a thousand are counted',
  cost: 3,
  query: z.object({ siteInfoId }),
  reply: z.object({
    all: z.int(),
    online: z.int(),
    waiting: z.int(),
    attention: z.int(),
    blocked: z.int(),
    /** Who signed up on this Korean day. */
    today: z.int(),
  }),
});

/** Asked for apart from the list: it is summed from the trades of each member. */
const MOST_RESULTS = 20;
export const RESULT_DAYS = 30;

export const memberResults = defineCall('staff', 'GET', '/api/office/members/result', {
  right: 'MEMBER_READ',
  summary: 'What trades of members brought after fees in the last 30 Korean days, in won',
  cost: 5,
  limit: { per: 'player', max: 240, windowMs: MINUTE_MS },
  query: z.object({ playerIds: commaList(MOST_RESULTS, /^[1-9]\d{0,14}$/), siteInfoId }),
  reply: z.object({
    content: z.array(
      z.object({
        playerId: z.int(),
        /** Null where something was earned in a currency without a rate. */
        won: decimalText.nullable(),
        byCurrency: z.array(z.object({ currency: z.string(), net: decimalText })),
      }),
    ),
  }),
});

const MASKED_FIELDS = ['PHONE', 'EMAIL', 'BANK', 'ADDRESS'] as const;
export type MaskedField = (typeof MASKED_FIELDS)[number];

const oneMember = z.object({
  ...memberRow.shape,
  /** DENY means blocked (spec 3). */
  status: z.enum(['ACTIVE', 'WAITING', 'DENY', 'CLOSED']),
  role: z.enum(['PLAYER', 'PARTNER']),
  /** Masked; null where there is none. */
  contact: z.object({
    phone: z.string().nullable(),
    email: z.string().nullable(),
    bank: z.string().nullable(),
    address: z.string().nullable(),
  }),
  isPhoneProven: z.boolean(),
  isEmailProven: z.boolean(),
  /** 0 nothing, 1 an address or a number, 2 the person, 3 a bank account of that name. */
  level: z.int(),
  partner: z.object({ id: z.int(), nick: z.string(), code: z.string() }).nullable(),
  blockDevice: z.string(),
  hasSecondFactor: z.boolean(),
  lockedMillis: z.int().nullable(),
  passwordChangedMillis: z.int(),
  joinPath: z.string(),
  /** Why staff keep an eye on the member; null when nobody does. */
  mark: z.object({ reason: z.string(), staff: z.string(), atMillis: z.int() }).nullable(),
  /** What waits for a second person, by kind. */
  waiting: z.array(z.object({ id: z.int(), kind: z.string(), requestedMillis: z.int() })),
  isPractice: z.boolean(),
});

const ofMember = { playerId: id, siteInfoId };

export const memberProfile = defineCall('staff', 'GET', '/api/office/members', {
  right: 'MEMBER_READ',
  summary: 'One member, with contact data masked',
  cost: 2,
  query: z.object(ofMember),
  reply: oneMember,
});

export const REVEALED_FOR_MS = MINUTE_MS;

export const revealMember = defineCall('staff', 'POST', '/api/office/members/reveal', {
  right: 'MEMBER_REVEAL',
  summary: 'See one masked value for a minute; the look and its reason are in the audit log',
  limit: { per: 'player', max: 10, windowMs: MINUTE_MS },
  body: z.object({ ...ofMember, field: z.enum(MASKED_FIELDS), reason: shownReason }),
  reply: z.object({ value: z.string(), untilMillis: z.int(), leftToday: z.int() }),
  refusals: ['REVEAL_LIMIT', 'NOTHING_TO_REVEAL'],
});

const newestFirst = { before: id.optional(), size: integer(1, 100).default(20) };

const note = z.object({ id: z.int(), text: z.string(), staff: z.string(), atMillis: z.int() });

export const memberNotes = defineCall('staff', 'GET', '/api/office/members/note/list', {
  right: 'MEMBER_READ',
  summary: 'What staff noted about a member, newest first; the member never sees it',
  query: z.object({ ...ofMember, ...newestFirst }),
  reply: z.object({ content: z.array(note) }),
});

export const addMemberNote = defineCall('staff', 'POST', '/api/office/members/note', {
  right: 'MEMBER_ACT',
  summary: 'Note something about a member; a note is never changed or removed',
  limit: { per: 'player', max: 30, windowMs: MINUTE_MS },
  body: z.object({
    ...ofMember,
    text: z
      .string()
      .trim()
      .min(1)
      .max(1_000)
      .regex(/^(?:\P{C}|\n)+$/u),
  }),
  reply: note,
  refusals: ['NOTES_FULL'],
});

export const markMember = defineCall('staff', 'POST', '/api/office/members/mark', {
  right: 'MEMBER_ACT',
  summary: 'Keep an eye on a member, or no longer: the member is then among those who need attention',
  body: z.object({ ...ofMember, on: z.boolean(), reason: shownReason }),
  reply: z.object({ playerId: z.int(), isMarked: z.boolean() }),
  refusals: ['ALREADY_PROCESSED'],
});

export const admitMember = defineCall('staff', 'POST', '/api/office/members/admit', {
  right: 'MEMBER_BLOCK',
  summary: 'Let somebody in whose sign-up waits for approval',
  body: z.object({ ...ofMember, reason: shownReason }),
  reply: z.object({ playerId: z.int(), status: z.literal('ACTIVE') }),
  refusals: ['ALREADY_PROCESSED'],
});

export const memberChanges = defineCall('staff', 'GET', '/api/office/members/change/list', {
  right: 'MEMBER_READ',
  summary: 'What staff did to a member or looked at, newest first',
  query: z.object({ ...ofMember, ...newestFirst }),
  reply: z.object({
    content: z.array(
      z.object({
        id: z.int(),
        atMillis: z.int(),
        area: z.string(),
        action: z.string(),
        /** As JSON text. */
        after: z.string(),
        reason: z.string(),
        staff: z.string(),
        confirmedBy: z.string().nullable(),
      }),
    ),
  }),
});
