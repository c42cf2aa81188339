// The form of Korean account numbers. Their check digits differ from bank to bank and are not published, so only the form
// is checked; the bank itself refuses a transfer to an account that does not exist.

const FEWEST_DIGITS = 10;
const MOST_DIGITS = 16;

/** The digits of an account number as somebody wrote it; undefined when it can be none. */
export function accountDigits(text: string): string | undefined {
  if (!/^\d+(-\d+)*$/.test(text)) return undefined;
  const digits = text.replaceAll('-', '');
  return digits.length >= FEWEST_DIGITS && digits.length <= MOST_DIGITS && !/^0+$/.test(digits)
    ? digits
    : undefined;
}

const SHOWN_DIGITS = 4;
const SHOWN_CHARACTERS = 6;

/** What the owner sees of it again: enough to tell two apart, too little to copy. */
export const maskedAccount = (kind: 'BANK' | 'CHAIN', account: string): string =>
  kind === 'BANK'
    ? `${'•'.repeat(account.length - SHOWN_DIGITS)}${account.slice(-SHOWN_DIGITS)}`
    : account.length <= 2 * SHOWN_CHARACTERS
      ? account
      : `${account.slice(0, SHOWN_CHARACTERS)}…${account.slice(-SHOWN_CHARACTERS)}`;
