// Refusals change nothing and are not in the journal, so the first answer to a refused key is kept in memory only. A
// restart may decide such a command anew, which is safe: it had no effect.
import type { Refusal } from '@maru/engine/decide';
import { type AnyCommand, tooEarlyRefusals } from '@maru/engine/products';

export interface RefusedKeys {
  find(command: AnyCommand): Refusal | 'KEY_REUSED' | undefined;
  add(command: AnyCommand, refusal: Refusal): void;
}

/** A player who signs in again, or waits an hour, sends the same key again and must not get the old refusal, nor one who was too early. */
const NOT_KEPT: ReadonlySet<string> = new Set<string>([
  'SESSION_ENDED',
  'ACCOUNT_BLOCKED',
  'ACCOUNT_NOT_FOUND',
  'TOO_MANY_KEYS',
  ...tooEarlyRefusals,
]);

export function createRefusedKeys(most: number): RefusedKeys {
  const refusals = new Map<string, { readonly fingerprint: string; readonly refusal: Refusal }>();
  const nameOf = (command: AnyCommand) => `${command.player} ${command.key?.key}`;
  return {
    find(command) {
      if (refusals.size === 0) return undefined;
      const stored = refusals.get(nameOf(command));
      if (stored === undefined) return undefined;
      return stored.fingerprint === command.key?.fingerprint ? stored.refusal : 'KEY_REUSED';
    },
    add(command, refusal) {
      if (command.key === undefined || NOT_KEPT.has(refusal)) return;
      refusals.set(nameOf(command), { fingerprint: command.key.fingerprint, refusal });
      if (refusals.size > most) for (const oldest of refusals.keys()) return void refusals.delete(oldest);
    },
  };
}
