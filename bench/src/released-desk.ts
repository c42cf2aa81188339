// The desk as the platform runs it, for benches: in its own thread, with the real path by which its events leave.
// One player holds something overseas, so that the price watch handles every event too.
import { amount, price } from '@maru/engine/amount';
import { dayNumber } from '@maru/engine/market/calendar-date';
import { putPosition } from '@maru/engine/oversea/apply';
import { emptyOversea } from '@maru/engine/oversea/state';
import { createOverseaWatch } from '@maru/engine/oversea/watch';
import { playerId, siteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import { migrate } from '@maru/server/db/migrate';
import { openPostgres } from '@maru/server/db/postgres';
import type { DeskThreadOptions } from '@maru/server/desk-thread';
import { instruments } from '@maru/server/feed/instruments';
import { openReleasingDesk, type ReleasingDesk } from '@maru/server/open-releasing-desk';
import { clock } from '@maru/server/process-time';
import { products } from '@maru/server/products';
import { createEventPushes } from '@maru/server/push/event-pushes';
import { createRealtime, type Realtime } from '@maru/server/realtime/realtime';

export async function openReleasedDesk(
  url: string,
  options: Pick<DeskThreadOptions, 'onHalt' | 'onTransientError'> &
    Partial<Pick<DeskThreadOptions, 'limits' | 'startsAt'>> & {
      /** Nobody is connected without it. */
      readonly realtime?: Pick<Realtime, 'push' | 'isConnected'>;
    },
): Promise<ReleasingDesk & { readonly database: ReturnType<typeof openPostgres> }> {
  const database = openPostgres(url);
  await migrate(database);
  const nobody = createRealtime({
    authenticate: async () => undefined,
    stillValid: () => false,
    missedSince: async () => 'TOO_OLD',
  });
  const pushes = createEventPushes(products, instruments);
  const at = { shard: 0, store: { url }, journalAt: { url } };
  const releasing = await openReleasingDesk({ realtime: nobody, ...options, ...at, pushes });
  const { desk, release } = releasing;
  desk.letTablesFollow();
  const now = (): Millis => options.startsAt ?? clock();
  const state = emptyOversea();
  putPosition(state, {
    id: 1,
    player: playerId(1),
    site: siteId(1),
    instrument: 303,
    wallet: 'BINARY',
    side: 'LONG',
    qty: 1,
    entry: { sum: price('18250'), over: 1n },
    margin: amount('0'),
    entryCommission: amount('0'),
    tpTick: 0,
    slTick: 0,
    overnight: false,
    heldFor: dayNumber(1),
    openedAt: millis(1),
  });
  const watch = createOverseaWatch({ state, termsOf: () => undefined, unitOf: () => amount('1') });
  watch.start([], now());
  release.join({ onEvent: (event) => void watch.follow(event, now()) });
  return { desk, release, database };
}
