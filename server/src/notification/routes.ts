import {
  addPushDevice,
  myNotifications,
  notificationSetting,
  pushDevices,
  readNotifications,
  removePushDevice,
  setNotificationSetting,
  unreadNotifications,
  type WireNotification,
} from '@maru/contract/notification/calls';
import type { Millis } from '@maru/engine/time';
import { familyOf } from '../account/authenticator.ts';
import type { Tx } from '../db/database.ts';
import { type Route, serve } from '../http/serve.ts';
import { deleteDevice, listDevices, putDevice } from './device-store.ts';
import type { Dispatch } from './dispatch.ts';
import { type ListParts, listNotifications } from './listing.ts';
import { findMark, findSetting, markRead, type Owner, writeSetting } from './store.ts';
import { arePushKeys } from './webpush/encrypt.ts';
import { isPushEndpoint } from './webpush/push-hosts.ts';

export interface NotificationRouteParts extends ListParts {
  readonly publicKey: string;
  /** Origins of push services beside those of the browsers. */
  readonly pushHosts: readonly string[];
  readonly dispatch: Pick<Dispatch, 'addSubscriber'>;
}

export function notificationRoutes(parts: NotificationRouteParts): readonly Route[] {
  const { database, publicKey, pushHosts, dispatch } = parts;

  const devicesOf = async (tx: Tx, owner: Owner, now: Millis) => ({
    publicKey,
    devices: (await listDevices(tx, owner, now)).map(({ id, name, createdMillis }) => ({
      id,
      name,
      createdMillis,
    })),
  });

  return [
    serve(myNotifications, async ({ principal, query: { category }, now }) => {
      const items = await listNotifications(parts, principal, { now, category });
      if (items === undefined) return { ok: false, refusal: 'TRY_AGAIN' };
      const { readAt, awayFrom, awayTo } = await database.transaction((tx) => findMark(tx, principal));
      const away = awayFrom === null || awayTo === null ? null : { fromMillis: awayFrom, toMillis: awayTo };
      const named = namedIn(items, parts.instruments);
      return { ok: true, reply: { items: [...items], instruments: named, readMillis: readAt, away } };
    }),
    serve(unreadNotifications, async ({ principal, now }) => {
      const { readAt } = await database.transaction((tx) => findMark(tx, principal));
      const items = await listNotifications(parts, principal, { now, since: readAt });
      return items === undefined
        ? { ok: false, refusal: 'TRY_AGAIN' }
        : { ok: true, reply: { unread: items.length } };
    }),
    serve(readNotifications, async ({ principal, body: { untilMillis }, now }) => {
      // A moment of the future would hide what has not happened yet.
      const until = Math.min(untilMillis, now);
      const readMillis = await database.transaction((tx) => markRead(tx, principal, until));
      return { ok: true, reply: { readMillis } };
    }),
    serve(notificationSetting, async ({ principal }) => ({
      ok: true,
      reply: await database.transaction((tx) => findSetting(tx, principal)),
    })),
    serve(setNotificationSetting, async ({ principal, body: { siteInfoId: _, ...asked } }) => {
      const once = <Each>(list: readonly Each[]): Each[] => [...new Set(list)];
      const setting = {
        ...asked,
        push: once(asked.push),
        inApp: once(asked.inApp),
        through: once(asked.through),
      };
      await database.transaction((tx) => writeSetting(tx, principal, setting));
      return { ok: true, reply: setting };
    }),
    serve(pushDevices, async ({ principal, now }) => ({
      ok: true,
      reply: await database.transaction((tx) => devicesOf(tx, principal, now)),
    })),
    serve(addPushDevice, async ({ principal, body: { endpoint, p256dh, auth, name }, language, now }) => {
      if (!isPushEndpoint(endpoint, pushHosts))
        return { ok: false, refusal: 'PUSH_ADDRESS_REFUSED', field: 'endpoint' };
      if (!arePushKeys({ p256dh, auth })) return { ok: false, refusal: 'PUSH_KEY_REFUSED', field: 'p256dh' };
      const family = familyOf(principal);
      // A key of a program is no sign-in.
      if (family === undefined) return { ok: false, refusal: 'FORBIDDEN' };
      const device = { endpoint, p256dh, auth, name, language, family };
      const reply = await database.transaction(async (tx) => {
        await putDevice(tx, principal, device, now);
        return devicesOf(tx, principal, now);
      });
      dispatch.addSubscriber(principal.player, principal.site);
      return { ok: true, reply };
    }),
    serve(removePushDevice, async ({ principal, body: { id, endpoint }, now }) => {
      const reply = await database.transaction(async (tx) =>
        (await deleteDevice(tx, principal, { id, endpoint })) ? devicesOf(tx, principal, now) : undefined,
      );
      return reply === undefined ? { ok: false, refusal: 'NOT_FOUND' } : { ok: true, reply };
    }),
  ];
}

function namedIn(items: readonly WireNotification[], instruments: ListParts['instruments']) {
  const stocks = new Set(items.map(({ content }) => ('stock' in content ? content.stock : '')));
  return [...instruments.values()]
    .filter(({ code }) => stocks.has(code))
    .map(({ code: stock, koName, enName, precision }) => ({ stock, koName, enName, precision }));
}
