// Messages between the processes of a platform. A message may be lost, doubled, delayed or overtaken by another: that
// may cost time, never money, because the journal and the idempotency keys decide (docs/decisions/0080).

export interface Carrier {
  /** Hands the bytes to whoever listens, if anybody does. All messages of one turn of the event loop leave together. */
  publish(subject: string, bytes: Uint8Array): void;
  /** The last part of the subject may be `*` or `>`. Returns the function that ends it. */
  listen(subject: string, receive: (bytes: Uint8Array, subject: string) => void): () => void;
  /** Asks whoever serves the subject. Rejects with `NoAnswer` when nobody does, or nothing came in time. */
  ask(subject: string, bytes: Uint8Array, deadlineMs: number): Promise<Uint8Array>;
  /**
   * Answers what is asked. Of several that serve a subject each question reaches one. A rejection is not sent: the
   * asker's deadline ends. Returns the function that ends it.
   */
  serve(subject: string, answer: (bytes: Uint8Array, subject: string) => Promise<Uint8Array>): () => void;
  /** Whether messages can be sent now. */
  isConnected(): boolean;
  /** Called when the connection was lost and when it is back: messages of the time between may be missing. */
  onConnection(listen: (isConnected: boolean) => void): () => void;
  /** Sends what is waiting, then ends the connection. */
  close(): Promise<void>;
}

/** `NOBODY`: nobody serves the subject, so nothing was done. `LATE`: it may have been done, and may yet be. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
  readonly reason: 'NOBODY' | 'LATE';

  constructor(subject: string, reason: 'NOBODY' | 'LATE') {
    super(reason === 'NOBODY' ? `nobody serves ${subject}` : `no answer to ${subject} in time`);
    this.reason = reason;
  }
}
