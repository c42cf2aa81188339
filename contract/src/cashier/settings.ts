// The cashier's settings of a site: read by staff, and changed by two of them.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, integer, siteInfoId } from '../fields.ts';
import { shownReason, waitingRequest } from '../staff/calls.ts';
import { walletType } from './wire.ts';

const shownByCurrency = z.record(z.string(), decimalText);

/** Those that are named change; all others stay. */
const byCurrency = z
  .record(z.string().regex(/^[A-Z0-9]{2,10}$/), decimal)
  .refine((named) => Object.keys(named).length <= 32);

/** A bank account of the site itself, as members read it. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(2)
    .max(most)
    .regex(/^\P{C}+$/u);
const ownAccount = z.object({
  bankName: line(30),
  accountNumber: z.string().regex(/^\d[\d-]{5,28}\d$/),
  holder: line(30),
});
const shownAccount = z.object({ bankName: z.string(), accountNumber: z.string(), holder: z.string() });

/** What is approved without anybody looking: at most so much at once, of a member and of the site on a Korean day. */
const shownSmall = z.record(
  z.string(),
  z.object({
    most: decimalText,
    dayMost: decimalText,
    siteDayMost: decimalText,
    accountDays: z.int(),
    sinceMillis: z.int(),
  }),
);
const small = z
  .record(
    z.string().regex(/^[A-Z0-9]{2,10}$/),
    z
      .object({ most: decimal, dayMost: decimal, siteDayMost: decimal, accountDays: integer(0, 3_650) })
      .nullable(),
  )
  .refine((named) => Object.keys(named).length <= 32);

const setting = z.object({
  fee: shownByCurrency,
  depositLeast: shownByCurrency,
  withdrawLeast: shownByCurrency,
  twoFrom: shownByCurrency,
  /** As much as one member of staff may approve or grant on a day, alone or as one of two. */
  staffDayMost: shownByCurrency,
  spread: decimalText,
  toMembers: z.boolean(),
  waitHours: z.int(),
  p2p: z.boolean(),
  depositCoins: z.array(z.string()),
  buyCoins: z.array(z.string()),
  bank: shownAccount,
  seller: shownAccount.nullable(),
  smallDeposit: shownSmall,
  smallWithdrawal: shownSmall,
});

export const cashierSetting = defineCall('staff', 'GET', '/api/office/dnw/setting', {
  right: 'MONEY_READ',
  summary: 'The cashier’s settings of this site',
  query: z.object({ siteInfoId }),
  reply: setting,
});

export const changeCashierSetting = defineCall('staff', 'POST', '/api/office/dnw/setting', {
  right: 'SITE_SETTING',
  stepUp: true,
  summary:
    'Ask for other settings of the cashier. They hold when a second member of staff has approved them; what was asked for before keeps its terms',
  body: z.object({
    siteInfoId,
    fee: byCurrency.optional(),
    depositLeast: byCurrency.optional(),
    withdrawLeast: byCurrency.optional(),
    twoFrom: byCurrency.optional(),
    staffDayMost: byCurrency.optional(),
    spread: decimal.optional(),
    toMembers: z.boolean().optional(),
    waitHours: integer(0, 720).optional(),
    p2p: z.boolean().optional(),
    depositCoins: z.array(walletType).max(32).optional(),
    buyCoins: z.array(walletType).max(32).optional(),
    /** To which deposits are sent, and to which a purchase from a counterpart is paid; null for none. */
    bank: ownAccount.optional(),
    seller: ownAccount.nullable().optional(),
    /** By currency; null ends the rule of it. Deposits and withdrawals have rules of their own, and none at first. */
    smallDeposit: small.optional(),
    smallWithdrawal: small.optional(),
    reason: shownReason,
  }),
  reply: setting.extend(waitingRequest),
  refusals: ['SETTING_INVALID', 'ALREADY_PROCESSED'],
});
