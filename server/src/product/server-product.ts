// A product of the server as one value: the pushes of its events, and how it is opened beside the others.
import type { View } from '@maru/contract/members/view-of';
import type { SiteFeatures } from '@maru/contract/site-type';
import type { Amount, Price } from '@maru/engine/amount';
import type { PayoutWait } from '@maru/engine/cashier/commands';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import type { OpenBet, OpenPosition } from '@maru/engine/past/open-thing';
import type { PlayerId, SiteId, WalletType } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import type { Database, Tx } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import type { Feed } from '../feed/feed.ts';
import type { Principal, Route } from '../http/serve.ts';
import type { Log } from '../log/log.ts';
import type { FundingRates } from '../market/funding.ts';
import type { Listed } from '../market/listed.ts';
import type { Coverage } from '../market/record-gaps.ts';
import type { TickRecorder } from '../market/tick-recorder.ts';
import type { TradedRows } from '../market/traded-store.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { PushesOf } from '../push/event-pushes.ts';
import type { Follower } from '../push/release.ts';
import type { Rates } from '../rates/rates.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { Sites } from '../site/sites.ts';
import type { Badge } from '../staff/badges.ts';
import type { StaffRequests } from '../staff/requests.ts';
import type { EvidenceSource } from './evidence.ts';
import type { ExposureView } from './exposure.ts';
import type { FairnessSource } from './fairness-source.ts';
import type { Offers } from './offer.ts';
import type { ResultsOf } from './results.ts';

/**
 * Somebody who is signed in proves again who they are, by whatever they have set up; undefined when they have. Without a
 * password only a further factor is asked for.
 */
export type ConfirmOwner = (
  who: Pick<Principal, 'site' | 'player'>,
  proof: {
    readonly password?: string | undefined;
    readonly code?: string | undefined;
    /** Names a request that may be repeated after a lost answer. */
    readonly use?: string | undefined;
  },
) => Promise<OwnerUnconfirmed | undefined>;

export interface OwnerUnconfirmed {
  readonly ok: false;
  readonly refusal:
    | 'TRY_AGAIN'
    | 'TOO_MANY_REQUESTS'
    | 'CURRENT_PASSWORD_MISMATCH'
    | 'SECOND_FACTOR_NEEDED'
    | 'SECOND_FACTOR_WRONG';
  readonly field?: string;
  readonly retryAfterSeconds?: number;
}

export interface Protection {
  /** How long money waits after a change. */
  readonly waitMs: number;
  readonly waits: readonly PayoutWait[];
}

/** What the platform provides to every product. */
export interface ProductParts {
  /** Its desk's; the sites are those of this shard. */
  readonly shard: number;
  /** Its transactions go through the lane of reads. */
  readonly database: Database;
  readonly desk: Desk;
  readonly sites: Sites;
  readonly realtime: Pick<Realtime, 'publish' | 'push' | 'players' | 'isConnected' | 'onPresence'>;
  readonly instruments: readonly Instrument[];
  readonly prices: Feed;
  /** The funding rates of the instruments that have any. */
  readonly funding: FundingRates;
  /** What currencies are worth in each other. */
  readonly rates: Rates;
  /** An instrument as every product lists it. */
  readonly listed: Listed;
  readonly recorder: Pick<TickRecorder, 'open'>;
  /** Absent where this process itself receives the ticks. */
  readonly coverage?: Coverage | undefined;
  /** The newest ticks of the record when it was opened, recorded by an earlier process. */
  readonly lastTicks: readonly Tick[];
  /** Ticks that are live, in order for each instrument. */
  readonly onLiveTick: (listen: (tick: Tick) => void) => () => void;
  /** The calendar of an exchange was changed: what was computed from its hours no longer counts. */
  readonly onCalendarChange: (listen: () => void) => () => void;
  /** Every admitted tick, also those that came late. */
  readonly onTick: (listen: (tick: Tick) => void) => () => void;
  /**
   * Free money of a player's wallet that open positions of all products need: it can be staked nowhere else. Only those
   * count that this wallet pays for.
   */
  readonly reservedFor: (player: PlayerId, wallet: WalletType, now: Millis) => Amount;
  /** What products let those use that are opened after them. */
  readonly offers: Offers;
  readonly requests: StaffRequests;
  readonly confirmOwner: ConfirmOwner;
  /** What a member's own settings and changes ask of money that leaves; `usualMs` is the site's waiting time. */
  readonly protection: (
    tx: Tx,
    who: Pick<Principal, 'site' | 'player'>,
    usualMs: number,
  ) => Promise<Protection>;
  /** A secret text of this installation by its name, created when it is first needed. */
  readonly secretOf: (name: string) => string;
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
}

