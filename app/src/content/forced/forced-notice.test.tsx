import { createStore } from '@maru/client/store';
import { forcedNotices, noticeById, readNotice } from '@maru/contract/content/notice';
import { topics } from '@maru/contract/realtime';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { deviceDouble } from '../../device-double.ts';
import { openScreen } from '../../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../../server-double.ts';
import { DeviceProvider } from '../../shell/device/device.tsx';
import { PlatformProvider } from '../../shell/platform.tsx';
import { ForcedNotice } from './forced-notice.tsx';

afterEach(cleanup);

const notice = (id: number, title: string) => ({
  ...{ id, title, category: 'SYSTEM', categoryName: '시스템', endsAt: null, isPinned: false, isRead: false },
  content: '<p>서버를 점검합니다.</p><script>alert(1)</script>',
  createdAt: Date.UTC(2025, 10, 14, 9, 0),
});

async function open(
  busy = createStore(false),
  { waiting = [] as readonly object[], device = deviceDouble() } = {},
): Promise<ServerDouble> {
  const server = serverDouble();
  server.answer(forcedNotices, () => ({ reply: waiting }));
  server.answer(noticeById, () => ({ reply: notice(7, '시스템 점검 안내') }));
  render(
    <PlatformProvider platform={server.platform}>
      <DeviceProvider device={device}>
        <ForcedNotice busy={busy} />
      </DeviceProvider>
    </PlatformProvider>,
  );
  act(() => server.platform.realtime.open());
  await waitFor(() => expect(server.platform.realtime.connection.get().kind).toBe('connected'));
  return server;
}

const push = (server: ServerDouble, data: unknown, type = 'FORCE_NOTICE') =>
  act(async () => server.push(topics.notice.destination, { type, at: 1, data }));

const asksForNotices = (server: ServerDouble) =>
  server.asked.filter(({ path }) => path === noticeById.path).length;

test('a forced notice opens with its title, its date and its text, and 닫기 closes it', async () => {
  const server = await open();
  await push(server, { id: 7 });
  const dialog = await screen.findByRole('alertdialog', { name: '시스템 점검 안내' });
  expect(dialog.textContent).toContain('서버를 점검합니다.');
  expect(dialog.textContent).toContain('2025.11.14');
  expect(dialog.querySelector('script')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a notice whose call is not answered with 200 is ignored', async () => {
  const server = await open();
  server.answer(noticeById, () => ({ refusal: 'TRY_AGAIN' }));
  await push(server, { id: 7 });
  await waitFor(() => expect(asksForNotices(server)).toBeGreaterThan(0));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a push that is not forced, or names no notice, fetches nothing', async () => {
  const server = await open();
  await push(server, { id: 7 }, 'NOTICE');
  await push(server, null);
  await push(server, { id: '7 or 1=1' });
  expect(asksForNotices(server)).toBe(0);
});

test('a notice is delayed while an order is under way, and stays open when the next one is sent', async () => {
  const busy = createStore(true);
  const server = await open(busy);
  await push(server, { id: 7 });
  await waitFor(() => expect(asksForNotices(server)).toBe(1));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  act(() => busy.set(false));
  await screen.findByRole('alertdialog');
  act(() => busy.set(true));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});

test('of two notices the second opens when the first is closed', async () => {
  const server = await open();
  await push(server, { id: 7 });
  await screen.findByRole('alertdialog', { name: '시스템 점검 안내' });
  server.answer(noticeById, () => ({ reply: notice(8, '휴장 안내') }));
  await push(server, { id: 8 });
  expect(screen.getByRole('alertdialog', { name: '시스템 점검 안내' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  expect(await screen.findByRole('alertdialog', { name: '휴장 안내' })).toBeTruthy();
});

test('a guest who was away sees a notice once on this device', async () => {
  const device = deviceDouble();
  const waiting = [notice(7, '시스템 점검 안내')];
  await open(undefined, { waiting, device });
  await screen.findByRole('alertdialog', { name: '시스템 점검 안내' });
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  cleanup();
  const server = await open(undefined, { waiting: [...waiting, notice(8, '휴장 안내')], device });
  expect(await screen.findByRole('alertdialog', { name: '휴장 안내' })).toBeTruthy();
  expect(screen.queryByText('시스템 점검 안내')).toBeNull();
  expect(server.asked.map(({ path }) => path)).not.toContain(readNotice.path);
});

test('a member who was away sees a notice on any screen, and the server is told that it was closed', async () => {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(forcedNotices, () => ({ reply: [notice(7, '시스템 점검 안내')] }));
  server.answer(readNotice, () => ({ reply: { unread: 0 } }));
  const { sent } = openScreen('/more', { signedIn: true, server });
  await screen.findByRole('alertdialog', { name: '시스템 점검 안내' });
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(sent(readNotice)).toEqual([{ contentId: 7 }]));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
