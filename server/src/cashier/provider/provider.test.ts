import { expect, test } from 'vitest';
import { isAllowedPage } from './provider.ts';

const real = { hosts: ['pay.example.com'], isPractice: false };
const practice = { hosts: [], isPractice: true };

test.each(['https://pay.example.com/order?id=1', 'https://PAY.example.com/order'])(
  'a member may be sent to %s',
  (url) => {
    expect(isAllowedPage(url, real)).toBe(true);
  },
);

test.each([
  'http://pay.example.com/order',
  'https://pay.example.com.evil.example/order',
  'https://evil.example/https://pay.example.com/',
  'https://pay.example.com@evil.example/',
  'https://user:word@pay.example.com/',
  'https://pay.example.com:8443/',
  'https://169.254.169.254/latest',
  'https://localhost/',
  '//pay.example.com/',
  '/practice/pay/x?order=1',
  'javascript:alert(1)',
  'https://pay.example.com/\n',
  'https://pay.example.com\\@evil.example/',
  '',
])('a member is never sent to %j', (url) => {
  expect(isAllowedPage(url, real)).toBe(false);
});

test('pages of the stand-in lie on the platform itself', () => {
  expect(isAllowedPage('/practice/pay/payelm?order=abc.def', practice)).toBe(true);
  expect(isAllowedPage('/practice/pay/../../evil', practice)).toBe(false);
  expect(isAllowedPage('/practice/pay//evil.example', practice)).toBe(false);
  expect(isAllowedPage('https://evil.example/practice/pay/', practice)).toBe(false);
});
