// Accounts of staff (docs/rules.md 7.1). Making or changing one takes two people, and its first password is known to
// neither of them: each sees one half, once.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { id, integer, listOf, pageOf, siteInfoId } from '../fields.ts';
import { shownReason } from '../staff/calls.ts';
import { STAFF_ROLES } from '../staff/rights.ts';

const role = z.enum(STAFF_ROLES);
const waiting = z.object({ waiting: z.int() });

const admin = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  role,
  level: z.int(),
  parentId: z.int().nullable(),
  isDisabled: z.boolean(),
  /** The first password has not been changed yet. */
  isNew: z.boolean(),
  /** Which half of the first password waits for whoever asks. */
  half: z.enum(['FIRST', 'SECOND']).nullable(),
  createdMillis: z.int(),
});

export const createAdmin = defineCall('staff', 'POST', '/api/admin', {
  right: 'ACCOUNTS_EDIT',
  stepUp: true,
  summary: 'Ask for a new account of staff below one’s own; another person must approve it',
  body: z.object({
    username: z.string().max(40),
    name: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .regex(/^\P{C}+$/u),
    role,
    /** Who stands above it: oneself, or somebody below oneself. */
    parentId: id.optional(),
    reason: shownReason,
    siteInfoId,
  }),
  reply: waiting,
  refusals: ['USERNAME_INVALID', 'USERNAME_TAKEN', 'STAFF_LEVEL', 'ALREADY_PROCESSED'],
});

export const readAdmin = defineCall('staff', 'GET', '/api/admin', {
  right: 'ACCOUNTS_READ',
  summary: 'One account of staff of the site',
  query: z.object({ id, siteInfoId }),
  reply: admin,
});

export const listAdmins = defineCall('staff', 'GET', '/api/admin/list', {
  right: 'ACCOUNTS_READ',
  summary: 'The accounts of staff of the site, newest first',
  query: z.object({
    level: integer(1, 4).optional(),
    parentId: id.optional(),
    /** Continues after this account: pages end after ten thousand. */
    before: id.optional(),
    ...pageOf,
    siteInfoId,
  }),
  reply: listOf(admin),
});

export const changeAdmin = defineCall('staff', 'POST', '/api/office/accounts/change', {
  right: 'ACCOUNTS_EDIT',
  stepUp: true,
  summary:
    'Ask for another role, for an account to be closed or opened again, or for a new first password without the old second factor',
  body: z.object({
    id,
    role: role.optional(),
    isDisabled: z.boolean().optional(),
    isReset: z.literal(true).optional(),
    reason: shownReason,
    siteInfoId,
  }),
  reply: waiting,
  refusals: ['STAFF_LEVEL', 'ALREADY_PROCESSED'],
});

export const firstPassword = defineCall('staff', 'POST', '/api/office/accounts/first_password', {
  right: 'ACCOUNTS_EDIT',
  stepUp: true,
  summary: 'One’s own half of a first password, shown once to each of the two who made the account',
  body: z.object({ id, siteInfoId }),
  reply: z.object({ half: z.enum(['FIRST', 'SECOND']), text: z.string(), untilMillis: z.int() }),
  refusals: ['ALREADY_PROCESSED'],
});