/** What products tell about things that were open at a moment of the past. */
export interface PastView {
  /** The products of the engine whose things these are. */
  readonly products: readonly string[];
  /** Of a bet, which has none of its own. */
  instrumentOf?(bet: OpenBet): number | undefined;
  /** How positions are valued. */
  readonly positions?: {
    readonly priceOf: 'MARK' | 'LAST';
    /** Undefined where the site does not know the instrument any more. */
    profitAt(position: OpenPosition, at: PriceThen): Amount | undefined;
  };
}

export interface PriceThen {
  readonly site: SiteId;
  readonly at: Millis;
  readonly price: Price;
  /** The smallest amount of the wallet. */
  readonly unit: Amount;
}

export interface HeldProduct {
  readonly feature: keyof SiteFeatures;
  isHeldOn(site: SiteId): boolean;
  hasPosition(player: PlayerId): boolean;
  /** The players of a site who have a position, each at least once. */
  holders(site: SiteId): Iterable<PlayerId>;
}

/** An instrument as a product trades it on a site, for the list of staff. */
export interface TradedHere {
  readonly instrument: number;
  /** By which the product's calls name it. */
  readonly option: number;
  /** The type of rounds, where there are several. */
  readonly type: string | null;
  readonly mode: 'NORMAL' | 'REDUCE_ONLY' | 'STOPPED';
  /** What players read of the stop. */
  readonly reason: string | null;
  readonly players: number;
  readonly positions: number;
  readonly most: number | null;
  readonly month: string | null;
  readonly lastTradingDate: string | null;
}

export interface TradedView {
  readonly product: string;
  list(site: SiteId, now: Millis): readonly TradedHere[];
}

export interface OpenedProduct {
  readonly routes: readonly Route[];
  /** Endpoints that are no calls of the contract, for machines that prove who they are by a secret of their own. */
  mount?(app: FastifyInstance): void;
  /** Receives every durable event from its opening on. */
  readonly follower?: Follower;
  /** Reads its state from the book, once the follower receives every event. */
  load?(): Promise<void>;
  reservedFor?(player: PlayerId, wallet: WalletType, now: Millis): Amount;
  readonly past?: PastView;
  /** What is open now, for the risk of the house. */
  readonly exposure?: ExposureView;
  /** What a site offers of this product, and whether something of it is open there: then it cannot be turned off. */
  readonly held?: HeldProduct;
  readonly traded?: TradedView;
  readonly evidence?: readonly EvidenceSource[];
  /** What a member's trades brought, for the lists of staff. */
  readonly resultsOf?: ResultsOf;
  /** What staff read of a member's account through the member's own calls. */
  readonly views?: readonly View[];
  /** What waits for staff, for the menu of the office. */
  readonly badges?: readonly Badge[];
  measure?(metrics: Metrics): void;
  /** Called when everything else is open: what a stopped process left undone is done first. */
  start?(): Promise<void>;
  stop?(): Promise<void>;
}

export interface ServerProduct {
  readonly name: string;
  readonly pushesOf: PushesOf;
  /** The orders that count for the list of most traded instruments. */
  readonly traded?: TradedRows;
  /** What it tells for the fairness board. */
  readonly fairness?: FairnessSource;
  /** Absent where another part of the platform opens it. */
  readonly open?: (parts: ProductParts) => Promise<OpenedProduct>;
}
