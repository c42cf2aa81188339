// What overseas futures need from the rest of the platform; `platform.ts` provides it.
import type { OrderGuardPush, OverseaCross, OverseaOptionClose, Push } from '@maru/contract/realtime';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import type { Log } from '../log/log.ts';
import type { Listed } from '../market/listed.ts';
import type { StaffRequests } from '../staff/requests.ts';

/** What an order needs of its site. */
export interface OverseaSite {
  readonly id: SiteId;
  readonly binaryCurrency: string;
  readonly features: { readonly oversea: boolean };
  readonly wallets: readonly { readonly type: string; readonly currency: string; readonly places: number }[];
}

export interface OverseaSites {
  all(): readonly OverseaSite[];
  byId(id: SiteId): OverseaSite | undefined;
}

export interface OverseaPrices {
  latest(stock: string): Tick | undefined;
  /** The newest tick if a decision may use it now. */
  usable(stock: string, now: Millis): Tick | undefined;
}

export interface OverseaDeps {
  readonly database: Database;
  readonly desk: Desk;
  readonly instruments: readonly Instrument[];
  readonly listed: Listed;
  readonly sites: OverseaSites;
  readonly prices: OverseaPrices;
  /** Every tick that is live, in order for each instrument. */
  readonly onLiveTick: (listen: (tick: Tick) => void) => () => void;
  /** To all clients of the site. */
  readonly publish: (site: SiteId, push: Push<'OVERSEA_OPTION_CLOSE', OverseaOptionClose>) => void;
  readonly pushCross: (player: PlayerId, push: Push<'OVERSEA_CROSS', OverseaCross>) => void;
  readonly pushGuard: (player: PlayerId, push: Push<'ORDER_GUARD', OrderGuardPush>) => void;
  /** Nothing is computed for a player without a connection. */
  readonly connected: () => Iterable<PlayerId>;
  readonly time: {
    readonly clock: () => Millis;
    readonly wait: (ms: number) => Promise<void>;
  };
  readonly log: Log;
  readonly requests: Pick<StaffRequests, 'ask' | 'perform'>;
}

/** Margins, commissions and results are paid from the wallet that also pays for rounds (docs/rules.md 0.2). */
export const OVERSEA_WALLET = 'BINARY';
