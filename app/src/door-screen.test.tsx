import { tryRound } from '@maru/contract/trial/calls';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen, tap } from './screen-double.tsx';
import { signInPage } from './sign-in-page.tsx';

afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
});

const isFormShown = () => screen.queryByLabelText('아이디', { selector: 'input' }) !== null;

test('a device that never signed in sees what this is, and the form is one tap away', async () => {
  const { stored } = openScreen('/signin', { stored: new Map() });
  await screen.findByRole('heading', { name: /연습 돈으로 거래하고/ });
  expect(isFormShown()).toBe(false);
  await tap('로그인');
  expect(isFormShown()).toBe(true);
  expect(screen.queryByRole('heading', { name: /연습 돈으로/ })).toBeNull();
  expect(stored.get('maru.door')).toBe('form');
});

test('a device on which somebody signed in before sees the form', async () => {
  openScreen('/signin', { stored: new Map([['maru.deviceKey', 'a key']]) });
  await waitFor(() => expect(isFormShown()).toBe(true));
  expect(screen.queryByRole('heading', { name: /연습 돈으로/ })).toBeNull();
});

test.each([
  ['first', new Map<string, string>(), false],
  ['form', new Map([['maru.door', 'form']]), true],
])(
  'the drawn page is taken over without a difference, and only the %s is kept',
  async (_, stored, isForm) => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
    const drawnIn = document.createElement('div');
    drawnIn.innerHTML = signInPage().replace(/<title>[^<]*<\/title>/, '');
    document.body.append(drawnIn);
    openScreen('/signin', { stored, drawnIn });
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1));
    expect(isFormShown()).toBe(isForm);
    expect(reported.mock.calls).toEqual([]);
  },
);

test('a round is tried with one tap, and its token stays on the device', async () => {
  const { server, stored } = openScreen('/signin', { stored: new Map() });
  const acceptedMillis = server.platform.timers.now();
  server.answer(tryRound, () => ({
    reply: {
      token: 'the token',
      stock: 'M100',
      type: 'LONG',
      point: '10000',
      rate: '0.9',
      acceptedMillis,
      closeMillis: acceptedMillis + 16_000,
    },
  }));
  await screen.findByRole('button', { name: /상승/ });
  expect(screen.getByText('+9,000원')).toBeTruthy();
  await tap(/상승/);
  await act(async () => undefined);
  expect(screen.getByText('상승 선택')).toBeTruthy();
  expect(JSON.parse(stored.get('maru.trial') ?? '[]')).toMatchObject([{ token: 'the token', type: 'LONG' }]);
});
