// The notification centre, what a member wants to be told, and the devices that get a web push.
import { z } from 'zod';
import { missedReason } from '../copytrade/wire.ts';
import { defineCall } from '../define-call.ts';
import { decimalText, epochMillis, id, integer, siteInfoId } from '../fields.ts';

/** In the order in which they are shown. */
export const CATEGORIES = ['RISK', 'FILL', 'ROUND', 'DNW', 'COPY', 'PRICE', 'ECONOMIC', 'NOTICE'] as const;
const category = z.enum(CATEGORIES);
export type Category = z.output<typeof category>;

const side = z.enum(['LONG', 'SHORT']);

/** What happened; the words for it are in `words.ts`. */
const content = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('FILLED'),
    /** What `qty` counts. */
    unit: z.enum(['CONTRACTS', 'COINS']),
    fillId: z.int(),
    stock: z.string(),
    side,
    qty: z.string(),
    price: decimalText,
    /** Of what it closed, after fees; null where nothing closed. */
    net: decimalText.nullable(),
    currency: z.string(),
    /** Closed by an exit of the member or by the platform; null of an order. */
    cause: z.enum(['TAKEPROFIT', 'STOPLOSS', 'TRAILINGSTOP', 'FORCED']).nullable(),
  }),
  z.object({
    kind: z.literal('LIQUIDATED'),
    fillId: z.int(),
    stock: z.string(),
    net: decimalText,
    currency: z.string(),
  }),
  z.object({
    kind: z.literal('CANCELLED'),
    stock: z.string(),
    count: z.int(),
  }),
  /** A share: 0.8 is 80 %. */
  z.object({ kind: z.literal('WARNED'), stock: z.string(), ratio: decimalText }),
  z.object({
    kind: z.literal('LEVERAGE'),
    stock: z.string(),
    leverage: z.int(),
    /** The one before; null where it was set longer ago than the list goes back, or never. */
    before: z.int().nullable(),
  }),
  z.object({
    kind: z.literal('ROUND'),
    tradeRoundId: z.int(),
    /** Counted within its day; null where it is not known. */
    no: z.int().nullable(),
    /** Empty where it is not known. */
    stock: z.string(),
    seconds: z.int(),
    /** Of a round that is called by its game and not by its instrument. */
    game: z.object({ ko: z.string(), en: z.string() }).nullable(),
    betId: z.int(),
    bets: z.int(),
    won: z.int(),
    returned: z.int(),
    /** What the member won or lost with all of them; null where that is not known. */
    net: decimalText.nullable(),
    currency: z.string(),
  }),
  z.object({
    kind: z.literal('DNW'),
    dnwHistoryId: z.int(),
    type: z.string(),
    /** 0 requested, 1 done, 2 rejected, 3 cancelled, 4 processing. */
    status: z.literal([0, 1, 2, 3, 4]),
    wallet: z.string(),
    /** Null of a step that does not repeat it. */
    amount: decimalText.nullable(),
    /** Empty where it is not known. */
    currency: z.string(),
  }),
  z.object({
    kind: z.literal('COPIED'),
    stock: z.string(),
    isOpen: z.boolean(),
    /** Of a close, after fees. */
    net: decimalText.nullable(),
    currency: z.string(),
    isLossLimit: z.boolean(),
  }),
  z.object({
    kind: z.literal('COPY_MISSED'),
    stock: z.string(),
    isOpen: z.boolean(),
    reason: missedReason,
  }),
  z.object({ kind: z.literal('FOLLOW_ENDED'), share: decimalText, currency: z.string() }),
  /** The trader is off, deleted or liquidated: nothing is mirrored any more. */
  z.object({ kind: z.literal('FOLLOW_DETACHED') }),
  /** Paid to the trader, or received from a follower. */
  z.object({
    kind: z.literal('COPY_SHARED'),
    share: decimalText,
    currency: z.string(),
    isPaid: z.boolean(),
  }),
  z.object({
    kind: z.literal('PRICE'),
    stock: z.string(),
    fires: z.enum(['AT_OR_ABOVE', 'AT_OR_BELOW']),
    level: decimalText,
    price: decimalText,
  }),
  z.object({ kind: z.literal('LETTER'), title: z.string(), titleEn: z.string() }),
  /** What staff published. */
  z.object({ kind: z.literal('NOTICE'), title: z.string(), titleEn: z.string() }),
  /** An indicator that the member wanted to be reminded of is released soon. */
  z.object({
    kind: z.literal('ECONOMIC'),
    country: z.string(),
    nameKo: z.string(),
    nameEn: z.string(),
    /** When it is released. */
    releaseMillis: z.int(),
    minutes: z.int(),
  }),
]);
export type NotificationContent = z.output<typeof content>;

