// The fixed figures of copy trading (docs/rules.md 5).
import { amount, type Rate, rate } from '../amount.ts';

/** Copies are paid from here: the coin futures of other wallets are not copied. */
export const COPY_WALLET = 'FUTURES';

/** Both limits of a follow, in USDT. */
export const LEAST_BET = amount('10');
export const MOST_MULTIPLY = 100_000;
/** The highest that a follower may name as the most; the instrument may allow less. */
export const MOST_LEVERAGE = 125;
/** What a trader may ask of the profit of followers. */
export const LEAST_RATE = rate('0.1');
export const MOST_RATE = rate('0.3');
export const MOST_QUOTA = 100_000;

/** How much worse than the trader's price a copy may open: of the two coins that are traded most, and of all others. */
const [NARROW_GUARD, WIDE_GUARD] = [rate('0.005'), rate('0.015')];
export const instrumentEntryGuard = (stock: string): Rate =>
  /^(BTC|ETH)USDT$/.test(stock) ? NARROW_GUARD : WIDE_GUARD;

/** How much worse than the trader's price a copy is closed, unless its follower says otherwise. */
export const EXIT_GUARD = rate('0.008');
/** The widest guard that a follower may set. */
export const MOST_GUARD = rate('0.05');
/** How much worse than the price that its player saw a copy or a trader's position is closed in the copy tab. */
export const CLOSE_TOLERANCE = rate('0.005');

/** A lead without a usable price waits so long, and one whose close is outside the guard as well. */
export const PATIENCE_MS = 10_000;
/** Copies of one trader that wait: above it the trader opens nothing more, so that memory is bounded. */
export const MOST_PENDING = 50_000;
/** Maintenance margin over margin balance, above which a share is not taken. */
export const SHARE_RATIO_MOST = rate('0.8');

/** An event makes at most so many leads: numbers of leads are the event's times this, and the place in it. */
export const LEADS_PER_EVENT = 1_024;
export const leadId = (event: number, place: number): number => event * LEADS_PER_EVENT + place;
