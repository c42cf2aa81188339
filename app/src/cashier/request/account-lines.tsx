import type { ReactNode } from 'react';
import { useCopy } from '../../receipt/use-copy.ts';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import './account-lines.css';

interface Props {
  readonly title: string;
  readonly account: { readonly accountNumber: string; readonly holder: string };
  /** Beside the holder. */
  readonly aside?: ReactNode;
}

/** A bank account that money is sent to: its number to copy, and whose it is. */
export function AccountLines({ title, account, aside }: Props) {
  const words = useWords(cashierWords);
  const { isCopied, copy } = useCopy();
  return (
    <>
      <div className="account-lines__line">
        <span className="text-caption">{title}</span>
        <Button
          kind="tonal"
          size="small"
          icon={isCopied ? 'check' : 'copy'}
          label={words.copyAccount}
          onPress={() => copy(account.accountNumber)}
        >
          {isCopied ? words.copied : words.copy}
        </Button>
      </div>
      <p className="account-lines__number figure">{account.accountNumber}</p>
      <div className="account-lines__line">
        <span className="text-note">{words.holder(account.holder)}</span>
        {aside}
      </div>
    </>
  );
}
