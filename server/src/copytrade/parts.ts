// What the calls of copy trading share once it is opened.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { FuturesGround } from '../futures/deps.ts';
import type { ProductParts } from '../product/server-product.ts';
import type { Approvals } from './approvals.ts';
import type { Figures } from './figures.ts';
import type { Followers } from './followers.ts';

export interface CopyParts extends Pick<ProductParts, 'database' | 'desk'> {
  /** Which wallets a site has. */
  readonly sites: {
    byId(id: SiteId): { readonly wallets: readonly { readonly type: string }[] } | undefined;
  };
  readonly ground: FuturesGround;
  readonly approvals: Pick<Approvals, 'approve'>;
  readonly figures: Figures;
  readonly followers: Followers;
  /** The Korean day up to which shares were asked for; undefined before the first. */
  readonly sharedDay: () => number | undefined;
}

/** Who asks. */
export interface Asker {
  readonly site: SiteId;
  readonly player: PlayerId;
}
