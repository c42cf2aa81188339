import { unreadNotices } from '@maru/contract/content/notice';
import {
  myNotifications,
  type NotificationContent,
  type NotificationSetting,
  notificationSetting,
  pushDevices,
  readNotifications,
  setNotificationSetting,
  unreadNotifications,
} from '@maru/contract/notification/calls';
import { notificationText } from '@maru/contract/notification/words';
import { topics } from '@maru/contract/realtime';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
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
  await waitFor(() => expect(screen.getAllByText('비트코인 95,000 도달')).toHaveLength(2));
  expect(screen.getAllByRole('img', { name: '읽지 않음' })).toHaveLength(1);
  await waitFor(() => expect(sent(readNotifications)).toHaveLength(1));
});

test('money has the places that it has on screens', () => {
  const told = (content: NotificationContent) => {
    const { line, figure } = notificationText(content, { language: 'ko', describe: () => undefined });
    return figure ?? line;
  };
  const copied = { kind: 'COPIED', stock: 'BTCUSDT', isOpen: false, isLossLimit: false } as const;
  expect(told({ ...copied, net: '-0.532168', currency: 'USDT' })).toBe('−0.5322 USDT');
  expect(told({ ...copied, net: '1.59245', currency: 'USDT' })).toBe('+1.5924 USDT');
  expect(told({ ...copied, net: '0.00009158', currency: 'BTC' })).toBe('+0.00009158 BTC');
  expect(told({ kind: 'COPY_SHARED', share: '1.59245', currency: 'USDT', isPaid: true })).toBe('1.5924 USDT');
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
  expect(screen.getByRole('switch', { name: '카피' })).toBeTruthy();
  await tap('체결', 'switch');
  await waitFor(() => expect(changes()).toHaveLength(1));
  expect(changes()[0]).toMatchObject({ push: ['RISK'], inApp: ['PRICE'], quiet: null });
  await tap('조용한 시간', 'switch');
  await waitFor(() => expect(changes()[1]).toMatchObject({ quiet: { fromMinute: 1_380, toMinute: 420 } }));
  expect(await screen.findByLabelText('시작')).toHaveProperty('value', '23:00');
});

test('a switch for what is shown over the page is there only for what it switches', async () => {
  openScreen('/more/notifications/setting', { signedIn: true, server });
  for (const [name, isOn] of [
    ['내가 정한 가격 알림', 'true'],
    ['내가 정한 지표 알림', 'false'],
    ['새 공지', 'false'],
  ] as const)
    expect((await screen.findByRole('switch', { name })).getAttribute('aria-checked')).toBe(isOn);
});

const told = { title: '시스템 점검', titleEn: 'Maintenance' };
const notice = (id: number, more: object = {}, type = 'NOTICE') =>
  act(async () => server.push(topics.notice.destination, { type, at: NOON, data: { id, ...more } }));
const reminder = {
  ...{ id: 'economic 1 US CPI', country: 'US', nameKo: '소비자물가', nameEn: 'Prices' },
  ...{ releaseMillis: NOON, minutes: 10 },
};

async function openMenu(inApp: NotificationSetting['inApp']) {
  server.answer(notificationSetting, () => ({ reply: { ...setting, inApp } }));
  server.answer(unreadNotices, () => ({ reply: { unread: 1 } }));
  openScreen('/more', { signedIn: true, server });
  await screen.findByRole('button', { name: /^알림\s*2$/ });
  await screen.findByRole('button', { name: /^공지사항\s*1$/ });
  await waitFor(() => expect(server.platform.connection.get().kind).toBe('connected'));
}

test('a notice raises the number of notices, and one that is told also that of the centre, each once', async () => {
  await openMenu(['NOTICE']);
  await notice(7);
  expect(screen.getByRole('button', { name: /^공지사항\s*2$/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^알림\s*2$/ })).toBeTruthy();
  await notice(8, { told });
  await notice(8, { told });
  expect(screen.getByRole('button', { name: /^공지사항\s*3$/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^알림\s*3$/ })).toBeTruthy();
  expect(await screen.findByText('시스템 점검')).toBeTruthy();
  await notice(Number.NaN, { told });
  expect(screen.getByRole('button', { name: /^공지사항\s*3$/ })).toBeTruthy();
});

test.each([
  [['ECONOMIC'], true],
  [['PRICE'], false],
] as const)('with %o switched on a reminder is shown over the page: %s', async (inApp, isShown) => {
  await openMenu([...inApp]);
  await act(async () =>
    server.push('/user/queue/notification', { type: 'ECONOMIC_REMINDER', at: NOON, data: reminder }),
  );
  expect(screen.getByRole('button', { name: /^알림\s*3$/ })).toBeTruthy();
  await notice(8, { told });
  expect(screen.queryByText('시스템 점검')).toBeNull();
  expect(screen.queryByText('소비자물가 발표') !== null).toBe(isShown);
});

test('a follow that was detached raises the number once, though it is no event of the member', async () => {
  await openMenu([]);
  const copy = { role: 'FOLLOWER', traderFollowerId: 7, follow: 'DETACHED' } as const;
  const data = { orders: [], positions: [], fills: [], copy };
  const push = { type: 'COPYTRADE_FOLLOW', at: NOON, data } as const;
  for (let time = 0; time < 2; time += 1) await act(async () => server.push('/user/queue/futures', push));
  expect(screen.getByRole('button', { name: /^알림\s*3$/ })).toBeTruthy();
  expect(await screen.findByText('이제 따라가지 않습니다')).toBeTruthy();
});

test('on a wide screen the bell has the number', async () => {
  openScreen('/more/setting', { signedIn: true, server, isWide: true });
  const bar = await screen.findByRole('navigation', { name: '주 메뉴' });
  const bell = await within(bar).findByRole('link', { name: '알림, 읽지 않음 2' });
  expect(bell.getAttribute('href')).toBe('/more/notifications');
});
