// What staff do with sites: look at the settings, change them, and open a new site.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, integer, siteInfoId } from '../fields.ts';
import { shownReason, waitingRequest } from '../staff/calls.ts';
import { ACCENTS, BINARY_CURRENCIES, THEMES, UP_DOWNS } from './settings.ts';

const code = z.string().regex(/^[a-z0-9][a-z0-9-]{1,31}$/);
const wallet = z.string().regex(/^[A-Z0-9]{2,10}$/);
const wallets = z.array(wallet).max(32);
const shownTheme = z.object({
  theme: z.enum(THEMES),
  updown: z.enum(UP_DOWNS),
  accent: z.enum(ACCENTS),
});
const amounts = z.record(wallet, decimal).refine((named) => Object.keys(named).length <= 32);

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{C}+$/u);
const username = z.string().regex(/^[a-z0-9_-]{4,20}$/);

const settings = {
  name: z.string().trim().max(40),
  /** Host names that only this site is served under; none: it is chosen by its code or its id. */
  hosts: z.array(z.string().trim().toLowerCase().max(253)).max(20),
  stockPrefix: z.string().max(12),
  overseaPrefix: z.string().max(12),
  usedCoins: wallets,
  depositCoins: wallets,
  buyCoins: wallets,
  binaryCurrency: z.enum(BINARY_CURRENCIES),
  type: z.string().max(6),
  practiceCredit: amounts,
  refillMost: amounts,
  language: z.enum(['ko', 'en']),
  theme: shownTheme,
  banks: z.array(integer(1, 1_000)).max(100).nullable(),
};

const shown = z.object({
  id: z.int(),
  code: z.string(),
  moneyMode: z.enum(['PRACTICE', 'LIVE']),
  ...settings,
  binaryCurrency: z.string(),
  practiceCredit: z.record(z.string(), decimalText),
  refillMost: z.record(z.string(), decimalText),
  banks: z.array(z.int()).nullable(),
  /** Wallets and their currencies stay as they are once somebody has some. */
  hasMembers: z.boolean(),
});

export const officeSites = defineCall('staff', 'GET', '/api/office/site/list', {
  right: 'SITE_READ',
  summary: 'The sites that this member of staff may see',
  query: z.object({ siteInfoId }),
  reply: z.object({
    content: z.array(
      z.object({
        id: z.int(),
        code: z.string(),
        name: z.string(),
        hosts: z.array(z.string()),
        type: z.string(),
        moneyMode: z.enum(['PRACTICE', 'LIVE']),
        language: z.enum(['ko', 'en']),
      }),
    ),
    /** Whether this member of staff may open a new site. */
    mayOpen: z.boolean(),
  }),
});

export const officeSite = defineCall('staff', 'GET', '/api/office/site', {
  right: 'SITE_READ',
  summary: 'The settings of this site',
  query: z.object({ siteInfoId }),
  reply: shown,
});

export const changeSite = defineCall('staff', 'POST', '/api/office/site', {
  right: 'SITE_SETTING',
  stepUp: true,
  summary:
    'Change settings of this site, without a restart. What reaches money, rules or host names waits for a second member of staff',
  body: z.object({
    siteInfoId,
    ...Object.fromEntries(Object.entries(settings).map(([name, field]) => [name, field.optional()])),
    reason: shownReason,
  } as { siteInfoId: typeof siteInfoId; reason: typeof shownReason } & {
    [Name in keyof typeof settings]: z.ZodOptional<(typeof settings)[Name]>;
  }),
  reply: shown.extend(waitingRequest),
  refusals: ['SITE_INVALID', 'SITE_HOST_TAKEN', 'SITE_HAS_MEMBERS', 'SITE_PRODUCT_HELD', 'ALREADY_PROCESSED'],
});

export const openSite = defineCall('staff', 'POST', '/api/office/site/new', {
  right: 'SITE_SETTING',
  stepUp: true,
  summary: 'Ask for a new site. It is open, without a restart, when a second member of staff has approved it',
  body: z.object({
    siteInfoId,
    code,
    moneyMode: z.enum(['PRACTICE', 'LIVE']),
    ...settings,
    /** Who runs the site, and the head office of its partners: both are made with it, with first passwords. */
    head: z.object({ username, name: line(40) }).default({ username: 'head', name: '총괄' }),
    partner: z
      .object({
        ...{ username, name: line(40), nick: z.string().regex(/^[가-힣A-Za-z0-9]{2,12}$/) },
        code: z.string().regex(/^[A-Za-z0-9]{2,20}$/),
      })
      .default({ username: 'partner', name: '본사', nick: '본사', code: 'HEAD' }),
    reason: shownReason,
  }),
  reply: z.object(waitingRequest),
  refusals: ['SITE_INVALID', 'SITE_HOST_TAKEN', 'SITE_CODE_TAKEN', 'SITE_FULL', 'ALREADY_PROCESSED'],
});
