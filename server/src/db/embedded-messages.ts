// The messages between a thread and the embedded database's own thread.
import type { MessagePort } from 'node:worker_threads';

/** The data that the database's own thread starts with. */
export interface EmbeddedStart {
  readonly folder: string;
  /** The compiled WebAssembly. */
  readonly program: object;
}

/** `transaction` is a number that the calling thread has assigned. */
export type EmbeddedRequest =
  | { readonly id: number; readonly kind: 'begin'; readonly transaction: number }
  | {
      readonly id: number;
      readonly kind: 'query';
      readonly transaction: number;
      readonly text: string;
      readonly parameters: readonly unknown[];
    }
  /** A commit when `isDone`, otherwise a rollback. */
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
