// The notification centre and web pushes, as a feature of the server.
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { DAY_MS, HOUR_MS } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { ServerFeature } from '../feature/server-feature.ts';
import { createDetachedFanout } from './detached-fanout.ts';
import { deleteGone, deleteOldDevices, forgetFailures, noteFailure } from './device-store.ts';
import { createDispatch } from './dispatch.ts';
import { createNoticeFanout } from './notice-fanout.ts';
import { createPresence } from './presence.ts';
import { notificationRoutes } from './routes.ts';
import { createPushSender, type DeviceReports, sendByFetch } from './webpush/sender.ts';
import { createVapid } from './webpush/vapid.ts';

/** A browser that has not opened the app for so long has probably forgotten its subscription. */
const DEVICE_KEPT_MS = 60 * DAY_MS;

export const notificationFeature: ServerFeature = {
  name: 'notification',
  async open(parts) {
    const { database, sites, settings, secretOf, announcements, instruments, time, log } = parts;
    const vapid = createVapid({ secret: secretOf('web-push-key'), contact: settings.pushContact });
    const reports: DeviceReports = {
      onGone: (device) => database.transaction((tx) => deleteGone(tx, device)),
      onFailed: (device) => database.transaction((tx) => noteFailure(tx, device, time.clock())),
      onRecovered: (device) => database.transaction((tx) => forgetFailures(tx, device)),
    };
    const sender = createPushSender({ vapid, send: sendByFetch, reports, time, log });
    const dispatch = createDispatch({
      ...parts,
      sender,
      currencyOf: (site, wallet) =>
        sites
          .all()
          .find(({ id }) => id === site)
          ?.wallets.find(({ type }) => type === wallet)?.currency,
    });
    const fanouts = [createNoticeFanout({ ...parts, sender }), createDetachedFanout({ ...parts, sender })];
    const presence = createPresence(parts);
    const cleaning = createLoop({
      async work() {
        const now = time.clock();
        await database.transaction((tx) => deleteOldDevices(tx, { before: now - DEVICE_KEPT_MS, now }));
      },
      restMs: () => HOUR_MS,
      wait: time.wait,
      log,
      failure: 'deleting unused push devices failed, retrying in an hour',
    });
    let stopListening = () => {};
    return {
      routes: notificationRoutes({
        ...parts,
        instruments: new Map(instruments.map((each) => [each.id, each])),
        publicKey: vapid.publicKey,
        pushHosts: settings.pushHosts,
        dispatch,
      }),
      follower: dispatch.follower,
      measure(metrics) {
        metrics.gaugeOf(
          'maru_push_subscribers',
          'Members with a device for web pushes',
          () => dispatch.stats().subscribers,
        );
        metrics.gaugeOf(
          'maru_push_waiting',
          'Web pushes that are being sent or sent again',
          () => sender.stats().waiting,
        );
        metrics.gaugeOf('maru_push_sent', 'Web pushes sent since the start', () => sender.stats().sent);
        metrics.gaugeOf(
          'maru_push_failed',
          'Web pushes given up since the start',
          () => sender.stats().failed,
        );
        metrics.gaugeOf(
          'maru_push_dropped',
          'Web pushes not sent because too many waited',
          () => sender.stats().dropped + dispatch.stats().dropped,
        );
      },
      async start() {
        await dispatch.load();
        stopListening = announcements.onAnnounced((each) => dispatch.announced(each));
        presence.start();
        for (const each of fanouts) each.start();
        if (parts.shard === PLATFORM_SHARD) cleaning.start();
      },
      async stop() {
        stopListening();
        await presence.stop();
        await Promise.all(fanouts.map((each) => each.stop()));
        await cleaning.stop();
        await dispatch.settled();
      },
    };
  },
};
