// What travels between a thread and the embedded database's own.
import type { MessagePort } from 'node:worker_threads';

/** What the database's own thread begins with. */
export interface EmbeddedStart {
  readonly folder: string;
  /** The compiled WebAssembly. */
  readonly program: object;
}

/** `transaction` is a number that the asking thread has given out. */
export type EmbeddedRequest =
  | { readonly id: number; readonly kind: 'begin'; readonly transaction: number }
  | {
      readonly id: number;
      readonly kind: 'query';
      readonly transaction: number;
      readonly text: string;
      readonly parameters: readonly unknown[];
    }
  /** A commit when it is done, otherwise a rollback. */
  | { readonly id: number; readonly kind: 'end'; readonly transaction: number; readonly isDone: boolean }
  | { readonly id: number; readonly kind: 'script'; readonly text: string }
  | { readonly id: number; readonly kind: 'close' };

export type EmbeddedReply =
  | { readonly id: number; readonly ok: true; readonly rows: readonly unknown[] }
  | {
      readonly id: number;
      readonly ok: false;
      readonly message: string;
      readonly code: string | undefined;
      readonly constraint: string | undefined;
    };

/** Only from the thread that opened the database: another thread's end of a channel. */
export interface EmbeddedIntroduction {
  readonly kind: 'connect';
  readonly port: MessagePort;
}
