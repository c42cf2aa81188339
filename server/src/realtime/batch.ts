// The messages to be sent to a connection in one turn of the event loop. Connections with the same messages in the
// same order share one batch, so the bytes for a thousand of them are made once.

/** One STOMP frame (or heart-beat) to be sent, each encoding made at most once. */
export class Message {
  readonly text: string;
  #frame: Buffer | undefined;
  #json: string | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get frame(): Buffer {
    this.#frame ??= websocketText(this.text);
    return this.#frame;
  }

  get json(): string {
    this.#json ??= sockjsJson(this.text);
    return this.#json;
  }
}

/** A sequence of messages, as a node of a tree with an empty root: the same sequence is the same object. */
export class Batch {
  readonly size: number;
  readonly #before: Batch | undefined;
  readonly #message: Message | undefined;
  // Nearly always the same message follows a batch on every connection; the map is for the other cases.
  #lastMessage: Message | undefined;
  #lastNext: Batch | undefined;
  #others: Map<Message, Batch> | undefined;
  #frames: Buffer | undefined;
  #list: string | undefined;
  #sockjsFrame: Buffer | undefined;

  constructor(before?: Batch, message?: Message) {
    this.#before = before;
    this.#message = message;
    this.size = before === undefined || message === undefined ? 0 : before.size + message.text.length;
  }

  plus(message: Message): Batch {
    if (this.#lastMessage === message) return this.#lastNext!;
    if (this.#lastNext !== undefined) {
      this.#others ??= new Map();
      this.#others.set(this.#lastMessage!, this.#lastNext);
    }
    const next = this.#others?.get(message) ?? new Batch(this, message);
    this.#lastMessage = message;
    this.#lastNext = next;
    return next;
  }

  get messages(): readonly Message[] {
    const list: Message[] = [];
    let each: Batch = this;
    while (each.#before !== undefined) {
      list.push(each.#message!);
      each = each.#before;
    }
    return list.reverse();
  }

  /** One WebSocket text frame per message. */
  get frames(): Buffer {
    if (this.#frames === undefined) {
      const { messages } = this;
      this.#frames =
        messages.length === 1 ? messages[0]!.frame : Buffer.concat(messages.map((each) => each.frame));
    }
    return this.#frames;
  }

  /** The members of a SockJS array frame, without its brackets. */
  get list(): string {
    this.#list ??= this.messages.map((each) => each.json).join(',');
    return this.#list;
  }

  /** One SockJS array frame with every message, in one WebSocket text frame. */
  get sockjsFrame(): Buffer {
    this.#sockjsFrame ??= websocketText(`a[${this.list}]`);
    return this.#sockjsFrame;
  }
}

/** Characters that sockjs-protocol requires escaped beyond JSON, because browsers or proxies change them. */
const ESCAPED_BY_SOCKJS = /[\ud800-\udfff\u200c-\u200f\u2028-\u202f\u2060-\u206f\ufff0-\uffff]/g;

function sockjsJson(text: string): string {
  const json = JSON.stringify(text);
  return json.replace(ESCAPED_BY_SOCKJS, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const TEXT = 0x81;

/** A final, unmasked text frame (RFC 6455 5.2): what a server sends. */
export function websocketText(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(head + length);
  frame[0] = TEXT;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head, 'utf8');
  return frame;
}
