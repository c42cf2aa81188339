// When no screen of a member was connected: what happened meanwhile is shown apart in the centre.
import type { PlayerId } from '@maru/engine/purse';
import { createLoop } from '../clock/loop.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import { type Presence, writePresences } from './store.ts';

const REST_MS = 2_000;
const WRITTEN_AT_ONCE = 500;

export function createPresence({
  database,
  realtime,
  time,
  log,
}: Pick<FeatureParts, 'database' | 'realtime' | 'time' | 'log'>) {
  /** The newest of each player: bounded by the members that are connected in two seconds. */
  const changed = new Map<PlayerId, Presence>();
  let stopListening = () => {};

  const loop = createLoop({
    async work() {
      while (changed.size > 0) {
        const part = [...changed.values()].slice(0, WRITTEN_AT_ONCE);
        await database.transaction((tx) => writePresences(tx, part));
        for (const each of part) if (changed.get(each.player) === each) changed.delete(each.player);
      }
    },
    restMs: () => REST_MS,
    wait: time.wait,
    log,
    failure: 'notifications: writing when members were connected failed, retrying',
  });

  return {
    start() {
      stopListening = realtime.onPresence((player, isConnected) => {
        changed.set(player, { player, isConnected, at: time.clock() });
      });
      loop.start();
    },
    runOnce: () => loop.runOnce(),
    async stop() {
      stopListening();
      await loop.stop();
      const at = time.clock();
      for (const player of realtime.players()) changed.set(player, { player, isConnected: false, at });
      await loop.runOnce().catch(() => undefined);
    },
  };
}
