// Saves a bank account or a coin address. It cannot be used before it is confirmed, which is the next sheet.
import { generateWallet } from '@maru/contract/cashier/payouts';
import { bankList } from '@maru/contract/site';
import { useState } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useCall } from '../../shell/connection/use-call.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { useCurrencyOf, useWalletName, WON_WALLET, walletsFor } from '../wallets/wallet-names.ts';
import type { Payout } from './payout-card.tsx';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRegistered: (payout: Payout) => void;
}

const NOTHING = { bankId: '', number: '', address: '', tag: '' };

/** Coins whose addresses are shared by many, told apart by a tag. */
const TAGGED: ReadonlySet<string> = new Set(['XRP', 'EOS']);

export function RegisterPayoutSheet({ open, onClose, onRegistered }: Props) {
  const words = useWords(cashierWords);
  const site = useWatched(usePlatform().site);
  const walletName = useWalletName();
  const currencyOf = useCurrencyOf();
  const wallets = walletsFor('withdraw', site);
  const banks = useAnswer(bankList, open ? {} : null).reply ?? [];
  const { busy, send } = useCall(generateWallet);
  const [wallet, setWallet] = useState(WON_WALLET);
  const [typed, setTyped] = useState(NOTHING);
  const [refused, setRefused] = useState<string>();
  const isBank = currencyOf(wallet) === 'KRW';
  const isComplete = isBank ? typed.bankId !== '' && typed.number !== '' : typed.address !== '';
  const change = (part: Partial<typeof NOTHING>) => {
    setTyped((before) => ({ ...before, ...part }));
    setRefused(undefined);
  };

  async function register() {
    const outcome = await send({
      body: isBank
        ? { coinName: wallet, bankInfo: { bankId: Number(typed.bankId), accountNumber: typed.number } }
        : {
            coinName: wallet,
            address: typed.address.trim(),
            ...(typed.tag === '' ? {} : { destinationTag: typed.tag }),
          },
    });
    if (!outcome) return;
    if (!outcome.ok) return setRefused(outcome.message);
    setTyped(NOTHING);
    onRegistered(outcome.reply);
  }

  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={words.payoutAdd}
      closeLabel={words.close}
      hasUnsavedInput={Object.values(typed).some((each) => each !== '')}
      action={
        <Button
          disabled={!isComplete}
          busy={busy}
          busyLabel={words.payoutSaving}
          onPress={() => void register()}
        >
          {words.payoutSave}
        </Button>
      }
    >
      <div className="payouts__fields">
        <SelectField
          label={words.payoutWallet}
          name="wallet"
          surface="sheet"
          value={wallet}
          options={wallets.map((each) => ({ value: each, label: walletName(each) }))}
          onChange={(next) => {
            setWallet(next);
            setRefused(undefined);
          }}
        />
        {isBank ? (
          <>
            <SelectField
              label={words.payoutBank}
              name="bank"
              surface="sheet"
              value={typed.bankId}
              options={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(bankId) => change({ bankId })}
            />
            <TextField
              label={words.payoutNumber}
              name="accountNumber"
              surface="sheet"
              pattern="digitsAndHyphen"
              maxLength={32}
              value={typed.number}
              onChange={(number) => change({ number })}
              error={refused}
              reserve
            />
          </>
        ) : (
          <>
            <TextField
              label={words.payoutAddress}
              name="address"
              surface="sheet"
              maxLength={128}
              value={typed.address}
              onChange={(address) => change({ address })}
              error={refused}
              reserve
            />
            {TAGGED.has(wallet) && (
              <TextField
                label={words.payoutTag}
                name="tag"
                surface="sheet"
                pattern="digits"
                maxLength={20}
                value={typed.tag}
                onChange={(tag) => change({ tag })}
                hint={words.payoutTagHint}
                required={false}
              />
            )}
          </>
        )}
      </div>
    </BottomSheet>
  );
}
