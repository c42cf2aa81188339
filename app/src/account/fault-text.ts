import { type RefusalCode, refusals } from '@maru/contract/refusals';
import type { Text } from '../text/ko.ts';
import type { Language } from '../text/language.tsx';
import type { Fault } from './sign-up-form.ts';

/** The words of the server for what the server would refuse, so that nobody reads two sentences for one mistake. */
export function faultText(
  fault: Fault,
  { language, text: { account } }: { readonly language: Language; readonly text: Text },
): string {
  const ours: Readonly<Record<Exclude<Fault, RefusalCode>, string>> = {
    PASSWORD_DIFFERS: account.passwordDiffers,
    ACCOUNT_NUMBER_INVALID: account.accountNumberInvalid,
    CHOOSE_BANK: account.chooseBank,
    // The empty box says it.
    MUST_AGREE: '',
  };
  return fault in refusals ? refusals[fault as RefusalCode][language] : ours[fault as keyof typeof ours];
}
