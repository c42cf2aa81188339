import { describe, expect, test } from 'vitest';
import { addressOf, bankOf, maskedAddress, maskedBank, maskedEmail, maskedPhone } from './masks.ts';

describe('a masked value', () => {
  test.each([
    ['01012344417', '010-****-4417'],
    ['0212344417', '02-****-4417'],
    ['0311234417', '031-****-4417'],
  ])('of the phone %s is %s', (phone, shown) => expect(maskedPhone(phone)).toBe(shown));

  test.each([
    ['maru@example.com', 'ma***@example.com'],
    ['ab@example.com', 'a***@example.com'],
    ['a@example.com', '***@example.com'],
  ])('of the address %s is %s', (email, shown) => expect(maskedEmail(email)).toBe(shown));

  test.each(['9430', '94301234567', '1', '943-01-234567'])(
    'of the account %s hides half of its digits',
    (number) => {
      const digits = number.replaceAll('-', '');
      const shown = maskedBank({ bankName: '국민', accountNumber: number, accountHolder: '김마루' });
      expect(shown.startsWith('국민 ')).toBe(true);
      expect(shown).not.toContain('김마루');
      expect(shown.replaceAll(/\D/g, '').length).toBeLessThanOrEqual(Math.max(0, digits.length / 2));
    },
  );

  test('of a postal address is its first word', () => {
    const address = addressOf({ zipCode: '06236', address1: '서울 강남구 테헤란로 1', address2: '2층' });
    expect(address && maskedAddress(address)).toBe('서울 ***');
  });

  test('is none where nothing was given, whatever the table has', () => {
    for (const stored of [
      null,
      {},
      { accountNumber: '', address1: '' },
      { accountNumber: 7, address1: [] },
    ]) {
      expect(bankOf(stored)).toBeUndefined();
      expect(addressOf(stored)).toBeUndefined();
    }
  });
});
