// Fixed terms of the cashier, and the names of the house's purses behind a channel.
import { type Rate as Multiple, ONE } from '../amount.ts';
import { type Currency, housePurse, type PurseId, type SiteId } from '../purse.ts';
import { MINUTE_MS, type Millis } from '../time.ts';
import type { Rate } from './commands.ts';

/** In which purchases and sales are paid. */
export const WON: Currency = 'KRW';

/** docs/rules.md 6.6: an older rate converts nothing. */
const RATE_FRESH_MS = MINUTE_MS;

/** Before this a payment that is in hand is not late. */
export const DISPUTE_AFTER_MS = 15 * MINUTE_MS;

/** Stakes needed before a grant may be withdrawn, as a multiple of it (docs/rules.md 6.3). */
export const GRANT_TURNOVER = ONE as Multiple;

/** No transfer moves so many units (docs/reliability.md, I-07). */
export const MOST_MOVED = 2n ** 63n;

/** The house's own channels; any other name is that of a provider. */
const OWN_CHANNELS: ReadonlySet<string> = new Set(['bank', 'chain', 'p2p']);

/** The names of purses contain it, and the journal writes them unescaped. */
const CHANNEL = /^[a-z][a-z0-9-]{0,31}$/;
export const isChannel = (channel: string): boolean => CHANNEL.test(channel);

/** What the house received through a channel less what it paid out: the outside world as the ledger sees it. */
export const channelPurse = (site: SiteId, channel: string, currency: Currency): PurseId =>
  housePurse(site, OWN_CHANNELS.has(channel) ? channel : `provider-${channel}`, currency);

export const isFresh = ({ at, numerator, denominator }: Rate, now: Millis): boolean =>
  numerator > 0n && denominator > 0n && now - at <= RATE_FRESH_MS;