const notification = z.object({
  /** The same for the same thing wherever it is shown. */
  id: z.string(),
  category,
  at: z.int(),
  /** A page of the app; null where there is none. */
  path: z.string().nullable(),
  content,
});
export type WireNotification = z.output<typeof notification>;

export const myNotifications = defineCall('player', 'GET', '/api/notification', {
  summary: 'What happened to the member in the last 30 days, newest first, 100 at most',
  cost: 5,
  limit: { per: 'player', max: 60, windowMs: 60_000 },
  query: z.object({ category: category.optional(), siteInfoId }),
  reply: z.object({
    items: z.array(notification),
    /** Those that the items name. */
    instruments: z.array(
      z.object({ stock: z.string(), koName: z.string(), enName: z.string(), precision: z.int() }),
    ),
    /** What is newer is unread. */
    readMillis: z.int(),
    /** The last time that no screen of the member was connected for a minute or longer; null: not known. */
    away: z.object({ fromMillis: z.int(), toMillis: z.int() }).nullable(),
  }),
});

export const unreadNotifications = defineCall('player', 'GET', '/api/notification/unread', {
  summary: 'How many notifications are unread, 100 at most',
  cost: 2,
  query: z.object({ siteInfoId }),
  reply: z.object({ unread: z.int() }),
});

export const readNotifications = defineCall('player', 'POST', '/api/notification/read', {
  summary: 'Everything up to this moment was seen',
  limit: { per: 'player', max: 60, windowMs: 60_000 },
  body: z.object({ untilMillis: epochMillis, siteInfoId }),
  reply: z.object({ readMillis: z.int() }),
});

const DAY_MINUTES = 1_440;
const minuteOfDay = integer(0, DAY_MINUTES - 1);
const categories = z.array(category).max(CATEGORIES.length);

/** Minutes of the Korean day; it may cross midnight. */
const quiet = z.object({ fromMinute: minuteOfDay, toMinute: minuteOfDay });

const setting = z.object({
  /** Sent to the devices of the member. */
  push: categories,
  /** Shown over the page while the app is open. */
  inApp: categories,
  quiet: quiet.nullable(),
  /** What is sent in quiet hours all the same; RISK always is. */
  through: categories,
});
export type NotificationSetting = z.output<typeof setting>;

export const notificationSetting = defineCall('player', 'GET', '/api/notification/setting', {
  summary: 'What the member wants to be told, and the quiet hours',
  query: z.object({ siteInfoId }),
  reply: setting,
});

export const setNotificationSetting = defineCall('player', 'POST', '/api/notification/setting', {
  summary: 'Change what the member wants to be told, and the quiet hours',
  limit: { per: 'player', max: 60, windowMs: 60_000 },
  body: setting.extend({ siteInfoId }),
  reply: setting,
});

const base64Url = (bytes: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`));

const devices = z.object({
  /** The key of the server for `PushManager.subscribe`. */
  publicKey: z.string(),
  devices: z.array(z.object({ id: z.int(), name: z.string(), createdMillis: z.int() })),
});

export const pushDevices = defineCall('player', 'GET', '/api/notification/push', {
  summary: 'The devices of the member that get a web push',
  query: z.object({ siteInfoId }),
  reply: devices,
});

export const addPushDevice = defineCall('player', 'POST', '/api/notification/push', {
  summary: 'Send web pushes to this device; of more than five the oldest is left out',
  limit: { per: 'player', max: 20, windowMs: 60_000 },
  body: z.object({
    endpoint: z.string().max(600),
    /** The keys of the browser, as `PushSubscription.toJSON` has them. */
    p256dh: base64Url(65),
    auth: base64Url(16),
    name: z
      .string()
      .trim()
      .max(60)
      .regex(/^\P{C}*$/u)
      .default(''),
    siteInfoId,
  }),
  reply: devices,
  refusals: ['PUSH_ADDRESS_REFUSED', 'PUSH_KEY_REFUSED'],
});

export const removePushDevice = defineCall('player', 'POST', '/api/notification/push/delete', {
  summary: 'No more web pushes to this device',
  limit: { per: 'player', max: 20, windowMs: 60_000 },
  body: z.object({ id: id.optional(), endpoint: z.string().max(600).optional(), siteInfoId }),
  reply: devices,
});
