// Market control: one list of all instruments, the calendars of the exchanges, and the health of the prices.
import type { ServerFeature } from '../feature/server-feature.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { createFeedHealth } from './feed-health.ts';
import { marketRoutes } from './market-routes.ts';

export const controlFeature: ServerFeature = {
  name: 'control',
  async open(parts) {
    const health = createFeedHealth(parts);
    return {
      routes: [...marketRoutes(parts), ...calendarRoutes(parts), ...health.routes],
      measure: health.measure,
      async start() {
        health.start();
      },
      stop: health.stop,
    };
  },
};
