// Uses a coupon code for one wallet.
import { useCoupon as useCouponCall } from '@maru/contract/cashier/calls';
import { useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyTexts } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { unitsOf } from '../request/use-amount.ts';
import { useWalletName, WON_WALLET } from '../wallets/wallet-names.ts';
import './coupon-sheet.css';

export function CouponSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const words = useWords(cashierWords);
  const wallets = useWatched(usePlatform().site)?.coins ?? [];
  const walletName = useWalletName();
  const moneyIn = useMoneyTexts();
  const toasts = useToasts();
  const { busy, send } = useCall(useCouponCall);
  const [code, setCode] = useState('');
  const [wallet, setWallet] = useState(WON_WALLET);
  const [refused, setRefused] = useState<string>();

  async function apply() {
    const outcome = await send({ body: { promoCode: code.trim(), walletType: wallet } });
    if (!outcome) return;
    if (!outcome.ok) return setRefused(outcome.message);
    const { row, turnover } = outcome.reply;
    const { money, signed } = moneyIn(row.currency);
    setCode('');
    onClose();
    toasts.show({
      kind: 'general',
      icon: 'gift',
      title: words.couponUsed,
      line: unitsOf(turnover) > 0n ? words.couponTurnover(money(turnover)) : undefined,
      figure: signed(row.point),
    });
  }

  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={words.coupon}
      closeLabel={words.close}
      hasUnsavedInput={code !== ''}
      action={
        <Button
          disabled={code.trim() === ''}
          busy={busy}
          busyLabel={words.couponUsing}
          onPress={() => void apply()}
        >
          {words.couponDo}
        </Button>
      }
    >
      <div className="coupon-sheet">
        <p className="text-note">{words.couponLead}</p>
        <TextField
          label={words.couponCode}
          name="promoCode"
          surface="sheet"
          maxLength={64}
          value={code}
          onChange={(next) => {
            setCode(next);
            setRefused(undefined);
          }}
          error={refused}
          reserve
        />
        <SelectField
          label={words.couponWallet}
          name="couponWallet"
          surface="sheet"
          value={wallet}
          options={wallets.map((each) => ({ value: each, label: walletName(each) }))}
          onChange={(next) => {
            setWallet(next);
            setRefused(undefined);
          }}
        />
      </div>
    </BottomSheet>
  );
}
