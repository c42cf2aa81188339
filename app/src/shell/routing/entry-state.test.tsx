import { createMemoryHistory } from '@tanstack/history';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openApp } from '../../app-double.tsx';

afterEach(cleanup);

const field = () => screen.findByRole('searchbox', { name: '종목 검색' }) as Promise<HTMLInputElement>;

test('going back to a page restores its state, and opening it again starts with a new one', async () => {
  const history = createMemoryHistory({ initialEntries: ['/search/oversea'] });
  openApp({ signedIn: true, history });
  await act(async () => fireEvent.change(await field(), { target: { value: '나스닥' } }));
  await act(async () => history.push('/more'));
  await screen.findByRole('heading', { level: 1, name: '더보기' });
  await act(async () => history.back());
  expect((await field()).value).toBe('나스닥');
  await act(async () => history.push('/more'));
  await screen.findByRole('heading', { level: 1, name: '더보기' });
  await act(async () => history.push('/search/oversea'));
  expect((await field()).value).toBe('');
});
