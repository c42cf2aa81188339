// The tour of the trade screens is shown once to an account, on whichever device it was ended.
import { endTour } from '@maru/contract/tour/calls';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import type { ServerFeature } from '../feature/server-feature.ts';
import { serve } from '../http/serve.ts';

export const tourFeature: ServerFeature = {
  name: 'tour',
  open: async ({ database }) => ({
    routes: [
      serve(endTour, async ({ principal: { site, player } }) => {
        await database.transaction((tx) => markTourOver(tx, site, player));
        return { ok: true, reply: {} };
      }),
    ],
  }),
};

async function markTourOver(tx: Tx, site: SiteId, player: PlayerId): Promise<void> {
  await tx.query(
    'update player set is_tour_over = true where site_id = $1 and id = $2 and not is_tour_over',
    [site, player],
  );
}
