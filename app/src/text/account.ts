import { account as en } from './en/account.ts';
import { signIn as enSignIn } from './en/sign-in.ts';
import { account as ko } from './ko/account.ts';
import { signIn as koSignIn } from './ko/sign-in.ts';
import type { RoomWords } from './language.tsx';

/** Signing up needs the texts of the sign-in form too. */
const words = { ...koSignIn, ...ko };

export const accountWords: RoomWords<typeof words> = { ko: words, en: { ...enSignIn, ...en } };
