// The fields of the sign-up form and their validation. The rules are the server's own, so a form that passes is never
// refused as invalid by the server.
import {
  emailOf,
  isPasswordLength,
  isReservedNick,
  isSameName,
  isUsername,
  nickOf,
  personNameOf,
  phoneOf,
} from '@maru/contract/account/rules';
import type { RefusalCode } from '@maru/contract/refusals';

export const EMPTY_FORM = {
  username: '',
  password: '',
  passwordAgain: '',
  nick: '',
  name: '',
  phone: '',
  email: '',
  /** What a right code gave; proving is for whoever wants it. */
  phoneProof: '',
  emailProof: '',
  bankId: '',
  accountNumber: '',
  agreedTerms: false,
  agreedPrivacy: false,
  agreedRisk: false,
};

export type SignUpForm = Readonly<typeof EMPTY_FORM>;
export type SignUpField = keyof SignUpForm;
export type Step = 1 | 2 | 3;
/** The server's refusal codes, and the faults that only a form can have. */
export type Fault =
  | RefusalCode
  | 'PASSWORD_DIFFERS'
  | 'ACCOUNT_NUMBER_INVALID'
  | 'CHOOSE_BANK'
  | 'MUST_AGREE';

const STEP_FIELDS: Readonly<Record<Step, readonly SignUpField[]>> = {
  1: ['username', 'password', 'passwordAgain', 'nick'],
  2: ['name', 'phone', 'email', 'phoneProof', 'emailProof'],
  3: ['bankId', 'accountNumber', 'agreedTerms', 'agreedPrivacy', 'agreedRisk'],
};

const ACCOUNT_NUMBER = /^[0-9-]{4,32}$/;

/** The bank account may be entered later, but a half-entered one is a mistake. */
const faults: Readonly<Record<SignUpField, (form: SignUpForm) => Fault | undefined>> = {
  username: ({ username }) => (isUsername(username) ? undefined : 'USERNAME_INVALID'),
  password: ({ password }) => (isPasswordLength(password) ? undefined : 'PASSWORD_LENGTH'),
  passwordAgain: ({ password, passwordAgain }) =>
    password === passwordAgain ? undefined : 'PASSWORD_DIFFERS',
  nick: nickFault,
  name: ({ name }) => {
    if (name.trim() === '') return 'ENTER_NAME';
    return personNameOf(name) === undefined ? 'NAME_INVALID' : undefined;
  },
  phone: ({ phone }) => {
    if (phone === '') return 'ENTER_PHONE';
    return phoneOf(phone) === undefined ? 'PHONE_INVALID' : undefined;
  },
  email: ({ email }) => {
    if (email === '') return 'ENTER_EMAIL';
    return emailOf(email) === undefined ? 'EMAIL_INVALID' : undefined;
  },
  phoneProof: () => undefined,
  emailProof: () => undefined,
  bankId: ({ bankId, accountNumber }) => (bankId === '' && accountNumber !== '' ? 'CHOOSE_BANK' : undefined),
  accountNumber: ({ bankId, accountNumber }) => {
    if (bankId === '' && accountNumber === '') return undefined;
    return ACCOUNT_NUMBER.test(accountNumber) ? undefined : 'ACCOUNT_NUMBER_INVALID';
  },
  agreedTerms: ({ agreedTerms }) => (agreedTerms ? undefined : 'MUST_AGREE'),
  agreedPrivacy: ({ agreedPrivacy }) => (agreedPrivacy ? undefined : 'MUST_AGREE'),
  agreedRisk: ({ agreedRisk }) => (agreedRisk ? undefined : 'MUST_AGREE'),
};

function nickFault({ username, nick }: SignUpForm): Fault | undefined {
  if (nick === '') return 'ENTER_NICK';
  if (isSameName({ username, nick })) return 'USERNAME_EQUALS_NICK';
  const stored = nickOf(nick);
  if (stored === undefined) return 'NICK_INVALID';
  return isReservedNick(stored) ? 'NICK_RESERVED' : undefined;
}

export const faultOf = (form: SignUpForm, field: SignUpField): Fault | undefined => faults[field](form);

export const isStepGood = (form: SignUpForm, step: Step): boolean =>
  STEP_FIELDS[step].every((field) => faultOf(form, field) === undefined);

/** The step that shows the field which the server refused. */
export function stepOf(field: string | undefined): Step {
  const steps: readonly Step[] = [1, 2, 3];
  return steps.find((step) => STEP_FIELDS[step].some((each) => each === field)) ?? 3;
}

export const isTouched = (form: SignUpForm): boolean =>
  (Object.keys(EMPTY_FORM) as SignUpField[]).some((field) => form[field] !== EMPTY_FORM[field]);

/** The body of `POST /api/player`. */
export function bodyOf(
  form: SignUpForm,
  {
    partnerCode,
    bankName,
  }: { readonly partnerCode?: string | undefined; readonly bankName?: string | undefined },
) {
  return {
    username: form.username,
    password: form.password,
    name: form.name.trim(),
    phone: form.phone,
    email: form.email,
    nick: form.nick,
    ...(form.phoneProof === '' ? {} : { phoneProof: form.phoneProof }),
    ...(form.emailProof === '' ? {} : { emailProof: form.emailProof }),
    partnerId: partnerCode,
    ...(form.bankId === ''
      ? {}
      : {
          bankInfo: {
            bankId: Number(form.bankId),
            bankName,
            accountNumber: form.accountNumber,
            accountHolder: form.name.trim(),
          },
        }),
  };
}
