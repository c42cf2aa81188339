// What players ask of their own limits: values near what they stake, tightened, loosened, taken back, and breaks.
import { amountOfUnits } from '@maru/engine/amount';
import type { LimitsPlayerCommand } from '@maru/engine/limits/commands';
import { playerId, siteId } from '@maru/engine/purse';
import { diceFor, share, streams } from '../dice.ts';
import type { ProductClient } from '../product.ts';
import { siteOf } from '../workload.ts';

const UNIT = 100_000_000n;

export const limitMomentOf = (seed: number, player: number, index: number): number =>
  share(seed, streams.workload, player, index + 19_000, 3) * 0.6;

export function askLimit(client: ProductClient, name: string, index: number): void {
  const { stage, player, send } = client;
  const { seed, sites } = stage.plan;
  const command = limitOf(seed, index, { player, site: siteOf(player, sites), session: client.session() });
  send(name, 4_000_000 + index * 2, command);
  if (share(seed, streams.workload, player, index, 61) < 0.1)
    send(`${name}b`, 4_000_001 + index * 2, command);
}

function limitOf(
  seed: number,
  index: number,
  who: { readonly player: number; readonly site: number; readonly session: number },
): LimitsPlayerCommand {
  const dice = diceFor(seed, 'workload', who.player, 5_000_000 + index);
  const head = {
    site: siteId(who.site),
    player: playerId(who.player),
    session: dice.chance(0.03) ? who.session - 1 : who.session,
  };
  const keyed = (fingerprint: string) => ({ ...head, key: { key: `l${index}`, fingerprint } });
  const limit = dice.pick(['LOSS', 'LOSS', 'LOSS', 'STAKE', 'STAKE', 'DEPOSIT', 'TIME']);
  const what = dice.below(20);
  if (what < 13) {
    const won = dice.pick([0n, 1n, 2n, 3n, 5n, 8n, 20n, 100n, 1_441n]);
    const value = amountOfUnits(dice.chance(0.05) ? won * UNIT + 1n : won * UNIT);
    return { kind: 'SET_LIMIT', ...keyed(`limit ${limit} ${value}`), limit, value };
  }
  if (what < 15) return { kind: 'SET_LIMIT', ...keyed(`no limit ${limit}`), limit };
  if (what < 18) return { kind: 'TAKE_BACK_LIMIT', ...keyed(`take back ${limit}`), limit };
  if (what < 19 || dice.chance(0.7)) {
    const length = dice.pick(['HOUR', 'HOUR', 'DAY', 'WEEK']);
    return { kind: 'COOL_OFF', ...keyed(`break ${length}`), length };
  }
  const months = dice.pick([6, 12]);
  return { kind: 'EXCLUDE_SELF', ...keyed(`exclude ${months}`), months };
}
