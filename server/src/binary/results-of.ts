// What a member's decided bets brought, as their own sums of a day have it. Bets are made from one wallet of a site.
import type { Currency, SiteId } from '@maru/engine/purse';
import { DAY_MS, KST_OFFSET_MS } from '@maru/engine/time';
import type { ResultsOf } from '../product/results.ts';
import { sumBets } from './bet-store.ts';
import { creditOf } from './wire.ts';

export const betResults =
  (currencyOf: (site: SiteId) => Currency | undefined): ResultsOf =>
  async (tx, { site, player, firstDay, lastDay }) => {
    const currency = currencyOf(site);
    if (currency === undefined) return [];
    const [from, to] = [firstDay * DAY_MS - KST_OFFSET_MS, (lastDay + 1) * DAY_MS - KST_OFFSET_MS];
    const sums = await sumBets(tx, { site, player, from, to });
    const decided = sums.filter(({ status }) => status !== 0);
    return [{ currency, net: decided.reduce((sum, each) => sum + creditOf(each) - each.stake, 0n) }];
  };
