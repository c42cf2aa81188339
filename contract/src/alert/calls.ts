// Price alerts: what a member waits for. What fired is in the notification centre.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, flag, id, instrumentCode, siteInfoId } from '../fields.ts';

const basis = z.enum(['LAST', 'MARK']);
const fires = z.enum(['AT_OR_ABOVE', 'AT_OR_BELOW']);
const repeat = z.enum(['ONCE', 'ALWAYS']);

const alert = z.object({
  id: z.int(),
  stock: z.string(),
  basis,
  fires,
  level: decimalText,
  repeat,
  /** As a web push, and as a message on the screen. */
  push: z.boolean(),
  inApp: z.boolean(),
  /** False after a repeated one fired, until the price has moved back. */
  isArmed: z.boolean(),
  createdMillis: z.int(),
});

const instrument = z.object({
  stock: z.string(),
  koName: z.string(),
  enName: z.string(),
  precision: z.int(),
  tickSize: decimalText,
  /** Whether the mark is a price of its own. */
  hasMark: z.boolean(),
});

const reply = z.object({
  /** Newest first. */
  alerts: z.array(alert),
  /** Those of the alerts, and the one that was asked for. */
  instruments: z.array(instrument),
  /** How many a member may have. */
  most: z.int(),
});

export type WireAlert = z.output<typeof alert>;
export type AlertInstrument = z.output<typeof instrument>;

const asked = { fires, level: decimal, basis, repeat, push: flag, inApp: flag, siteInfoId };
const changing = { per: 'player', max: 30, windowMs: 60_000 } as const;

export const myAlerts = defineCall('player', 'GET', '/api/alert', {
  summary: 'The price alerts of the member that wait',
  query: z.object({ stock: instrumentCode.optional(), siteInfoId }),
  reply,
});

export const createAlert = defineCall('player', 'POST', '/api/alert', {
  summary: 'Wait for a price; refused when it is reached already',
  limit: changing,
  body: z.object({ stock: instrumentCode, ...asked }),
  reply,
  refusals: [
    'ALERT_NO_PRICE',
    'ALERT_OFF_TICK',
    'ALERT_TOO_FAR',
    'ALERT_REACHED',
    'ALERT_EXISTS',
    'TOO_MANY_ALERTS',
    'ALERTS_FULL',
  ],
});

export const editAlert = defineCall('player', 'POST', '/api/alert/edit', {
  summary: 'Change a price alert; it waits anew from then on',
  limit: changing,
  body: z.object({ id, ...asked }),
  reply,
  refusals: ['ALERT_NO_PRICE', 'ALERT_OFF_TICK', 'ALERT_TOO_FAR', 'ALERT_REACHED', 'ALERT_EXISTS'],
});

export const deleteAlert = defineCall('player', 'POST', '/api/alert/delete', {
  summary: 'Delete a price alert',
  limit: changing,
  body: z.object({ id, siteInfoId }),
  reply,
});
