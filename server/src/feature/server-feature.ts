// A feature of the server beside the products: it decides nothing at the desk, has tables of its own, and may follow
// durable events and live ticks.
import type { HttpRefusal } from '@maru/contract/call';
import type { View } from '@maru/contract/members/view-of';
import type { NotificationsOf } from '@maru/contract/notification/of-push';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import type { Principal, Route } from '../http/serve.ts';
import type { Signing } from '../http/signed.ts';
import type { Calendars } from '../market/calendars.ts';
import type { SecondPrices } from '../market/second-prices.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { EvidenceSource } from '../product/evidence.ts';
import type { ExposureView } from '../product/exposure.ts';
import type { FairnessSource } from '../product/fairness-source.ts';
import type { ResultsOf } from '../product/results.ts';
import type { HeldProduct, ProductParts, TradedView } from '../product/server-product.ts';
import type { EventPushes } from '../push/event-pushes.ts';
import type { Follower } from '../push/release.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { Badge } from '../staff/badges.ts';
import type { Announcements } from './announcements.ts';

/** Settings of the installation that features read; `config.ts` takes them from the environment. */
export interface FeatureSettings {
  readonly dataFolder: string;
  /** The same for all processes of a platform. */
  readonly sharedFolder: string;
  /** Whether a member must have passed the questions about leverage; off for journeys and loads of made-up members. */
  readonly riskQuiz: 'ASK' | 'OFF';
  /** Origins of push services beside those of the browsers. */
  readonly pushHosts: readonly string[];
  /** Whom a push service may write to about our pushes: a mailto or https address. */
  readonly pushContact: string;
  /** When inquiries are answered, every day, as `HH:MM` in Korea; null where nothing is promised. */
  readonly supportHours: { readonly from: string; readonly to: string } | null;
}

/** What two members of staff decided about a member. */
export interface ApprovedAct {
  readonly staff: Pick<Principal, 'site' | 'player'>;
  readonly player: PlayerId;
  readonly now: Millis;
  readonly reason: string;
  readonly confirmedBy: number;
}

type ApprovedAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: HttpRefusal | 'STAFF_PROTECTED' | 'ALREADY_PROCESSED' };

/** What the platform provides to every feature. */
export interface FeatureParts extends Omit<ProductParts, 'reservedFor' | 'offers' | 'realtime' | 'desk'> {
  /** With whether it accepts commands, and how many batches the tables are behind it. */
  readonly desk: ProductParts['desk'] & { readonly state: () => string; readonly behind: () => number };
  readonly realtime: ProductParts['realtime'] & Pick<Realtime, 'recheck' | 'connected'>;
  /** Whether the account is not blocked and the sign-ins of the principal's version have not ended. */
  readonly isCurrent: (principal: Principal) => Promise<boolean>;
  /** The same, as far as it is known now. */
  readonly isSignedIn: (principal: Principal) => boolean;
  /** Lets a blocked member in again, once a second member of staff has approved it. */
  readonly unblock: (act: ApprovedAct) => Promise<ApprovedAnswer>;
  /** Undefined when no place is free to hash it. */
  readonly hashPassword: (password: string) => Promise<string | undefined>;
  /** What somebody of staff is has changed: every sign-in of theirs ends. */
  readonly renewStaff: (site: SiteId, player: PlayerId) => Promise<void>;
  readonly settings: FeatureSettings;
  /** What all products prove about things of a player. */
  readonly evidence: readonly EvidenceSource[];
  /** What the trades of a member brought, product by product. */
  readonly results: readonly ResultsOf[];
  /** What is open in all products. */
  readonly exposures: readonly ExposureView[];
  /** What is open on a site, product by product. */
  readonly held: readonly HeldProduct[];
  /** The pushes of every product for an event. */
  readonly pushes: EventPushes;
  /** What members are told of a push. */
  readonly notificationsOf: NotificationsOf;
  readonly announcements: Announcements;
  /** What the products tell for the fairness board. */
  readonly fairness: readonly FairnessSource[];
  /** Every instrument as each product trades it. */
  readonly tradedViews: readonly TradedView[];
  readonly calendars: Calendars;
  /** Prices of another source that are only compared; undefined where there is none. */
  readonly secondPrices: SecondPrices | undefined;
}

export interface OpenedFeature {
  readonly routes: readonly Route[];
  /** Endpoints that are no calls of the contract: files, and machines that prove who they are by a secret. */
  mount?(app: FastifyInstance): void;
  /** Receives every durable event from its opening on. */
  readonly follower?: Follower;
  /** A rule for calls of every part: a route is replaced by one that may refuse first. */
  readonly rule?: (route: Route) => Route;
  /** Another way than a token to prove who asks; at most one feature has it. */
  readonly signing?: Signing;
  /** What staff read of a member's account through the member's own calls. */
  readonly views?: readonly View[];
  /** What waits for staff, for the menu of the office. */
  readonly badges?: readonly Badge[];
  measure?(metrics: Metrics): void;
  /** Called when everything else is open. */
  start?(): Promise<void>;
  stop?(): Promise<void>;
}

export interface ServerFeature {
  readonly name: string;
  readonly open: (parts: FeatureParts) => Promise<OpenedFeature>;
}
