import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen, tap } from '../../screen-double.tsx';

afterEach(cleanup);

test('the first page leaves the focus where the browser put it', async () => {
  openScreen('/more', { signedIn: true });
  await screen.findByRole('heading', { level: 1, name: '더보기' });
  expect(document.activeElement).toBe(document.body);
});

test('after a navigation the heading of the page has the focus, and the document title is the same', async () => {
  openScreen('/more', { signedIn: true });
  await screen.findByRole('heading', { level: 1, name: '더보기' });
  await waitFor(() => expect(document.title).toBe('더보기 · 마루'));
  await tap('설정');
  const heading = await screen.findByRole('heading', { level: 1, name: '설정' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(document.title).toBe('설정 · 마루');
  await tap('뒤로');
  const more = await screen.findByRole('heading', { level: 1, name: '더보기' });
  await waitFor(() => expect(document.activeElement).toBe(more));
});

test('a change on the same page does not move the focus', async () => {
  openScreen('/more/setting', { signedIn: true });
  await screen.findByRole('heading', { level: 1, name: '설정' });
  const toggle = screen.getByRole('switch', { name: '진동' });
  await act(async () => toggle.focus());
  await tap('진동', 'switch');
  expect(document.activeElement).toBe(toggle);
});

test.each(['/signin', '/register'])('%s has one main landmark for a guest', async (path) => {
  openScreen(path);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.getAllByRole('main')).toHaveLength(1);
});

test.each(['/more', '/more/setting', '/more/mypage', '/more/terms', '/more/notice', '/welcome', '/oversea'])(
  '%s has one main landmark and one level-1 heading for a member',
  async (path) => {
    openScreen(path, { signedIn: true });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.getAllByRole('main')).toHaveLength(1);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  },
);
