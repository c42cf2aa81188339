// What overseas futures need from the rest of the platform; `platform.ts` provides it.
import type { OrderGuardPush, OverseaCross, Push, TopicPushes } from '@maru/contract/realtime';
import type { OverseaState } from '@maru/engine/oversea/state';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { InstrumentList } from '../market/instrument-list.ts';
import type { ProductParts } from '../product/server-product.ts';
import type { Stoppages } from '../staff/stoppages.ts';
import type { PriceWatch } from '../watch/price-watch.ts';
import type { Guards } from './guards.ts';
import type { Rates } from './rates.ts';
import type { Sessions } from './sessions.ts';
import type { OverseaSettings } from './settings.ts';
import type { TermsOf } from './terms.ts';

/** What an order needs of its site. */
export interface OverseaSite {
  readonly id: SiteId;
  readonly binaryCurrency: string;
  readonly features: { readonly oversea: boolean };
  readonly wallets: readonly { readonly type: string; readonly currency: string; readonly places: number }[];
}

export type OverseaPrices = Pick<ProductParts['prices'], 'latest' | 'usable'>;

export interface OverseaDeps
  extends Pick<
    ProductParts,
    'database' | 'desk' | 'instruments' | 'listed' | 'onLiveTick' | 'onCalendarChange' | 'time' | 'log'
  > {
  readonly sites: {
    all(): readonly OverseaSite[];
    byId(id: SiteId): OverseaSite | undefined;
  };
  readonly prices: OverseaPrices;
  /** To all clients of the site. */
  readonly publish: (site: SiteId, push: TopicPushes['oversea']) => void;
  readonly pushCross: (player: PlayerId, push: Push<'OVERSEA_CROSS', OverseaCross>) => void;
  readonly pushGuard: (player: PlayerId, push: Push<'ORDER_GUARD', OrderGuardPush>) => void;
  /** Nothing is computed for a player without a connection. */
  readonly connected: () => Iterable<PlayerId>;
  readonly requests: Pick<ProductParts['requests'], 'ask' | 'perform'>;
}

/** What its own parts share, once it is opened. */
export interface OverseaParts extends Omit<OverseaDeps, 'instruments'> {
  readonly instruments: InstrumentList;
  readonly settings: OverseaSettings;
  readonly rates: Rates;
  readonly closings: Stoppages;
  readonly terms: TermsOf;
  /** Orders and positions after the durable events; only to be read. */
  readonly state: OverseaState;
  readonly watch: PriceWatch;
  readonly sessions: Sessions;
  readonly guards: Guards;
}

/** Margins, commissions and results are paid from the wallet that also pays for rounds (docs/rules.md 0.2). */
export const OVERSEA_WALLET = 'BINARY';
