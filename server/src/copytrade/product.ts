// Copy trading as a product: it is opened after coin futures, whose fills it copies.
import { MOST_COUNTED } from '@maru/contract/staff/badges';
import { ZERO } from '@maru/engine/amount';
import { followOf } from '@maru/engine/copytrade/find';
import { dueShare } from '@maru/engine/copytrade/share';
import { COPY_WALLET } from '@maru/engine/copytrade/terms';
import { futuresGround } from '../futures/deps.ts';
import type { OpenedProduct, ProductParts, ServerProduct } from '../product/server-product.ts';
import { countWaiting } from './application-store.ts';
import { createApprovals } from './approvals.ts';
import { createFigures } from './figures.ts';
import { openCopying } from './open-copying.ts';
import { copytradePushes } from './pushes.ts';
import { copytradeRoutes } from './routes.ts';

export const copytradeProduct: ServerProduct = { name: 'copytrade', pushesOf: copytradePushes, open };

async function open(parts: ProductParts): Promise<OpenedProduct> {
  const ground = futuresGround.take(parts.offers);
  const copying = openCopying({
    ...parts,
    ground,
    pushDetached: (player, push) => parts.realtime.push(player, 'futures', push),
  });
  const { load, start, measure, sharedDay, followers } = copying;
  const approvals = createApprovals(parts);
  const figures = createFigures({ ...parts, followers });
  return {
    routes: copytradeRoutes({ ...parts, ground, approvals, figures, followers, sharedDay }),
    badges: [{ screen: 'copytrade', count: (tx, { site }) => countWaiting(tx, site, MOST_COUNTED) }],
    follower: copying,
    load,
    // What is due to the trader does not leave before it is paid.
    reservedFor(player, wallet) {
      const follow = wallet === COPY_WALLET ? followOf(copying.state, player) : undefined;
      return follow === undefined ? ZERO : dueShare(follow);
    },
    measure,
    async start() {
      start();
      approvals.loop.start();
      // Whoever asks first after a start would wait for the past of every trader.
      for (const { id } of parts.sites.all()) void figures.of(id, parts.time.clock()).catch(() => undefined);
    },
    async stop() {
      await approvals.loop.stop();
      await copying.stop();
    },
  };
}
