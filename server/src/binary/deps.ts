// What binary options need from the rest of the platform; `platform.ts` provides it.
import type { TopicPushes } from '@maru/contract/realtime';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Odds } from '../bitball/odds.ts';
import type { Coverage } from '../market/record-gaps.ts';
import type { ProductParts } from '../product/server-product.ts';
import type { Stoppages } from '../staff/stoppages.ts';
import type { OfferList } from './offers.ts';
import type { Rounds } from './rounds.ts';
import type { Settings } from './settings.ts';
import type { TickWindow } from './tick-window.ts';

/** What a round needs of its site. */
export interface BinarySite {
  readonly id: SiteId;
  readonly moneyMode: 'PRACTICE' | 'LIVE';
  readonly binaryCurrency: string;
  readonly features: { readonly binary: boolean; readonly powerBall: boolean };
  readonly wallets: readonly { readonly type: string; readonly currency: string; readonly places: number }[];
}

export type TopicPush = TopicPushes['rounds'];

export interface BinaryDeps
  extends Pick<
    ProductParts,
    'shard' | 'database' | 'desk' | 'instruments' | 'listed' | 'onTick' | 'reservedFor' | 'time' | 'log'
  > {
  readonly sites: {
    all(): readonly BinarySite[];
    byId(id: SiteId): BinarySite | undefined;
  };
  readonly prices: Pick<ProductParts['prices'], 'latest' | 'condition' | 'stampsTicks'>;
  readonly record: Pick<ProductParts['recorder'], 'open'>;
  /** Until when an earlier process has recorded every tick; undefined on a first start. */
  readonly recordedUntil: Millis | undefined;
  /** Absent where this process itself receives the ticks. */
  readonly coverage?: Coverage | undefined;
  readonly ball: Pick<Odds, 'oddsOf'>;
  /** To all clients of the site. Called only for what is durable. */
  readonly publish: (site: SiteId, push: TopicPush) => void;
}

/** What their own parts share, once they are opened. */
export interface BinaryParts extends BinaryDeps {
  readonly offers: OfferList;
  readonly settings: Settings;
  readonly halts: Stoppages;
  readonly ticks: TickWindow;
  readonly rounds: Rounds;
}
