// STOMP 1.2 frames as text and back. Every bound is checked before the bytes it bounds are kept or decoded.
import type { Limits } from './limits.ts';

export interface Frame {
  readonly command: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export type FrameFault = 'FRAME_MALFORMED' | 'TOO_LARGE';

type FrameLimits = Pick<Limits, 'frameBytes' | 'headers' | 'headerBytes' | 'framePieces'>;

const NUL = 0;
const LF = 10;
const CR = 13;

/** The standard lets the first of a repeated header win; these are refused, because two readers could disagree. */
const ONCE = new Set(['destination', 'id', 'content-length', 'receipt', 'since', 'Authorization', 'token']);

const escapes: Readonly<Record<string, string>> = { '\\r': '\r', '\\n': '\n', '\\c': ':', '\\\\': '\\' };
const escaped: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n', ':': '\\c', '\\': '\\\\' };

export const escapeHeader = (text: string): string => text.replace(/[\r\n:\\]/g, (each) => escaped[each]!);

/** Undefined for an escape that the standard does not have. */
export function unescapeHeader(text: string): string | undefined {
  if (!text.includes('\\')) return text;
  let known = true;
  const plain = text.replace(/\\[\s\S]?/g, (each) => {
    const character = escapes[each];
    if (character === undefined) known = false;
    return character ?? '';
  });
  return known ? plain : undefined;
}

/** A frame that we send. Names are constants; only values can need escaping. */
export function frameText(
  command: 'CONNECTED' | 'MESSAGE' | 'RECEIPT' | 'ERROR',
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  let text = `${command}\n`;
  for (const name in headers) {
    const value = headers[name]!;
    text += `${name}:${command === 'CONNECTED' ? value : escapeHeader(value)}\n`;
  }
  if (body !== '') text += `content-length:${Buffer.byteLength(body)}\n`;
  return `${text}\n${body}\0`;
}

export interface FrameReader {
  /**
   * The frames that this piece completes, parsed one by one as the caller takes them; a fault is the last. A piece
   * has to be read to its end before the next one.
   */
  read(piece: Buffer): Generator<Frame | FrameFault, void>;
  /** Whether the beginning of a frame waits for its end. */
  unfinished(): boolean;
}

interface Head {
  readonly command: string;
  readonly headers: Map<string, string>;
  readonly bodyFrom: number;
}

export function createFrameReader(limits: FrameLimits): FrameReader {
  let unfinished: Buffer | undefined;
  let pieces = 0;

  return {
    unfinished: () => unfinished !== undefined,
    *read(piece) {
      const bytes = unfinished === undefined ? piece : Buffer.concat([unfinished, piece]);
      unfinished = undefined;
      pieces += 1;
      let at = 0;
      for (;;) {
        at = afterHeartbeats(bytes, at);
        if (at === bytes.length) {
          pieces = 0;
          return;
        }
        const read = readFrame(bytes, at, limits);
        if (read === 'UNFINISHED') {
          if (bytes.length - at > limits.frameBytes) yield 'TOO_LARGE';
          else if (pieces >= limits.framePieces) yield 'FRAME_MALFORMED';
          // A copy, so that a few remaining bytes do not retain a whole message.
          else unfinished = Buffer.from(bytes.subarray(at));
          return;
        }
        if (typeof read === 'string') {
          yield read;
          return;
        }
        yield read.frame;
        at = read.end;
        pieces = 1;
      }
    },
  };
}

function afterHeartbeats(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] === LF)) at += bytes[at] === LF ? 1 : 2;
  return at;
}

function readFrame(
  bytes: Buffer,
  from: number,
  limits: FrameLimits,
): { readonly frame: Frame; readonly end: number } | FrameFault | 'UNFINISHED' {
  const head = readHead(bytes, from, limits);
  if (typeof head === 'string') return head;
  const { command, headers, bodyFrom } = head;
  const end = bodyEnd(bytes, bodyFrom, headers.get('content-length'), limits);
  if (typeof end === 'string') return end;
  if (end + 1 - from > limits.frameBytes) return 'TOO_LARGE';
  if (end > bodyFrom && command !== 'SEND') return 'FRAME_MALFORMED';
  return { frame: { command, headers, body: bytes.toString('utf8', bodyFrom, end) }, end: end + 1 };
}

function readHead(bytes: Buffer, from: number, limits: FrameLimits): Head | FrameFault | 'UNFINISHED' {
  let command: string | undefined;
  const headers = new Map<string, string>();
  let count = 0;
  for (let at = from; ; ) {
    const feed = bytes.indexOf(LF, at);
    // A NUL ends a frame, so one inside the head can only be a frame without the empty line.
    if (feed < 0) return bytes.indexOf(NUL, at) >= 0 ? 'FRAME_MALFORMED' : 'UNFINISHED';
    const end = feed > at && bytes[feed - 1] === CR ? feed - 1 : feed;
    if (end === at && command !== undefined) return { command, headers, bodyFrom: feed + 1 };
    if (end - at > limits.headerBytes) return 'FRAME_MALFORMED';
    const line = bytes.toString('utf8', at, end);
    if (line.includes('\0') || line.includes('\r')) return 'FRAME_MALFORMED';
    if (command === undefined) command = line;
    else {
      count += 1;
      if (count > limits.headers || !addHeader(headers, line, command)) return 'FRAME_MALFORMED';
    }
    at = feed + 1;
  }
}

function addHeader(headers: Map<string, string>, line: string, command: string): boolean {
  const colon = line.indexOf(':');
  if (colon < 1) return false;
  // CONNECT is not escaped, for the sake of clients older than the escapes.
  const plain = command === 'CONNECT' ? (text: string) => text : unescapeHeader;
  const name = plain(line.slice(0, colon));
  const value = plain(line.slice(colon + 1));
  if (name === undefined || value === undefined) return false;
  if (!headers.has(name)) headers.set(name, value);
  else if (ONCE.has(name)) return false;
  return true;
}

/** The place of the NUL that ends the body. */
function bodyEnd(
  bytes: Buffer,
  from: number,
  contentLength: string | undefined,
  limits: FrameLimits,
): number | FrameFault | 'UNFINISHED' {
  if (contentLength === undefined) {
    const end = bytes.indexOf(NUL, from);
    return end < 0 ? 'UNFINISHED' : end;
  }
  if (!/^\d{1,9}$/.test(contentLength)) return 'FRAME_MALFORMED';
  const end = from + Number(contentLength);
  if (Number(contentLength) > limits.frameBytes) return 'TOO_LARGE';
  if (end < bytes.length) return bytes[end] === NUL ? end : 'FRAME_MALFORMED';
  // The message ends like a complete frame, but its content-length is longer: no later byte can repair that.
  return bytes.at(-1) === NUL ? 'FRAME_MALFORMED' : 'UNFINISHED';
}
