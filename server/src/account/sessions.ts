// Which session of a player counts, and whether the player is blocked: checked before every call. The book belongs to
// the desk; this is a bounded cache of what was read from it, updated by the durable events. The desk itself checks the
// session of every command again.
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Desk } from '../desk/desk.ts';
import { readSession, type SeenSession } from './reads.ts';

export interface Sessions {
  /** Asks the desk when it is not cached. Undefined when there is no such account, or the desk cannot answer now. */
  find(player: PlayerId): Promise<SeenSession | undefined>;
  /** What is cached; of a player known only from an event only the part that can refuse. */
  known(player: PlayerId): SeenSession | undefined;
  /** The next durable event. Must be called before the caller that caused the event is answered. */
  onEvent(event: AnyEvent): void;
}

interface CachedSession extends SeenSession {
  /** Known only from an event: enough to refuse an old session, not enough to answer `find`. */
  readonly isPart?: boolean;
}

const MOST_CACHED = 50_000;

export function createSessions(desk: Pick<Desk, 'read'>, mostCached = MOST_CACHED): Sessions {
  /** The least recently used first. */
  const cached = new Map<PlayerId, CachedSession>();
  const asking = new Map<PlayerId, Promise<SeenSession | undefined>>();

  function remember(player: PlayerId, session: CachedSession): void {
    cached.delete(player);
    cached.set(player, session);
    const [oldest] = cached.keys();
    if (cached.size > mostCached && oldest !== undefined) cached.delete(oldest);
  }

  function known(player: PlayerId): CachedSession | undefined {
    const session = cached.get(player);
    if (session !== undefined) remember(player, session);
    return session;
  }

  async function ask(player: PlayerId): Promise<SeenSession | undefined> {
    for (;;) {
      const seen = (await desk.read(readSession, { player }))?.seen;
      if (seen === undefined) return undefined;
      const before = cached.get(player);
      if (before === undefined || before.asOf <= seen.asOf) {
        remember(player, seen);
        return seen;
      }
      // An event that follows the desk's answer may arrive before that answer.
      if (before.isPart !== true) return before;
    }
  }

  function change(player: PlayerId, changes: Omit<Partial<SeenSession>, 'asOf'>, asOf: number): void {
    const before = cached.get(player) ?? { version: 0, blocked: false, isPart: true };
    remember(player, { ...before, ...changes, asOf });
  }

  return {
    async find(player) {
      const session = known(player);
      if (session !== undefined && session.isPart !== true) return session;
      const asked = asking.get(player) ?? ask(player).finally(() => asking.delete(player));
      asking.set(player, asked);
      return asked;
    },
    known,
    onEvent(event) {
      const [step] = event.steps;
      if (step === undefined) return;
      if (event.kind === 'ACCOUNT_BLOCKED') change(step.player, { blocked: true }, event.id);
      else if (event.kind === 'ACCOUNT_UNBLOCKED') change(step.player, { blocked: false }, event.id);
      else if (event.kind === 'SESSIONS_ENDED')
        change(step.player, { version: event.sessionVersion }, event.id);
    },
  };
}
