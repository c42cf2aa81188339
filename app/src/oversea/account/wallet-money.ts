import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { type MoneyText, useMoneyText } from '../../shell/money-text.ts';

type Traded = Pick<WireOverseaOption, 'terms'> | undefined;

/** Of the wallet that pays for an instrument; an instrument that the site does not trade has none. */
export const walletCurrency = (instrument: Traded): string => instrument?.terms?.walletCurrency ?? 'KRW';

export const useWalletMoney = (instrument: Traded): MoneyText => useMoneyText(walletCurrency(instrument));
