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
    reason: shownReason,
  }),
  reply: setting.extend(waitingRequest),
  refusals: ['SETTING_INVALID', 'ALREADY_PROCESSED'],
});
