// The line under an amount that is taken from a wallet: what the wallet holds, and a button for all of it.
import type { ReactNode } from 'react';
import { useMoneyText } from '../../shell/money-text.ts';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { useCurrencyOf, useHeld, useWalletName } from '../wallets/wallet-names.ts';
import { AllButton } from './all-button.tsx';
import { type TypedAmount, unitsOf } from './use-amount.ts';

interface HeldLine {
  /** More is typed than the wallet holds. */
  readonly isAbove: boolean;
  /** For the entry of the amount. */
  readonly line: { readonly reading: ReactNode; readonly action: ReactNode };
}

export function useHeldLine(wallet: string, amount: TypedAmount): HeldLine {
  const words = useWords(cashierWords);
  const walletName = useWalletName();
  const { money } = useMoneyText(useCurrencyOf()(wallet));
  const held = useHeld(wallet);
  return {
    isAbove: held !== undefined && amount.units > unitsOf(held),
    line: {
      reading: (
        <>
          {words.walletHeld(walletName(wallet))} <b className="figure">{money(held)}</b>
        </>
      ),
      action: <AllButton all={held} onAll={amount.type} />,
    },
  };
}
