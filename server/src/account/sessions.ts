// Which session of a player counts, and whether the player is blocked: asked before every call. The book belongs to the
// desk; here is a bounded copy of what was asked for, kept up to date by the durable events. The desk itself checks the
// session of every command again.
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Desk } from '../desk/desk.ts';
import { readSession, type SeenSession } from './reads.ts';

export interface Sessions {
  /** Asks the desk when it is not known here. Undefined when there is no such account, or the desk cannot answer now. */
  find(player: PlayerId): Promise<SeenSession | undefined>;
  /** What is known without asking; of somebody who was only heard of in an event it is the part that refuses. */
  known(player: PlayerId): SeenSession | undefined;
  /** The next durable event. It must come here before whoever caused it is answered. */
  onEvent(event: AnyEvent): void;
}

interface Kept extends SeenSession {
  /** Only an event was heard: enough to refuse an old session, not enough to answer `find`. */
  readonly isPart?: boolean;
}

const MOST_KEPT = 50_000;

export function createSessions(desk: Pick<Desk, 'read'>, mostKept = MOST_KEPT): Sessions {
  /** The least recently used first. */
  const kept = new Map<PlayerId, Kept>();
  const asking = new Map<PlayerId, Promise<SeenSession | undefined>>();

  function keep(player: PlayerId, session: Kept): void {
    kept.delete(player);
    kept.set(player, session);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  }

  function known(player: PlayerId): Kept | undefined {
    const session = kept.get(player);
    if (session !== undefined) keep(player, session);
    return session;
  }

  async function ask(player: PlayerId): Promise<SeenSession | undefined> {
    for (;;) {
      const seen = (await desk.read(readSession, { player }))?.seen;
      if (seen === undefined) return undefined;
      const before = kept.get(player);
      if (before === undefined || before.asOf <= seen.asOf) {
        keep(player, seen);
        return seen;
      }
      // An event that came after the look was heard before its answer.
      if (before.isPart !== true) return before;
    }
  }

  function change(player: PlayerId, changes: Omit<Partial<SeenSession>, 'asOf'>, asOf: number): void {
    const before = kept.get(player) ?? { version: 0, blocked: false, isPart: true };
    keep(player, { ...before, ...changes, asOf });
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
