// What a receipt ends with: the sealed minute of its tick, and the files to check it with outside the app.
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import type { ComponentProps, ReactNode } from 'react';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { MinuteCards } from './chain-cards.tsx';
import { ReceiptFiles } from './receipt-files.tsx';
import { ReceiptSection } from './receipt-page.tsx';

interface Props {
  readonly receipt: object;
  readonly record: ReceiptTicks | undefined;
  readonly program?: string;
  /** Null where no tick was used. */
  readonly minute: ComponentProps<typeof MinuteCards>['minute'] | null;
  /** Further proofs. */
  readonly children?: ReactNode;
}

export function ReceiptProof({ receipt, record, program, minute, children }: Props) {
  const words = useWords(receiptWords);
  return (
    <>
      {minute && (
        <MinuteCards minute={minute} isComplete={record?.complete === true} lead={words.chainLead} />
      )}
      {children}
      <ReceiptSection title={words.download}>
        <ReceiptFiles receipt={receipt} record={record} {...(program === undefined ? {} : { program })} />
      </ReceiptSection>
    </>
  );
}
