// Copy trading as a product: it is opened after coin futures, whose fills it copies.
import { MOST_COUNTED } from '@maru/contract/staff/badges';
import { futuresGround } from '../futures/deps.ts';
import type { OpenedProduct, ProductParts, ServerProduct } from '../product/server-product.ts';
import { countWaiting } from './application-store.ts';
import { createFigures } from './figures.ts';
import { openCopying } from './open-copying.ts';
import { copytradePushes } from './pushes.ts';
import { copytradeRoutes } from './routes.ts';

export const copytradeProduct: ServerProduct = { name: 'copytrade', pushesOf: copytradePushes, open };

async function open(parts: ProductParts): Promise<OpenedProduct> {
  const ground = futuresGround.take(parts.offers);
  const figures = createFigures(parts);
  const copying = openCopying({
    ...parts,
    ground,
    pushDetached: (player, push) => parts.realtime.push(player, 'futures', push),
  });
  const { load, start, stop, measure, sharedDay } = copying;
  return {
    routes: copytradeRoutes({ ...parts, ground, figures, sharedDay }),
    badges: [{ screen: 'copytrade', count: (tx, { site }) => countWaiting(tx, site, MOST_COUNTED) }],
    follower: copying,
    load,
    measure,
    start: async () => start(),
    stop,
  };
}
