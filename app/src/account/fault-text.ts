import { refusals } from '@maru/contract/refusals';
import type { Text } from '../text/ko.ts';
import type { Language } from '../text/language.tsx';
import type { Fault } from './sign-up-form.ts';

/** The words of the server for what the server would refuse, so that nobody reads two sentences for one mistake. */
export function faultText(
  fault: Fault,
  { language, text }: { readonly language: Language; readonly text: Text },
): string {
  switch (fault) {
    case 'PASSWORD_DIFFERS':
      return text.account.passwordDiffers;
    case 'ACCOUNT_NUMBER_INVALID':
      return text.account.accountNumberInvalid;
    case 'CHOOSE_BANK':
      return text.account.chooseBank;
    case 'MUST_AGREE':
      return '';
    default:
      return refusals[fault][language];
  }
}
