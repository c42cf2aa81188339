import { createStandingPushes, type StandingPushes } from '../watch/standing-pushes.ts';
import { standing, wireCross } from './account.ts';
import type { OverseaParts } from './deps.ts';
import { readAccounts } from './reads.ts';

export function createCrossPushes(
  parts: Pick<
    OverseaParts,
    'desk' | 'prices' | 'pushCross' | 'connected' | 'time' | 'log' | 'state' | 'instruments' | 'terms'
  >,
): StandingPushes {
  const { desk, pushCross, connected, time, log, state } = parts;
  return createStandingPushes({
    connected,
    time,
    log,
    hasPositions: (player) => (state.accounts.get(player)?.positions.size ?? 0) > 0,
    async standingsOf(players) {
      const read = await desk.read(readAccounts, { players });
      const now = time.clock();
      return (read?.seen ?? []).flatMap(({ player, seen }) =>
        seen === undefined ? [] : [{ player, standings: [wireCross(seen, standing(seen, parts, now))] }],
      );
    },
    push: (player, data, at) => pushCross(player, { type: 'OVERSEA_CROSS', at, data }),
    failure: 'overseas equity push: valuing accounts failed',
  });
}
