import { signUp } from '@maru/contract/account/calls';
import { expect, test } from 'vitest';
import {
  bodyOf,
  EMPTY_FORM,
  faultOf,
  isStepGood,
  isTouched,
  type SignUpForm,
  stepOf,
} from './sign-up-form.ts';

const good: SignUpForm = {
  ...EMPTY_FORM,
  username: 'maru_trader',
  password: 'walks over the floor',
  passwordAgain: 'walks over the floor',
  nick: '잔물결',
  name: '김마루',
  phone: '010-1234-5678',
  email: 'trader@example.com',
  bankId: '3',
  accountNumber: '110-000-000000',
  agreedTerms: true,
  agreedPrivacy: true,
  agreedRisk: true,
};

test('a valid form passes every step and the schema of the server', () => {
  for (const step of [1, 2, 3] as const) expect(isStepGood(good, step)).toBe(true);
  expect(() =>
    signUp.body.parse(bodyOf(good, { partnerCode: 'NURI01', bankName: '신한은행' })),
  ).not.toThrow();
});

test.each([
  ['username', { username: 'Maru' }, 'USERNAME_INVALID'],
  ['username', { username: 'ab' }, 'USERNAME_INVALID'],
  ['password', { password: '1234567' }, 'PASSWORD_LENGTH'],
  ['passwordAgain', { passwordAgain: 'walks over the door' }, 'PASSWORD_DIFFERS'],
  ['nick', { nick: '' }, 'ENTER_NICK'],
  ['nick', { username: 'ripple', nick: 'Ripple' }, 'USERNAME_EQUALS_NICK'],
  ['nick', { nick: '물 결' }, 'NICK_INVALID'],
  ['nick', { nick: '마루운영자' }, 'NICK_RESERVED'],
  ['name', { name: ' ' }, 'ENTER_NAME'],
  ['name', { name: '김<b>' }, 'NAME_INVALID'],
  ['phone', { phone: '' }, 'ENTER_PHONE'],
  ['phone', { phone: '010-12' }, 'PHONE_INVALID'],
  ['email', { email: '' }, 'ENTER_EMAIL'],
  ['email', { email: 'a@b' }, 'EMAIL_INVALID'],
  ['bankId', { bankId: '' }, 'CHOOSE_BANK'],
  ['accountNumber', { accountNumber: '12' }, 'ACCOUNT_NUMBER_INVALID'],
  ['agreedRisk', { agreedRisk: false }, 'MUST_AGREE'],
] as const)('%s of %o is refused as %s', (field, change, fault) => {
  expect(faultOf({ ...good, ...change }, field)).toBe(fault);
});

test('the bank account is optional', () => {
  const later = { ...good, bankId: '', accountNumber: '' };
  expect(isStepGood(later, 3)).toBe(true);
  expect(bodyOf(later, {})).not.toHaveProperty('bankInfo');
});

test('a refusal of the server returns to the step of its field', () => {
  expect(stepOf('username')).toBe(1);
  expect(stepOf('phone')).toBe(2);
  expect(stepOf('partnerId')).toBe(3);
  expect(stepOf(undefined)).toBe(3);
});

test('an unchanged form can be left without a confirmation', () => {
  expect(isTouched(EMPTY_FORM)).toBe(false);
  expect(isTouched({ ...EMPTY_FORM, nick: '물' })).toBe(true);
});
