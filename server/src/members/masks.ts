// Contact data as staff see it before they ask for it: enough to recognise, too little to use.

const shownDigits = 4;

/** `010-****-4417` */
export function maskedPhone(phone: string): string {
  const first = phone.startsWith('02') ? 2 : 3;
  return `${phone.slice(0, first)}-****-${phone.slice(-shownDigits)}`;
}

/** `ma***@example.com`: at most two characters, and never all of a short name. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at);
  return `${name.slice(0, Math.min(2, name.length - 1))}***${email.slice(at)}`;
}

/** `국민은행 9430-**-***`: the name of the bank and the first digits. */
export function maskedBank({ bankName, accountNumber }: BankOf): string {
  const digits = accountNumber.replaceAll('-', '');
  const shown = digits.slice(0, Math.min(shownDigits, Math.floor(digits.length / 2)));
  return [bankName, `${shown}-**-***`].filter((part) => part !== '').join(' ');
}

/** The first word: a city or a province. */
export function maskedAddress({ address1 }: AddressOf): string {
  const [first = ''] = address1.trim().split(/\s+/);
  return `${first} ***`;
}

export interface BankOf {
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountHolder: string;
}

export interface AddressOf {
  readonly zipCode: string;
  readonly address1: string;
  readonly address2: string;
}

const textIn = (value: object, name: string): string => {
  const found = (value as Readonly<Record<string, unknown>>)[name];
  return typeof found === 'string' ? found : '';
};

/** Undefined where no account number was given. */
export function bankOf(stored: object | null): BankOf | undefined {
  if (stored === null) return undefined;
  const accountNumber = textIn(stored, 'accountNumber');
  if (accountNumber === '') return undefined;
  return {
    accountNumber,
    bankName: textIn(stored, 'bankName'),
    accountHolder: textIn(stored, 'accountHolder'),
  };
}

export function addressOf(stored: object | null): AddressOf | undefined {
  if (stored === null) return undefined;
  const address1 = textIn(stored, 'address1');
  if (address1 === '') return undefined;
  return { address1, address2: textIn(stored, 'address2'), zipCode: textIn(stored, 'zipCode') };
}
