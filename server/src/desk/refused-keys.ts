// Refusals change nothing and are not in the journal, so the first answer to a refused key is kept in memory only. A
// restart may decide such a command anew, which is safe: it had no effect.
import type { Refusal } from '@maru/engine/decide';
import type { AnyCommand } from '@maru/engine/products';

export interface RefusedKeys {
  find(command: AnyCommand): Refusal | 'KEY_REUSED' | undefined;
  keep(command: AnyCommand, refusal: Refusal): void;
}

/** Who signs in again, or waits an hour, sends the same tap again and must not meet the old refusal. */
const NOT_KEPT: ReadonlySet<Refusal> = new Set([
  'SESSION_ENDED',
  'ACCOUNT_BLOCKED',
  'ACCOUNT_NOT_FOUND',
  'TOO_MANY_KEYS',
]);

export function createRefusedKeys(most: number): RefusedKeys {
  const kept = new Map<string, { readonly fingerprint: string; readonly refusal: Refusal }>();
  const nameOf = (command: AnyCommand) => `${command.player} ${command.key?.key}`;
  return {
    find(command) {
      if (kept.size === 0) return undefined;
      const found = kept.get(nameOf(command));
      if (found === undefined) return undefined;
      return found.fingerprint === command.key?.fingerprint ? found.refusal : 'KEY_REUSED';
    },
    keep(command, refusal) {
      if (command.key === undefined || NOT_KEPT.has(refusal)) return;
      kept.set(nameOf(command), { fingerprint: command.key.fingerprint, refusal });
      if (kept.size > most) for (const oldest of kept.keys()) return void kept.delete(oldest);
    },
  };
}
