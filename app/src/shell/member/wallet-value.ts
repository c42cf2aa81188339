// What a wallet is worth by the formula of the product that it pays for: open positions move it.
import type { WalletPoint } from '@maru/contract/fields';

export interface WalletPart {
  readonly name: string;
  readonly value: string;
  /** Shown with its sign; a profit is coloured as well. */
  readonly kind: 'plain' | 'signed' | 'profit';
}

export interface WalletFormula {
  /** What the product calls the wallet. */
  readonly name: string;
  /** The whole formula, and its right side alone. */
  readonly formula: string;
  readonly words: string;
  /** In the order of the formula. */
  readonly parts: readonly WalletPart[];
}

export interface WalletValue {
  readonly figure: string;
  /** Absent where the wallet is no product's own. */
  readonly live?: WalletFormula;
}

/** Of the wallets that the product moves, by their types. */
export type WalletValues = ReadonlyMap<string, WalletValue>;

export type ValueWallets = (wallets: readonly WalletPoint[]) => WalletValues;
