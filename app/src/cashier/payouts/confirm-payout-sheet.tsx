// Confirms a payout account with the password: whoever found an open phone cannot send money to an account of their own.
import { confirmPayout } from '@maru/contract/cashier/payouts';
import { useState } from 'react';
import { useConfirmedCall } from '../../shell/member/use-confirmed-call.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { type Payout, payoutTitle } from './payout-card.tsx';

interface Props {
  readonly payout: Payout | undefined;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}

export function ConfirmPayoutSheet({ payout, onClose, onConfirmed }: Props) {
  const words = useWords(cashierWords);
  const toasts = useToasts();
  const { busy, send, question } = useConfirmedCall(confirmPayout);
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState<string>();

  async function confirm() {
    if (payout === undefined) return;
    const outcome = await send({ body: { payoutId: payout.id, password } });
    if (!outcome) return;
    if (!outcome.ok) return setRefused(outcome.message);
    setPassword('');
    toasts.show({ kind: 'order', title: words.payoutConfirmed });
    onConfirmed();
  }

  return (
    <BottomSheet
      open={payout !== undefined}
      onClose={onClose}
      title={words.payoutConfirmTitle}
      closeLabel={words.close}
      hasUnsavedInput={password !== ''}
      action={
        <Button
          disabled={password === ''}
          busy={busy}
          busyLabel={words.payoutConfirming}
          onPress={() => void confirm()}
        >
          {words.payoutConfirm}
        </Button>
      }
    >
      <div className="payouts__fields">
        <p className="text-note">{words.payoutConfirmLead}</p>
        <p className="text-strong payouts__shown">{payout && payoutTitle(payout)}</p>
        <PasswordField
          label={words.password}
          name="password"
          surface="sheet"
          autoComplete="current-password"
          value={password}
          onChange={(next) => {
            setPassword(next);
            setRefused(undefined);
          }}
          words={{ show: words.showPassword, hide: words.hidePassword }}
          error={refused}
          reserve
        />
        {question}
      </div>
    </BottomSheet>
  );
}
