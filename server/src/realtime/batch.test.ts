import { expect, test } from 'vitest';
import { Batch, Message, websocketText } from './batch.ts';

test('connections with the same messages to be sent share the bytes', () => {
  const start = new Batch();
  const [a, b, c] = [new Message('a'), new Message('b'), new Message('c')];
  const first = start.plus(a).plus(b);
  const other = start.plus(c).plus(b);
  expect(start.plus(a).plus(b)).toBe(first);
  expect(start.plus(c).plus(b)).toBe(other);
  expect(start.plus(a).plus(b).frames).toBe(first.frames);
});

test('a batch keeps the order of its messages in both wrappings', () => {
  const batch = new Batch().plus(new Message('x')).plus(new Message('"마루"\0'));
  expect(batch.list).toBe('"x","\\"마루\\"\\u0000"');
  expect(batch.frames).toEqual(Buffer.concat([websocketText('x'), websocketText('"마루"\0')]));
});

test('everything that sockjs-protocol requires to be escaped is escaped, and decodes to the same text', () => {
  const wanted = [
    [0x00, 0x1f],
    [0x200c, 0x200f],
    [0x2028, 0x202f],
    [0x2060, 0x206f],
    [0xfff0, 0xffff],
    [0xd800, 0xdfff],
  ] as const;
  const codes = wanted.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, each) => from + each),
  );
  const text = `마루 ${codes.map((code) => String.fromCharCode(code)).join('')} \u{1f600}`;
  const { json } = new Message(text);
  expect(json).toMatch(/^"마루 [\x20-\x7e]+"$/);
  expect(JSON.parse(json)).toBe(text);
  expect(new Message('\u{1f600}').json).toBe('"\\ud83d\\ude00"');
});

test.each([
  [0, 2],
  [125, 2],
  [126, 4],
  [65_535, 4],
  [65_536, 10],
])('a text of %i bytes has a frame head of %i', (length, head) => {
  const frame = websocketText('x'.repeat(length));
  expect(frame.length).toBe(head + length);
  expect(frame[0]).toBe(0x81);
  const said = head === 2 ? frame[1] : head === 4 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2));
  expect(said).toBe(length);
});
