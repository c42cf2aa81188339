// Confirms a payout account with the password: whoever found an open phone cannot send money to an account of their own.
import { confirmPayout } from '@maru/contract/cashier/payouts';
import { ProofSheet } from '../../shell/member/proof-sheet.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { type Payout, payoutTitle } from './payout-card.tsx';

interface Props {
  readonly payout: Payout;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}

export function ConfirmPayoutSheet({ payout, onClose, onConfirmed }: Props) {
  const words = useWords(cashierWords);
  const toasts = useToasts();
  return (
    <ProofSheet
      call={confirmPayout}
      body={{ payoutId: payout.id }}
      title={words.payoutConfirmTitle}
      lead={words.payoutConfirmLead}
      action={words.payoutConfirm}
      onClose={onClose}
      onDone={() => {
        toasts.show({ kind: 'order', title: words.payoutConfirmed });
        onConfirmed();
      }}
    >
      <p className="text-strong payouts__shown">{payoutTitle(payout)}</p>
    </ProofSheet>
  );
}
