// A SockJS session over plain requests: the client keeps one request open to read, and posts its messages.
import type { ServerResponse } from 'node:http';
import type { Batch } from './batch.ts';
import type { Limits } from './limits.ts';
import type { Caller, Wire } from './wire.ts';

export type Reading = 'xhr' | 'xhr_streaming';

interface Reader {
  readonly response: ServerResponse;
  readonly streams: boolean;
  bytes: number;
}

/** Old browsers deliver a streamed response only after this many bytes. */
const PRELUDE = `${'h'.repeat(2048)}\n`;
const INTERRUPTED = 'c[1002,"Connection interrupted"]\n';
const ANOTHER_READER = 'c[2010,"Another connection still open"]\n';

export class XhrWire implements Wire {
  readonly caller: Caller;
  unattendedSince: number | undefined;
  /** When closing was decided; later readers get the closing frame again. */
  closedAt: number | undefined;
  readonly #now: () => number;
  readonly #streamBytes: number;
  readonly #lost: () => void;
  #reader: Reader | undefined;
  readonly #queue: string[] = [];
  #queuedBytes = 0;
  #goodbye: string | undefined;
  #greeted = false;

  constructor(options: { caller: Caller; limits: Limits; now: () => number; lost: () => void }) {
    this.caller = options.caller;
    this.#now = options.now;
    this.#streamBytes = options.limits.streamBytes;
    this.#lost = options.lost;
    this.unattendedSince = this.#now();
  }

  /** The headers of the response are sent already. */
  attach(response: ServerResponse, reading: Reading): void {
    if (reading === 'xhr_streaming') response.write(PRELUDE);
    if (this.#reader !== undefined) {
      response.end(ANOTHER_READER);
      return;
    }
    const reader: Reader = { response, streams: reading === 'xhr_streaming', bytes: 0 };
    this.#reader = reader;
    this.unattendedSince = undefined;
    response.on('close', () => {
      // Bytes that did not reach the network are lost, and a session must not continue after losing bytes.
      if (!response.writableFinished) this.#interrupt();
      if (this.#reader === reader) this.#detach();
    });
    if (!this.#greeted) {
      this.#greeted = true;
      this.#put('o\n');
    } else this.#drain();
  }

  write(batch: Batch): void {
    this.#queue.push(batch.list);
    this.#queuedBytes += batch.list.length;
    this.#drain();
  }

  backlog(): number {
    return this.#queuedBytes + (this.#reader?.response.writableLength ?? 0);
  }

  close(code: number, reason: string): void {
    this.#goodbye = `c[${code},${JSON.stringify(reason)}]\n`;
    this.closedAt = this.#now();
    this.#drain();
  }

  cut(): void {
    this.#goodbye ??= 'c[3000,"Go away!"]\n';
    this.closedAt ??= this.#now();
    this.#takeQueued();
    this.#reader?.response.destroy();
    this.#detach();
  }

  /** A client that is still connected sends a new request. */
  probe(): void {
    const reader = this.#reader;
    if (reader === undefined || this.#goodbye !== undefined) return;
    this.#detach();
    reader.response.end('h\n');
  }

  /** From now on every read gets the closing frame, and nothing is stored for it. */
  #interrupt(): void {
    this.#goodbye ??= INTERRUPTED;
    this.closedAt ??= this.#now();
    this.#takeQueued();
    this.#lost();
  }

  #drain(): void {
    if (this.#reader !== undefined && this.#queue.length > 0) {
      this.#put(`a[${this.#takeQueued().join(',')}]\n`);
    }
    if (this.#reader !== undefined && this.#goodbye !== undefined && this.#queue.length === 0) {
      const { response } = this.#reader;
      this.#detach();
      response.end(this.#goodbye);
    }
  }

  #takeQueued(): readonly string[] {
    this.#queuedBytes = 0;
    return this.#queue.splice(0);
  }

  #put(text: string): void {
    const reader = this.#reader;
    if (reader === undefined) return;
    reader.bytes += text.length;
    if (reader.streams && reader.bytes < this.#streamBytes) reader.response.write(text);
    else {
      this.#detach();
      reader.response.end(text);
    }
  }

  #detach(): void {
    this.#reader = undefined;
    this.unattendedSince = this.#now();
  }
}
