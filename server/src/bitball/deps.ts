// What bit-ball needs from the rest of the platform; `platform.ts` provides it.
import type { Push, RoundPush } from '@maru/contract/realtime';
import type { SaltTick } from '@maru/engine/bitball/salt';
import type { SiteId } from '@maru/engine/purse';
import type { RoundType } from '@maru/engine/rounds/round';
import type { Millis } from '@maru/engine/time';
import type { ProductParts } from '../product/server-product.ts';

export interface BallOffer {
  readonly id: number;
  readonly type: RoundType;
  readonly stock: string;
}

export interface BallDeps extends Pick<ProductParts, 'database' | 'desk' | 'coverage' | 'time' | 'log'> {
  readonly offers: readonly BallOffer[];
  /** The sites that offer it now. */
  readonly sites: () => readonly SiteId[];
  /** The last recorded tick of BTCUSDT at or before an instant; undefined where the record may have missed one. */
  readonly saltTick: (at: Millis) => Promise<SaltTick | undefined>;
  /** This many cryptographically random bytes. */
  readonly random: (bytes: number) => Uint8Array;
  readonly publish: (site: SiteId, push: Push<'ROUND_RESULT', RoundPush>) => void;
}
