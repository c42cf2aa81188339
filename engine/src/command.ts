// What every command has. A command is a request; only a decision makes it an event.
import type { AnsweredKey } from './event.ts';
import type { PlayerId, SiteId } from './purse.ts';
import type { Millis } from './time.ts';

export interface Command<Kind extends string> {
  readonly kind: Kind;
  readonly site: SiteId;
  /** `HOUSE` for a command of the platform that is for no player. */
  readonly player: PlayerId;
  /** The session that sent it. Absent when the platform itself sent it (settlement, sign-up, staff). */
  readonly session?: number;
  readonly key?: CommandKey;
}

export interface CommandKey {
  readonly key: string;
  /** A fingerprint of the body: the same key with another body is refused. */
  readonly fingerprint: string;
}

/** All that a decision may know besides the book. Handed in, so that the same book and context decide the same way. */
export interface Context {
  readonly now: Millis;
  /** The id that the event will have if the command is accepted. */
  readonly eventId: number;
  /** The key that the event will answer, if the command came with one. */
  readonly answers?: AnsweredKey;
}
