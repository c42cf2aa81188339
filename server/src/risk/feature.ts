// The risk of the house, as a feature of the server: what is open, what would happen, and limits.
import type { ServerFeature } from '../feature/server-feature.ts';
import { alertRoutes } from './alert-routes.ts';
import { createAlerts } from './alerts.ts';
import { createHouse } from './house.ts';
import { openLimits } from './limits.ts';
import { roundsInWon } from './reply-parts.ts';
import { riskRoutes } from './routes.ts';
import { countWaitingAlerts } from './store.ts';
import { createTrend } from './trend.ts';
import { createValuedAccounts } from './valued-accounts.ts';

export const riskFeature: ServerFeature = {
  name: 'risk',
  async open(parts) {
    const limits = await openLimits(parts.database);
    const shared = {
      ...parts,
      limits,
      accounts: createValuedAccounts(parts),
      house: createHouse(parts),
      trend: createTrend(),
      roundsOf: (site: Parameters<typeof roundsInWon>[1]) => roundsInWon(parts, site),
    };
    const alerts = createAlerts(shared);
    return {
      routes: [...riskRoutes(shared), ...alertRoutes(shared)],
      badges: [{ screen: 'risk', count: (tx, { site }) => countWaitingAlerts(tx, site) }],
      start: () => alerts.start(),
      stop: () => alerts.stop(),
    };
  },
};
