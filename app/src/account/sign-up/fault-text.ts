import { type RefusalCode, refusals } from '@maru/contract/refusals';
import { accountWords } from '../../text/account.ts';
import type { Language } from '../../text/language.tsx';
import type { Fault } from './sign-up-form.ts';

/** The server's text for what the server would refuse, so that one mistake has one text. */
export function faultText(fault: Fault, language: Language): string {
  const words = accountWords[language];
  const ours: Readonly<Record<Exclude<Fault, RefusalCode>, string>> = {
    PASSWORD_DIFFERS: words.passwordDiffers,
    ACCOUNT_NUMBER_INVALID: words.accountNumberInvalid,
    CHOOSE_BANK: words.chooseBank,
    // The unchecked box shows it already.
    MUST_AGREE: '',
  };
  return fault in refusals ? refusals[fault as RefusalCode][language] : ours[fault as keyof typeof ours];
}
