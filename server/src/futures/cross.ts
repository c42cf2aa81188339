// What wallets of coin futures are worth, for connected players: after each event of theirs, and with the marks at a rate
// that a screen can show. It is computed from what is followed here; the desk is asked only about who holds nothing any
// more after an event that does not say what is left.
import type { WireFuturesCross } from '@maru/contract/futures/wire';
import type { Amount } from '@maru/engine/amount';
import type { AccountFacts, PricedOf } from '@maru/engine/futures/standing';
import { UNIT } from '@maru/engine/futures/value';
import { type PlayerId, playerPurse, type SiteId, type WalletType } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { BalanceAfter } from '@maru/engine/transfer';
import { createStandingPushes, type PlayerStandings, type StandingPushes } from '../watch/standing-pushes.ts';
import { crossOf, factsSeen, liquidPrices, newestPrices } from './account.ts';
import type { FuturesParts } from './deps.ts';
import { createLiquidPrices, type LiquidAt } from './liquid-prices.ts';
import { readFuturesAccounts } from './reads.ts';

export interface CrossParts
  extends Pick<
    FuturesParts,
    | 'pushCross'
    | 'pushLiquidPrices'
    | 'connected'
    | 'isConnected'
    | 'onPresence'
    | 'time'
    | 'log'
    | 'holdings'
    | 'instruments'
  > {
  readonly desk: Pick<FuturesParts['desk'], 'read'>;
  readonly prices: Pick<FuturesParts['prices'], 'latest'>;
  readonly terms: Pick<FuturesParts['terms'], 'at'>;
}

type Standings = PlayerStandings<WireFuturesCross>;
type PricesOf = (site: SiteId) => PricedOf;

export interface CrossPushes extends Omit<StandingPushes, 'touch'> {
  /** Called after an event of the player's account, with the balances that it left. */
  touch(player: PlayerId, after: readonly BalanceAfter[]): void;
}

export function createCrossPushes(parts: CrossParts): CrossPushes {
  const { desk, pushCross, connected, isConnected, time, log, holdings, instruments } = parts;
  const wallets = new Set(instruments.all.map(({ contract }) => contract.wallet));
  const liquid = createLiquidPrices(parts.pushLiquidPrices);
  /** Of those who hold nothing any more: a crash liquidates thousands, and the desk has other work then. */
  const left = new Map<PlayerId, readonly BalanceAfter[]>();
  const endPresence = parts.onPresence((player, isHere) => {
    if (isHere) return;
    liquid.forget(player);
    left.delete(player);
  });

  /** Undefined for a player who holds nothing. */
  function standingsOf(player: PlayerId, pricesOf: PricesOf, now: Millis): Standings | undefined {
    const site = holdings.siteOf(player);
    if (site === undefined) return undefined;
    const pricedOf = pricesOf(site);
    const standings: WireFuturesCross[] = [];
    for (const wallet of holdings.walletsOf(player)) {
      const facts = holdings.factsOf(player, wallet);
      const cross = facts && crossOf(facts, pricedOf);
      if (cross !== undefined) standings.push(cross);
    }
    updateLiquid(player, site, pricedOf, now);
    return { player, standings };
  }

  /** Undefined where the last event did not say what is left. Nothing where that was pushed already. */
  function standingsLeft(player: PlayerId): Standings | undefined {
    const after = left.get(player);
    if (after === undefined) return { player, standings: [] };
    left.delete(player);
    const standings: WireFuturesCross[] = [];
    for (const wallet of wallets) {
      const free = after.find(({ purse }) => purse === playerPurse(player, wallet, 'free'))?.balance;
      const cross = free === undefined ? undefined : crossOf(flatFacts(wallet, free), NO_PRICES);
      if (cross !== undefined) standings.push(cross);
    }
    return standings.length === 0 ? undefined : { player, standings };
  }

  function updateLiquid(player: PlayerId, site: SiteId, pricedOf: PricedOf, now: Millis): void {
    const open = [...(holdings.state.accounts.get(player)?.positions.values() ?? [])];
    const isDue = liquid.isDue(
      player,
      open.map(({ id }) => id),
      now,
    );
    if (!isDue || !isConnected(player)) return;
    const termsOf = (instrument: number) => parts.terms.at(site, instrument, now);
    const prices: LiquidAt[] = [];
    for (const wallet of new Set(open.map((position) => position.wallet))) {
      const facts = holdings.factsOf(player, wallet);
      if (facts === undefined) continue;
      for (const [instrument, at] of liquidPrices(facts, pricedOf, termsOf)) {
        const position = facts.positions.get(instrument)?.id;
        if (position !== undefined) prices.push({ position, instrument, at });
      }
    }
    liquid.update(player, prices, now);
  }

  function pricesBySite(now: Millis): PricesOf {
    const sites = new Map<SiteId, PricedOf>();
    return (site) => {
      const known = sites.get(site) ?? newestPrices(parts, site, now);
      sites.set(site, known);
      return known;
    };
  }

  async function flatStandings(players: readonly PlayerId[], now: Millis): Promise<readonly Standings[]> {
    const read = players.length === 0 ? undefined : await desk.read(readFuturesAccounts, { players });
    return (read?.seen ?? []).flatMap(({ player, seen }) => {
      if (seen === undefined) return [];
      const pricedOf = newestPrices(parts, seen.site, now);
      const own = seen.wallets.filter(({ type }) => wallets.has(type));
      const standings = own.flatMap((wallet) => crossOf(factsSeen(seen, wallet), pricedOf) ?? []);
      return [{ player, standings }];
    });
  }

  const pushes = createStandingPushes<WireFuturesCross>({
    connected,
    time,
    log,
    hasPositions: (player) => (holdings.state.accounts.get(player)?.positions.size ?? 0) > 0,
    async standingsOf(players) {
      const now = time.clock();
      const flat: PlayerId[] = [];
      const standings: Standings[] = [];
      const pricesOf = pricesBySite(now);
      for (const player of players) {
        const own = standingsOf(player, pricesOf, now) ?? standingsLeft(player);
        if (own === undefined) flat.push(player);
        else standings.push(own);
      }
      return flat.length === 0 ? standings : [...standings, ...(await flatStandings(flat, now))];
    },
    push: (player, data, at) => pushCross(player, { type: 'FUTURES_CROSS', at, data }),
    failure: 'coin-futures equity push: valuing accounts failed',
  });

  return {
    ...pushes,
    touch(player, after) {
      if (!isConnected(player)) return;
      if (holdings.siteOf(player) === undefined) left.set(player, after);
      else left.delete(player);
      liquid.touch(player);
      pushes.touch(player);
    },
    async stop() {
      endPresence();
      await pushes.stop();
    },
  };
}

const NO_PRICES: PricedOf = () => undefined;
const flatFacts = (wallet: WalletType, free: Amount): AccountFacts => ({
  wallet,
  free,
  unit: UNIT,
  positions: new Map(),
  orders: new Map(),
});
