// What an overseas future is and what trading it costs. The settings are part of the command, and those of a fill are
// stored with it: a setting that changes later changes no fill.
import type { Amount, Price, Qty, Rate } from '../amount.ts';
import type { DayNumber } from '../market/calendar-date.ts';
import type { Quote } from '../market/quote.ts';
import type { WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { SessionLeads } from './session-phase.ts';

/** The spec's words: LONG buys, SHORT sells. */
export type OrderSide = 'LONG' | 'SHORT';

/** The stretch that runs now, and the trade date it belongs to (docs/rules.md 4.3). */
export interface OverseaSession {
  readonly tradeDate: DayNumber;
  readonly opensAt: Millis;
  /** The end of this stretch: a break may follow. */
  readonly closesAt: Millis;
  /** T: the end of the trade date's last stretch, or NEVER. */
  readonly endsAt: Millis;
  /** The contract expires today: whatever is open is closed, flagged or not. */
  readonly isLastTradingDay: boolean;
  /** SESSION_LEADS when absent. */
  readonly leads?: SessionLeads;
}

/** The last millisecond of the year 9999: the end of a session that has none. */
export const NEVER = 253_402_300_799_999 as Millis;

/** Of an instrument that trades day and night: positions and orders are simply kept, whatever the date. */
export const neverEnds = ({ endsAt }: Pick<OverseaSession, 'endsAt'>): boolean => endsAt === NEVER;

/** REDUCE_ONLY lets reducing orders through, STOPPED none (docs/rules.md 0.7). */
export type OverseaMode = 'NORMAL' | 'REDUCE_ONLY' | 'STOPPED';

export interface OverseaTerms {
  readonly instrument: number;
  readonly wallet: WalletType;
  readonly tickSize: Price;
  /** Money in the contract's currency per whole point and contract. */
  readonly multiplier: Qty;
  /** Wallet currency per unit of the contract's currency: the day's rate (docs/rules.md 4.5). */
  readonly rate: Rate;
  /** Per contract. */
  readonly entryMargin: Amount;
  readonly overnightMargin: Amount;
  /** Per contract and side. */
  readonly commission: Amount;
  /** Of one player in this instrument, and in all of them. */
  readonly contractsMost: number;
  readonly playerContractsMost: number;
  /** Share of the margin at which positions are cut (docs/rules.md 4.8). */
  readonly lossCutRate: Rate;
  readonly staleMs: number;
  readonly mayBeNegative: boolean;
  readonly mode: OverseaMode;
  /** By the exchange's calendar no session is left today to open or run. */
  readonly isRest: boolean;
  /** Absent while the market is closed or in a break: nothing is accepted and nothing fills. */
  readonly session: OverseaSession | undefined;
}

/** An instrument with its freshest price: what judging a whole account needs of each. */
export interface Priced {
  readonly terms: OverseaTerms;
  readonly quote: Quote;
}

/** A distance of take-profit or stop-loss lies in 0..this; 0 is off. */
export const MOST_TICKS = 100_000;
/** Of one player, in all instruments. */
export const MOST_RESTING = 200;
