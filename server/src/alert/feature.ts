// Price alerts, as a feature of the server.
import type { AlertFired } from '@maru/contract/realtime';
import { toDecimal } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { FeatureParts, ServerFeature } from '../feature/server-feature.ts';
import { createAlerts } from './alerts.ts';
import type { Firing } from './firing-store.ts';
import { priceNotification } from './notification.ts';
import { alertRoutes } from './routes.ts';

export const alertFeature: ServerFeature = {
  name: 'alert',
  async open(parts) {
    const alerts = createAlerts({ ...parts, tell: tellMember(parts) });
    return {
      routes: alertRoutes({ ...parts, alerts }),
      measure(metrics) {
        const { stats } = alerts;
        metrics.gaugeOf('maru_alerts_waiting', 'Price alerts that wait', () => stats().waiting);
        metrics.gaugeOf('maru_alerts_pending', 'Firings that are not written yet', () => stats().pending);
        metrics.gaugeOf('maru_alerts_fired', 'Price alerts that fired since the start', () => stats().fired);
      },
      start: () => alerts.start(),
      stop: () => alerts.stop(),
    };
  },
};

const tellMember =
  ({ realtime, announcements }: Pick<FeatureParts, 'realtime' | 'announcements'>) =>
  (firing: Firing, instrument: Instrument): void => {
    const notification = priceNotification(firing, instrument);
    const data: AlertFired = {
      alertId: firing.alert,
      stock: instrument.code,
      basis: firing.basis,
      fires: firing.fires,
      level: toDecimal(firing.level),
      price: toDecimal(firing.price),
      koName: instrument.koName,
      enName: instrument.enName,
      precision: instrument.precision,
      path: notification.path,
      inApp: firing.inApp,
    };
    // No `seq`: it is no event of the account. After a lost connection the centre lists it.
    realtime.push(firing.player, 'notification', { type: 'PRICE_ALERT', at: firing.at, data });
    const { site, player } = firing;
    if (firing.push) announcements.announce({ site, player, notification });
  };
