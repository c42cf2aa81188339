// What gateways and desks send each other: frames, each a kind, a head as JSON and bytes. All frames of one turn of the
// event loop to one process are one message; a frame that is too large for a message is cut into parts.

export interface Frame {
  readonly kind: FrameKind;
  readonly head: unknown;
  readonly body: Uint8Array;
}

/** The numbers are sent: one that was given keeps its meaning. */
export const frameKinds = {
  /** gateway → desk: a whole HTTP request. */
  CALL: 1,
  /** desk → gateway: the answer of a call. */
  ANSWER: 2,
  /** gateway → desk: a question of realtime. */
  ASK: 3,
  /** desk → gateway: the answer of a question. */
  REPLY: 4,
  /** Either way: something that wants no answer. */
  TELL: 5,
  /** desk → gateway: a push, numbered; the body is the text of it. */
  PUSH: 6,
  /** A part of a message that was too large. */
  PART: 7,
} as const;

export type FrameKind = keyof typeof frameKinds;

const kindOf = new Map<number, FrameKind>(
  Object.entries(frameKinds).map(([kind, number]) => [number, kind as FrameKind]),
);

/** One byte of kind, four of the head's length, four of the body's. */
const PREFIX_BYTES = 9;

/** NATS takes messages of a megabyte unless told otherwise. */
const MOST_BYTES = 512 * 1024;

export class BadFrame extends Error {
  override name = 'BadFrame';
}

export interface Outbox {
  send(frame: Frame): void;
  /** What was sent in this turn leaves now. */
  flush(): void;
}

/** `soon` calls once the turn of the event loop is over. */
export function createOutbox(
  publish: (message: Uint8Array) => void,
  soon: (call: () => void) => void,
): Outbox {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let parted = 0;
  let isDue = false;

  function flush(): void {
    isDue = false;
    if (waiting.length === 0) return;
    const message = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting, bytes);
    waiting = [];
    bytes = 0;
    publish(message);
  }

  function sendParts(packed: Buffer): void {
    flush();
    parted += 1;
    const count = Math.ceil(packed.byteLength / MOST_BYTES);
    for (let part = 0; part < count; part += 1) {
      const body = packed.subarray(part * MOST_BYTES, (part + 1) * MOST_BYTES);
      publish(pack({ kind: 'PART', head: [parted, part, count], body }));
    }
  }

  return {
    send(frame) {
      const packed = pack(frame);
      if (packed.byteLength > MOST_BYTES) return sendParts(packed);
      if (bytes + packed.byteLength > MOST_BYTES) flush();
      waiting.push(packed);
      bytes += packed.byteLength;
      if (isDue) return;
      isDue = true;
      soon(flush);
    },
    flush,
  };
}

export function pack({ kind, head, body }: Frame): Buffer {
  const text = JSON.stringify(head);
  const headBytes = Buffer.byteLength(text);
  const packed = Buffer.allocUnsafe(PREFIX_BYTES + headBytes + body.byteLength);
  packed[0] = frameKinds[kind];
  packed.writeUInt32LE(headBytes, 1);
  packed.writeUInt32LE(body.byteLength, 5);
  packed.write(text, PREFIX_BYTES, 'utf8');
  packed.set(body, PREFIX_BYTES + headBytes);
  return packed;
}

/** The frames of a message, whose bodies share its memory. */
export function unpack(message: Uint8Array): readonly Frame[] {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const frames: Frame[] = [];
  let at = 0;
  while (at < bytes.byteLength) {
    const kind = kindOf.get(bytes[at]!);
    if (kind === undefined || bytes.byteLength - at < PREFIX_BYTES) throw new BadFrame('unknown frame');
    const bodyAt = at + PREFIX_BYTES + bytes.readUInt32LE(at + 1);
    const end = bodyAt + bytes.readUInt32LE(at + 5);
    if (end > bytes.byteLength) throw new BadFrame('a frame is cut off');
    const head: unknown = JSON.parse(bytes.toString('utf8', at + PREFIX_BYTES, bodyAt));
    frames.push({ kind, head, body: bytes.subarray(bodyAt, end) });
    at = end;
  }
  return frames;
}

/** Of each sender; one that never completes what it began is forgotten when so many are begun. */
const MOST_BEGUN = 32;
const MOST_PARTS = 256;

interface Begun {
  readonly parts: (Uint8Array | undefined)[];
  missing: number;
}

/** Puts parts together; everything else is passed on as it is. */
export function createJoining(): (from: string, message: Uint8Array) => readonly Frame[] {
  const begun = new Map<string, Begun>();

  function join(from: string, { head, body }: Frame): readonly Frame[] {
    const [id, part, count] = head as readonly [number, number, number];
    if (!(count > 0 && count <= MOST_PARTS && part >= 0 && part < count)) throw new BadFrame('wrong part');
    const key = `${from} ${id}`;
    const known = begun.get(key) ?? { parts: Array.from({ length: count }, () => undefined), missing: count };
    begun.set(key, known);
    if (known.parts.length !== count) throw new BadFrame('wrong part');
    if (known.parts[part] === undefined) {
      known.parts[part] = body;
      known.missing -= 1;
    }
    if (known.missing > 0) {
      if (begun.size > MOST_BEGUN) begun.delete(begun.keys().next().value ?? key);
      return [];
    }
    begun.delete(key);
    return unpack(Buffer.concat(known.parts as Uint8Array[]));
  }

  return (from, message) =>
    unpack(message).flatMap((frame) => (frame.kind === 'PART' ? join(from, frame) : [frame]));
}
