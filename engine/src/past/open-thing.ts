// What an account has open, whatever product it is of: as much as somebody needs who looks at a past moment.
import type { Amount, Price } from '../amount.ts';
import type { Entry } from '../entry.ts';
import type { WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';

interface Common {
  readonly id: number;
  readonly wallet: WalletType;
  /** Where it is known. */
  readonly since?: Millis;
  /** Set aside for it; nothing where the whole wallet answers for it. */
  readonly amount: Amount;
}

interface Traded extends Common {
  readonly instrument: number;
  readonly side: 'LONG' | 'SHORT';
  /** As the product counts: contracts, or coins in decimals. Absent: the whole position, whatever its size is then. */
  readonly qty?: string;
  readonly leverage?: number;
  readonly marginType?: 'ISOLATED' | 'CROSS';
}

/** Worth what its price says; `funding` is accrued and not posted yet. */
export interface OpenPosition extends Traded {
  readonly kind: 'POSITION';
  readonly qty: string;
  readonly entry: Entry;
  readonly funding: Amount;
}

/** Waits for a price: its limit, its trigger, or the distance of an exit in ticks. */
export interface OpenOrder extends Traded {
  readonly kind: 'ORDER';
  readonly type: string;
  readonly price?: Price;
  readonly trigger?: Price;
  readonly ticks?: number;
}

/** Waits for the result of its round. */
export interface OpenBet extends Common {
  readonly kind: 'BET';
  readonly round: number;
  readonly roundType: string;
  readonly pick: string;
}

/** Money that was asked for, or that waits for somebody. */
export interface OpenRequest extends Common {
  readonly kind: 'REQUEST';
  readonly type: string;
}

export type OpenThing = OpenPosition | OpenOrder | OpenBet | OpenRequest;
