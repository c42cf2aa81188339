// The costs and trading hours of an overseas future: for the contract card, the preview and the decision.
import { z } from 'zod';
import { decimalText } from '../fields.ts';

export const overseaTerms = z.object({
  walletType: z.string(),
  /** The currency of margin, commission and results. */
  walletCurrency: z.string(),
  walletPlaces: z.int(),
  /** Wallet currency per unit of the contract's currency, and since when it is valid. */
  rate: decimalText,
  rateSinceMillis: z.int(),
  entryMargin: decimalText,
  overnightMargin: decimalText,
  /** Per contract and side. */
  commission: decimalText,
  contractsMost: z.int(),
  playerContractsMost: z.int(),
  lossCutRate: decimalText,
  staleMillis: z.int(),
  mayBeNegative: z.boolean(),
  mode: z.enum(['NORMAL', 'REDUCE_ONLY', 'STOPPED']),
  /** The current stretch; null while the market is closed or in a break. */
  session: z
    .object({
      tradeDate: z.string(),
      opensMillis: z.int(),
      closesMillis: z.int(),
      /** T: the end of the trade date's last stretch. */
      endsMillis: z.int(),
      isLastTradingDay: z.boolean(),
    })
    .nullable(),
  /** All stretches of the trade date under way or next, for the contract card. */
  tradeDay: z
    .object({
      tradeDate: z.string(),
      stretches: z.array(z.object({ opensMillis: z.int(), closesMillis: z.int() })),
    })
    .nullable(),
  /** `2026-12`, and the last trading day of that month's contract. */
  month: z.string().nullable(),
  lastTradingDate: z.string().nullable(),
});
export type WireOverseaTerms = z.output<typeof overseaTerms>;
