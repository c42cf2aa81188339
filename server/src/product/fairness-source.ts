// What a product tells about one day of a site for the fairness board. Everything is read from the product's own tables,
// by an index, and its profits are those that its calls show.
import type { Currency, PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { InstrumentById } from '../push/event-pushes.ts';

export interface SiteDay {
  readonly site: SiteId;
  readonly from: Millis;
  readonly to: Millis;
}

/** One account in one currency: what it closed or had decided that day. Amounts are decimals. */
export interface AccountNet {
  readonly player: PlayerId;
  readonly currency: Currency;
  /** After fees. */
  readonly net: string;
}

/** What the house kept of what was traded, in one currency. */
export interface HouseTake {
  readonly currency: Currency;
  readonly turnover: string;
  readonly taken: string;
  /** What published odds promise the house of these stakes. */
  readonly promised?: string;
  readonly contracts?: string;
}

export interface VoidedRound {
  readonly round: number;
  readonly nameKo: string;
  readonly nameEn: string;
  readonly type: string;
  readonly number: number;
  readonly closedAt: number;
  readonly reason: string;
  readonly text: string | null;
}

export interface RoundsOfDay {
  readonly rounds: number;
  readonly tied: number;
  readonly voidedCount: number;
  /** The first of them. */
  readonly voided: readonly VoidedRound[];
}

/** An order as it was sent. */
export interface SentOrder {
  readonly product: string;
  /** Absent where an order has none. */
  readonly side?: 'UP' | 'DOWN';
  /** Whether its answer says that it was filled, or refused. */
  readonly isFilledAtOnce: boolean;
}

export interface PayoutsOfDay {
  /** From the request to the end of it. */
  readonly paidMs: readonly number[];
  readonly rejected: number;
}

export interface FairnessSource {
  /** As the rows of the board name it. */
  readonly product: string;
  readonly nameKo: string;
  readonly nameEn: string;
  /** The house keeps a part of stakes, and no fee. */
  readonly takesStakes?: true;
  accountNets?(tx: Tx, day: SiteDay): Promise<readonly AccountNet[]>;
  takes?(tx: Tx, day: SiteDay): Promise<readonly HouseTake[]>;
  rounds?(tx: Tx, day: SiteDay, instruments: InstrumentById): Promise<RoundsOfDay>;
  payouts?(tx: Tx, day: SiteDay): Promise<PayoutsOfDay>;
  /** When the oldest withdrawal that waits was asked for. */
  oldestPayout?(tx: Tx, site: SiteId): Promise<number | undefined>;
  /** The paths of the calls that place its orders, and how their bodies are read. */
  readonly orders?: Readonly<Record<string, (body: never) => SentOrder>>;
}
