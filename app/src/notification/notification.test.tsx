import {
  myNotifications,
  type NotificationSetting,
  notificationSetting,
  pushDevices,
  readNotifications,
  setNotificationSetting,
  unreadNotifications,
} from '@maru/contract/notification/calls';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScreen, tap } from '../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../server-double.ts';
import { sectionsOf } from './centre/notification-groups.ts';

afterEach(cleanup);

const NOON = Date.parse('2026-11-12T12:00:00+09:00');
const price = (id: string, at: number) => ({
  ...({ id, category: 'PRICE', at, path: '/more/alerts/BTCUSDT' } as const),
  content: {
    ...({ kind: 'PRICE', stock: 'BTCUSDT', fires: 'AT_OR_ABOVE' } as const),
    ...{ level: '95000', price: '95001' },
  },
});
const bitcoin = { stock: 'BTCUSDT', koName: '비트코인', enName: 'Bitcoin', precision: 1 };
const list = {
  items: [price('one', NOON), price('two', NOON - 60_000)],
  instruments: [bitcoin],
  readMillis: NOON - 30_000,
  away: null,
};
const setting: NotificationSetting = { push: ['RISK', 'FILL'], inApp: ['PRICE'], quiet: null, through: [] };

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  server.answer(unreadNotifications, () => ({ reply: { unread: 2 } }));
  server.answer(myNotifications, () => ({ reply: list }));
  server.answer(readNotifications, () => ({ reply: { readMillis: NOON } }));
  let saved = setting;
  server.answer(notificationSetting, () => ({ reply: saved }));
  server.answer(pushDevices, () => ({ reply: { publicKey: '', devices: [] } }));
  server.answer(setNotificationSetting, (body) => {
    saved = { ...saved, ...body };
    return { reply: saved };
  });
});

test('what is newer than the last visit has a dot, and the visit is reported', async () => {
  const { sent } = openScreen('/more/notifications', { signedIn: true, server });
  await waitFor(() => expect(screen.getAllByText('비트코인 95,000.0 도달')).toHaveLength(2));
  expect(screen.getAllByRole('img', { name: '읽지 않음' })).toHaveLength(1);
  await waitFor(() => expect(sent(readNotifications)).toHaveLength(1));
});

test('a list that is empty says so', async () => {
  server.answer(myNotifications, () => ({ reply: { ...list, items: [] } }));
  openScreen('/more/notifications', { signedIn: true, server });
  await screen.findByText('알림이 없습니다');
});

test('what came while no screen was connected is apart, as long as it is unread', () => {
  const away = { fromMillis: NOON - 90_000, toMillis: NOON - 10_000 };
  const kinds = (readMillis: number) =>
    sectionsOf({ ...list, away }, readMillis).map(({ kind, items }) => [kind, items.length]);
  expect(kinds(0)).toEqual([
    ['away', 1],
    ['day', 1],
  ]);
  expect(kinds(NOON)).toEqual([['day', 2]]);
});

test('a switch of the settings changes its category alone', async () => {
  const { sent } = openScreen('/more/notifications/setting', { signedIn: true, server });
  // Reading them has the same path and no body.
  const changes = () => sent(setNotificationSetting).filter((body) => Object.keys(body ?? {}).length > 0);
  await screen.findByRole('switch', { name: '체결' });
  await tap('체결', 'switch');
  await waitFor(() => expect(changes()).toHaveLength(1));
  expect(changes()[0]).toMatchObject({ push: ['RISK'], inApp: ['PRICE'], quiet: null });
  await tap('조용한 시간', 'switch');
  await waitFor(() => expect(changes()[1]).toMatchObject({ quiet: { fromMinute: 1_380, toMinute: 420 } }));
  expect(await screen.findByLabelText('시작')).toHaveProperty('value', '23:00');
});
