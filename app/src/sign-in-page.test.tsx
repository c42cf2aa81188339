import { signIn } from '@maru/contract/account/calls';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { field, openScreen, tap, write } from './screen-double.tsx';
import { signInPage } from './sign-in-page.tsx';

const reported = vi.spyOn(console, 'error').mockImplementation(() => {});

beforeEach(() => {
  reported.mockClear();
  delete document.documentElement.dataset['app'];
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
});

/** The page as a browser has it before any script of ours runs. */
function drawPage(): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = signInPage().replace(/<title>[^<]*<\/title>/, '');
  document.body.append(root);
  return root;
}

const typeInto = (label: string, value: string) => {
  field(label).value = value;
};

test('the built page has the first screen of a stranger and the whole form, without a style or a script', () => {
  const root = drawPage();
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
    '연습 돈으로 거래하고,\n결과를 직접 검증하는 곳',
    '지금을 보는 곳,마루',
  ]);
  expect(field('아이디').autocomplete).toBe('username');
  expect(field('비밀번호').type).toBe('password');
  expect(root.querySelector('form')?.textContent).toContain('로그인');
  for (const link of screen.getAllByRole('link', { name: '회원가입' }))
    expect(link.getAttribute('href')).toBe('/register');
  expect(root.querySelectorAll('[style], style, script')).toHaveLength(0);
});

test('submitted by the browser itself, the form would not put the password into the address', () => {
  drawPage();
  expect(document.querySelector('form')?.method).toBe('post');
});

test('the app hydrates the same elements and keeps what was typed into them', async () => {
  const drawnIn = drawPage();
  const [name, password] = [field('아이디'), field('비밀번호')];
  typeInto('아이디', 'trader');
  typeInto('비밀번호', 'correct horse');
  const { sent } = openScreen('/signin', { drawnIn });
  await waitFor(() => expect(document.documentElement.dataset['app']).toBe('running'));
  expect([field('아이디') === name, field('비밀번호') === password]).toEqual([true, true]);
  expect([name.value, password.value]).toEqual(['trader', 'correct horse']);
  await tap('로그인');
  await waitFor(() =>
    expect(sent(signIn)[0]).toMatchObject({ username: 'trader', password: 'correct horse' }),
  );
  expect(reported.mock.calls).toEqual([]);
});

test('a form that was submitted before the app ran is sent once the app runs', async () => {
  const drawnIn = drawPage();
  typeInto('아이디', 'trader');
  typeInto('비밀번호', 'correct horse');
  // What public/before-app.js sets.
  (document.querySelector('form') as HTMLFormElement).dataset['sent'] = 'early';
  const { sent } = openScreen('/signin', { drawnIn });
  await waitFor(() => expect(sent(signIn)).toHaveLength(1));
  expect(sent(signIn)[0]).toMatchObject({ username: 'trader', password: 'correct horse' });
});

test('a form without input stays empty and sends nothing', async () => {
  const { sent } = openScreen('/signin', { drawnIn: drawPage() });
  await waitFor(() => expect(document.documentElement.dataset['app']).toBe('running'));
  expect([field('아이디').value, field('비밀번호').value]).toEqual(['', '']);
  await write('아이디', 'someone');
  fireEvent.blur(field('아이디'));
  expect([field('아이디').value, sent(signIn)]).toEqual(['someone', []]);
});
