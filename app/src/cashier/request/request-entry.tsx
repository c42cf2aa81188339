// The entry of an amount, the same on every page of the cashier: the field in the wallet's currency, a won amount in
// words, what is wrong with it and where the member's own limits are set, and amounts to add with one tap.
import { readAmount } from '@maru/client/format-amount';
import type { ReactNode } from 'react';
import { useWide } from '../../shell/device/device.tsx';
import type { Refusal } from '../../shell/messages/refused.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { cashierWords } from '../../text/cashier.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { AmountEntry } from '../../ui/fields/amount-entry.tsx';
import { QuickAmounts } from './quick-amounts.tsx';
import './request-entry.css';
import { LimitsLink } from './request-notes.tsx';
import { placesOf, type TypedAmount } from './use-amount.ts';

interface Props {
  readonly question: string;
  /** Of the amount that is typed. */
  readonly currency: string;
  readonly amount: TypedAmount;
  /** Why this amount cannot be asked for; a refusal of what was sent comes first. */
  readonly fault?: string | undefined;
  /** Where an amount may be refused before it is sent. */
  readonly refusal?: Refusal | undefined;
  /** Under the amount, in place of the amount in words. */
  readonly reading?: ReactNode;
  readonly aside?: ReactNode;
  readonly action?: ReactNode;
  readonly hasQuickAmounts?: boolean;
  readonly startsOpen?: boolean;
  readonly children?: ReactNode;
  readonly foot: ReactNode;
}

export function RequestEntry(props: Props) {
  const { question, currency, amount, fault, refusal = amount.refusal, aside, action, foot } = props;
  const words = useWords(cashierWords);
  const { language } = useLanguage();
  const isWide = useWide();
  const { unit } = useMoneyText(currency);
  const inWords = currency === 'KRW' ? readAmount(amount.value, language) : '';
  return (
    <AmountEntry
      question={question}
      unit={unit}
      precision={placesOf(currency)}
      value={amount.draft}
      onChange={amount.type}
      reading={props.reading ?? inWords}
      aside={aside}
      action={action}
      error={refusal?.message ?? fault}
      hasPad={!isWide}
      startsOpen={props.startsOpen ?? false}
      padWords={words}
      foot={foot}
    >
      <LimitsLink refusal={refusal} />
      {props.hasQuickAmounts && (
        <div className="request-entry__quick">
          <QuickAmounts amount={amount} />
        </div>
      )}
      {props.children}
    </AmountEntry>
  );
}
