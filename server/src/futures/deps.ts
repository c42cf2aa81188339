// What coin futures need from the rest of the platform, and what its own parts share once it is opened.
import type { FuturesCross, FuturesPush, Push, TopicPushes } from '@maru/contract/realtime';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { defineOffer } from '../product/offer.ts';
import type { ProductParts } from '../product/server-product.ts';
import type { Submit } from './attempts.ts';
import type { Disconnects } from './disconnect.ts';
import type { Holdings } from './holdings.ts';
import type { FuturesInstruments } from './instruments.ts';
import type { Leverages } from './leverages.ts';
import type { FuturesPrices } from './quotes.ts';
import type { FuturesSite, TermsOf } from './terms.ts';

export interface FuturesDeps
  extends Pick<
    ProductParts,
    | 'database'
    | 'desk'
    | 'instruments'
    | 'listed'
    | 'recorder'
    | 'coverage'
    | 'lastTicks'
    | 'onLiveTick'
    | 'time'
    | 'log'
  > {
  readonly sites: {
    all(): readonly FuturesSite[];
    byId(id: SiteId): FuturesSite | undefined;
  };
  readonly prices: FuturesPrices & Pick<ProductParts['prices'], 'index'>;
  readonly funding: ProductParts['funding'];
  readonly pushCross: (player: PlayerId, push: Push<'FUTURES_CROSS', FuturesCross>) => void;
  readonly pushLiquidPrices: (
    player: PlayerId,
    push: Push<'POSITION_UPDATE_LIQUIDPRICE', FuturesPush>,
  ) => void;
  /** Nothing is computed for a player without a connection. */
  readonly connected: () => Iterable<PlayerId>;
  readonly isConnected: (player: PlayerId) => boolean;
  /** A player's first connection came, or the last one went. */
  readonly onPresence: ProductParts['realtime']['onPresence'];
  readonly requests: Pick<ProductParts['requests'], 'ask' | 'perform'>;
  /** To all clients of the site. */
  readonly publish: (site: SiteId, push: TopicPushes['futures']) => void;
}

export interface FuturesParts extends Omit<FuturesDeps, 'instruments'> {
  readonly instruments: FuturesInstruments;
  readonly terms: TermsOf;
  readonly holdings: Holdings;
  readonly leverages: Leverages;
  readonly submit: Submit;
  readonly disconnects: Disconnects;
}

/** What decides and shows fills of coin futures, for a product that makes some of them. */
export interface FuturesGround extends Pick<FuturesParts, 'instruments' | 'terms' | 'holdings' | 'submit'> {
  /** Resolves when everything that is due now on what the player holds was funded, or when patience ends. */
  readonly whenFunded: (player: PlayerId, patienceMs: number) => Promise<void>;
}

export const futuresGround = defineOffer<FuturesGround>('coin futures');
