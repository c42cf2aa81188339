// How staff share the work on inquiries. Nothing of it is ever part of what the member reads.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { id, siteInfoId } from '../fields.ts';
import { shownReason } from '../staff/calls.ts';

const MINUTE_MS = 60_000;

const lines = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^(?:\P{C}|\n)+$/u);

const note = z.object({ id: z.int(), text: z.string(), staff: z.string(), atMillis: z.int() });
const template = z.object({ id: z.int(), name: z.string(), text: z.string() });

const desk = z.object({
  notes: z.array(note),
  assigned: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** For the blanks of templates. */
  member: z.object({ id: z.int(), name: z.string(), nick: z.string(), username: z.string() }),
});

export const contactDesk = defineCall('staff', 'GET', '/api/office/contact/desk', {
  right: 'SUPPORT_READ',
  summary: 'What staff noted about an inquiry, whose it is, and whom it is from',
  query: z.object({ id, siteInfoId }),
  reply: desk,
});

export const contactTools = defineCall('staff', 'GET', '/api/office/contact/tools', {
  right: 'SUPPORT_READ',
  summary: 'Colleagues who may answer, and the texts that answer often',
  query: z.object({ siteInfoId }),
  reply: z.object({
    colleagues: z.array(z.object({ id: z.int(), name: z.string() })),
    templates: z.array(template),
  }),
});

export const assignContact = defineCall('staff', 'POST', '/api/office/contact/assign', {
  right: 'SUPPORT_ANSWER',
  summary: 'Say which colleague works on an inquiry, or nobody',
  body: z.object({ id, staffId: id.nullable(), siteInfoId }),
  reply: desk,
});

export const noteContact = defineCall('staff', 'POST', '/api/office/contact/note', {
  right: 'SUPPORT_ANSWER',
  summary: 'Note something about an inquiry for colleagues; the member never sees it',
  limit: { per: 'player', max: 30, windowMs: MINUTE_MS },
  body: z.object({ id, text: lines(1_000), siteInfoId }),
  reply: desk,
  refusals: ['NOTES_FULL'],
});

export const reopenContact = defineCall('staff', 'POST', '/api/office/contact/reopen', {
  right: 'SUPPORT_ANSWER',
  summary: 'Open a closed inquiry again: it waits for an answer from now on',
  body: z.object({ id, reason: shownReason, siteInfoId }),
  reply: z.object({ id: z.int(), status: z.literal('OPEN') }),
  refusals: ['ALREADY_PROCESSED'],
});

export const saveContactTemplate = defineCall('staff', 'POST', '/api/office/contact/template', {
  right: 'SUPPORT_ANSWER',
  summary:
    'Save a text that answers often, by its name; {이름}, {닉네임} and {아이디} are filled in when it is used',
  limit: { per: 'player', max: 30, windowMs: MINUTE_MS },
  body: z.object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .regex(/^\P{C}+$/u),
    text: lines(2_000),
    siteInfoId,
  }),
  reply: template,
  refusals: ['TEMPLATES_FULL'],
});

export const removeContactTemplate = defineCall('staff', 'POST', '/api/office/contact/template/remove', {
  right: 'SUPPORT_ANSWER',
  summary: 'Remove a saved text',
  body: z.object({ id, siteInfoId }),
  reply: z.object({}),
});
