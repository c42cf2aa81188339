// What a coin-futures contract is and what trading it costs: for the contract card, the preview and the decision.
import { z } from 'zod';
import { decimalText } from '../fields.ts';

/** The larger a position, the smaller its leverage and the larger its maintenance margin (docs/rules.md 3.9). */
const futuresTier = z.object({
  /** Positions worth more than this, and at most `cap`, in the currency of the wallet. */
  floor: decimalText,
  cap: decimalText,
  leverageMost: z.int(),
  /** Maintenance margin = rate × value − deduction. */
  maintenanceRate: decimalText,
  deduction: decimalText,
});

export const futuresTerms = z.object({
  /** LINEAR and HYBRID: size in coins, money in USDT; HYBRID is entered and shown as INVERSE: size in dollars. */
  contractType: z.enum(['LINEAR', 'HYBRID', 'INVERSE']),
  walletType: z.string(),
  /** The currency of margin, fees and results. */
  walletCurrency: z.string(),
  walletPlaces: z.int(),
  /** The coin, as labels show it: `BTC`. */
  baseCurrency: z.string(),
  /** The currency of the price: `USDT`, or `USD` of an inverse contract. */
  quoteCurrency: z.string(),
  tickSize: decimalText,
  /** In coins; of INVERSE in dollars. */
  qtyStep: decimalText,
  qtyLeast: decimalText,
  /** What an opening order must be worth at least, in the currency of the price. */
  notionalLeast: decimalText,
  leverageMost: z.int(),
  tiers: z.array(futuresTier),
  /** Of the value of every fill, on both sides. */
  feeRate: decimalText,
  liquidationFeeRate: decimalText,
  /** Maintenance margin over margin balance at which the player is warned. */
  warnRatio: decimalText,
  /** FORBID: the leverage cannot be changed while a position is open. */
  leverageWithPosition: z.enum(['RAISE', 'FORBID']),
  staleMillis: z.int(),
  mode: z.enum(['NORMAL', 'REDUCE_ONLY', 'STOPPED']),
  /** The latest time at which funding was due, and how long it is from one to the next. */
  fundingDueMillis: z.int(),
  fundingIntervalMillis: z.int(),
});
export type WireFuturesTerms = z.output<typeof futuresTerms>;
