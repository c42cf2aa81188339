// Reads a request body. Stricter than JSON.parse, because a text that two parsers read differently can be used for an
// attack: repeated keys, prototype keys, lone surrogates, NUL, exponents, minus zero, deep nesting and trailing text
// are refused. Safe integers become numbers; fractions and larger integers stay the exact text that was sent, for
// `decimal` fields.

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type JsonRead = { readonly ok: true; readonly value: JsonValue } | { readonly ok: false };

const DEEPEST = 32;
/** Keys that reach into the prototype of an object that is built with them. */
export const POISON = new Set(['__proto__', 'constructor', 'prototype']);
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?/y;
const MINUS_ZERO = /^-0(?:\.0*)?$/;
const HEX4 = /^[\da-fA-F]{4}$/;
const MALFORMED: JsonRead = { ok: false };

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Made once: throwing it costs no stack capture, which keeps a flood of bad bodies cheap. */
const malformed = new Error('malformed JSON');

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

export function readJson(text: string): JsonRead {
  let at = 0;

  function skipSpace(): void {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      at++;
    }
  }

  function readValue(depth: number): JsonValue {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return readString();
    if (code === OPEN_OBJECT) return readObject(depth + 1);
    if (code === OPEN_LIST) return readList(depth + 1);
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return readNumber();
    return readWord();
  }

  function readWord(): JsonValue {
    if (text.startsWith('true', at)) {
      at += 4;
      return true;
    }
    if (text.startsWith('false', at)) {
      at += 5;
      return false;
    }
    if (text.startsWith('null', at)) {
      at += 4;
      return null;
    }
    throw malformed;
  }

  function readNumber(): JsonValue {
    NUMBER.lastIndex = at;
    const match = NUMBER.exec(text);
    if (match === null) throw malformed;
    const written = match[0];
    at += written.length;
    const next = text.charCodeAt(at);
    const goesOn = (next >= 0x30 && next <= 0x39) || next === 0x2e || next === 0x65 || next === 0x45;
    if (goesOn || MINUS_ZERO.test(written)) throw malformed;
    if (match[1] !== undefined) return written;
    const number = Number(written);
    return Number.isSafeInteger(number) ? number : written;
  }

  function readString(): string {
    const start = ++at;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return text.slice(start, at++);
      if (code === BACKSLASH) return readEscaped(start);
      // NaN, the code after the end, is not greater either.
      if (!(code >= 0x20)) throw malformed;
      at++;
    }
  }

  function readEscaped(start: number): string {
    let read = text.slice(start, at);
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (!(code >= 0x20)) throw malformed;
      if (code === BACKSLASH) {
        read += readEscape();
      } else {
        read += text[at++];
      }
    }
    at++;
    if (!read.isWellFormed()) throw malformed;
    return read;
  }

  function readEscape(): string {
    const letter = text[at + 1] ?? '';
    if (letter === 'u') {
      const hex = text.slice(at + 2, at + 6);
      // PostgreSQL cannot store NUL, and none of our texts needs it.
      if (!HEX4.test(hex) || hex === '0000') throw malformed;
      at += 6;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    const meant = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (meant === undefined) throw malformed;
    at += 2;
    return meant;
  }

  function readObject(depth: number): JsonValue {
    if (depth > DEEPEST) throw malformed;
    const object: { [key: string]: JsonValue } = {};
    at++;
    skipSpace();
    if (text.charCodeAt(at) === CLOSE_OBJECT) {
      at++;
      return object;
    }
    for (;;) {
      if (text.charCodeAt(at) !== QUOTE) throw malformed;
      const key = readString();
      if (POISON.has(key) || Object.hasOwn(object, key)) throw malformed;
      skipSpace();
      if (text.charCodeAt(at) !== COLON) throw malformed;
      at++;
      skipSpace();
      object[key] = readValue(depth);
      skipSpace();
      const code = text.charCodeAt(at++);
      if (code === CLOSE_OBJECT) return object;
      if (code !== COMMA) throw malformed;
      skipSpace();
    }
  }

  function readList(depth: number): JsonValue {
    if (depth > DEEPEST) throw malformed;
    const list: JsonValue[] = [];
    at++;
    skipSpace();
    if (text.charCodeAt(at) === CLOSE_LIST) {
      at++;
      return list;
    }
    for (;;) {
      list.push(readValue(depth));
      skipSpace();
      const code = text.charCodeAt(at++);
      if (code === CLOSE_LIST) return list;
      if (code !== COMMA) throw malformed;
      skipSpace();
    }
  }

  try {
    skipSpace();
    const value = readValue(0);
    skipSpace();
    return at === text.length ? { ok: true, value } : MALFORMED;
  } catch (error) {
    if (error === malformed) return MALFORMED;
    throw error;
  }
}

/**
 * The same text for the same content, whatever the order of keys: an idempotency key is bound to it. Lengths in front
 * of texts distinguish contents without escaping, which costs a fraction of JSON.stringify.
 */
export function canonical(value: unknown): string {
  if (typeof value === 'string') return `s${value.length}:${value}`;
  if (typeof value !== 'object' || value === null) return `${String(value)};`;
  if (Array.isArray(value)) return `[${value.map(canonical).join('')}]`;
  const object = value as Readonly<Record<string, unknown>>;
  let members = '';
  for (const key of sortedKeys(object)) {
    const member = object[key];
    if (typeof member === 'string') members += `${key.length}:${key}=s${member.length}:${member}`;
    else if (member !== undefined) members += `${key.length}:${key}=${canonical(member)}`;
  }
  return `{${members}}`;
}

/** By insertion, as few as a request has: the general sort costs more than everything else here. */
function sortedKeys(object: object): readonly string[] {
  const keys = Object.keys(object);
  if (keys.length > FEW_KEYS) return keys.sort();
  for (let next = 1; next < keys.length; next += 1) {
    const key = keys[next] as string;
    let at = next;
    for (; at > 0 && (keys[at - 1] as string) > key; at -= 1) keys[at] = keys[at - 1] as string;
    keys[at] = key;
  }
  return keys;
}

const FEW_KEYS = 16;
