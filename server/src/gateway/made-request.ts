// A request that came as a message, and the place of its answer, in the shape that Fastify knows of node's own. Only what
// Fastify and our own code touch is here; a test sends every kind of call through both and compares the answers.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Headers } from './messages.ts';

export interface MadeCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly address: string;
  readonly body: Uint8Array;
}

export interface MadeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Gives the answer exactly once. */
export function route(
  routing: (request: IncomingMessage, response: ServerResponse) => void,
  call: MadeCall,
  answered: (answer: MadeAnswer) => void,
): void {
  const socket = Object.assign(new EventEmitter(), {
    remoteAddress: call.address,
    destroyed: false,
    encrypted: false,
    setTimeout: () => socket,
  });
  const request = new MadeRequest(call, socket);
  const response = new MadeResponse(socket, answered);
  routing(request as unknown as IncomingMessage, response as unknown as ServerResponse);
}

class MadeRequest extends Readable {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly rawHeaders: readonly string[];
  readonly socket: EventEmitter;
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly httpVersionMinor = 1;
  readonly complete = true;
  #body: Uint8Array | null;

  constructor({ method, url, headers, body }: MadeCall, socket: EventEmitter) {
    super({ autoDestroy: false });
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.rawHeaders = Object.entries(headers).flat();
    this.socket = socket;
    this.#body = body.byteLength === 0 ? null : body;
  }

  override _read(): void {
    if (this.#body !== null) this.push(this.#body);
    this.#body = null;
    this.push(null);
  }
}

class MadeResponse extends EventEmitter {
  statusCode = 200;
  headersSent = false;
  writableEnded = false;
  writableFinished = false;
  readonly destroyed = false;
  readonly socket: EventEmitter;
  readonly #headers: Record<string, string> = {};
  readonly #answered: (answer: MadeAnswer) => void;
  #chunks: Buffer[] = [];

  constructor(socket: EventEmitter, answered: (answer: MadeAnswer) => void) {
    super();
    this.socket = socket;
    this.#answered = answered;
  }

  setHeader(name: string, value: unknown): this {
    this.#headers[name.toLowerCase()] = String(value);
    return this;
  }

  getHeader(name: string): string | undefined {
    return this.#headers[name.toLowerCase()];
  }

  getHeaders(): Headers {
    return this.#headers;
  }

  hasHeader(name: string): boolean {
    return name.toLowerCase() in this.#headers;
  }

  removeHeader(name: string): void {
    delete this.#headers[name.toLowerCase()];
  }

  writeHead(status: number, headers?: Readonly<Record<string, unknown>>): this {
    this.statusCode = status;
    this.headersSent = true;
    for (const [name, value] of Object.entries(headers ?? {})) this.setHeader(name, value);
    return this;
  }

  write(chunk: string | Uint8Array): boolean {
    this.#chunks.push(Buffer.from(chunk as Uint8Array));
    return true;
  }

  end(chunk?: string | Uint8Array | (() => void) | null): this {
    if (this.writableEnded) return this;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk);
    this.writableEnded = true;
    this.writableFinished = true;
    const body = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#answered({ status: this.statusCode, headers: this.#headers, body });
    this.emit('finish');
    this.emit('close');
    return this;
  }
}
