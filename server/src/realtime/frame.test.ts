import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFrameReader, escapeHeader, frameText, unescapeHeader } from './frame.ts';
import { defaultLimits } from './limits.ts';

const read = (...pieces: string[]) => {
  const reader = createFrameReader(defaultLimits);
  const found = pieces.flatMap((piece) => [...reader.read(Buffer.from(piece))]);
  return {
    frames: found.filter((each) => typeof each !== 'string'),
    fault: found.find((each) => typeof each === 'string'),
    unfinished: reader.unfinished(),
  };
};

test('a frame has a command, unescaped headers and a body', () => {
  const { frames } = read('SEND\ndestination:/ping\nnote:a\\cb\\nc\\\\d\\r\n\nhello\0');
  expect(frames).toHaveLength(1);
  expect(frames[0]).toMatchObject({ command: 'SEND', body: 'hello' });
  expect(frames[0]?.headers.get('note')).toBe('a:b\nc\\d\r');
});

test('CONNECT is not unescaped', () => {
  expect(read('CONNECT\npasscode:a\\xb\n\n\0').frames[0]?.headers.get('passcode')).toBe('a\\xb');
});

test('heart-beats between frames are ignored and several frames may share a message', () => {
  const { frames } = read('\n\r\n\nSEND\na:1\n\nx\0\n\nACK\n\n\0\r\n');
  expect(frames.map((frame) => frame.command)).toEqual(['SEND', 'ACK']);
});

test('lines may end in CR LF', () => {
  expect(read('SEND\r\na:1\r\n\r\nx\0').frames[0]?.headers.get('a')).toBe('1');
});

test('a frame may arrive in pieces, also split in the middle of a character', () => {
  const reader = createFrameReader(defaultLimits);
  const bytes = Buffer.from('SEND\na:마루\n\n안녕\0');
  const frames = [...bytes].flatMap((byte) => [...reader.read(Buffer.from([byte]))]);
  expect(frames).toMatchObject([{ body: '안녕', headers: new Map([['a', '마루']]) }]);
});

test('content-length counts bytes and lets a body hold a NUL', () => {
  const { frames } = read('SEND\ncontent-length:5\n\n안\0x\0');
  expect(frames[0]?.body).toBe('안\0x');
});

test('the first of a repeated header wins, except for headers that may come once', () => {
  expect(read('SEND\na:1\na:2\n\n\0').frames[0]?.headers.get('a')).toBe('1');
});

describe('refused at once', () => {
  const headers = (count: number) => Array.from({ length: count }, (_, each) => `h${each}:v\n`).join('');
  test.each([
    ['a header without colon', 'SEND\nabc\n\n\0', 'FRAME_MALFORMED'],
    ['a header without name', 'SEND\n:x\n\n\0', 'FRAME_MALFORMED'],
    ['an unknown escape', 'SEND\na:\\x\n\n\0', 'FRAME_MALFORMED'],
    ['an escape without end', 'SEND\na:x\\\n\n\0', 'FRAME_MALFORMED'],
    ['a repeated destination', 'SEND\ndestination:/ping\ndestination:/x\n\n\0', 'FRAME_MALFORMED'],
    ['a CR in a value', 'SEND\na:x\ry\n\n\0', 'FRAME_MALFORMED'],
    ['21 headers', `SEND\n${headers(21)}\n\0`, 'FRAME_MALFORMED'],
    ['a header above 1 KB', `SEND\na:${'x'.repeat(1023)}\n\n\0`, 'FRAME_MALFORMED'],
    ['a NUL in the head', 'SEND\na:x\0\n\n\0', 'FRAME_MALFORMED'],
    ['a head without end', 'SEND\0', 'FRAME_MALFORMED'],
    ['content-length -1', 'SEND\ncontent-length:-1\n\nx\0', 'FRAME_MALFORMED'],
    ['content-length 1e9', 'SEND\ncontent-length:1e9\n\nx\0', 'FRAME_MALFORMED'],
    ['content-length 1000000000', 'SEND\ncontent-length:1000000000\n\nx\0', 'FRAME_MALFORMED'],
    ['content-length above a frame', 'SEND\ncontent-length:70000\n\nx\0', 'TOO_LARGE'],
    ['content-length smaller than the body', 'SEND\ncontent-length:1\n\nxy\0', 'FRAME_MALFORMED'],
    ['content-length larger than the body', 'SEND\ncontent-length:3\n\nxy\0', 'FRAME_MALFORMED'],
    ['a body on SUBSCRIBE', 'SUBSCRIBE\nid:1\n\nx\0', 'FRAME_MALFORMED'],
  ])('%s', (_, text, fault) => {
    expect(read(text)).toMatchObject({ frames: [], fault });
  });

  test('a frame of 64 KB passes and one byte more does not', () => {
    const head = 'SEND\na:1\n\n';
    const full = `${head}${'x'.repeat(64 * 1024 - head.length - 1)}\0`;
    expect(read(full)).toMatchObject({ frames: [{ command: 'SEND' }], fault: undefined });
    expect(read(full.replace('\0', 'x\0'))).toMatchObject({ frames: [], fault: 'TOO_LARGE' });
    expect(read(full.slice(0, -1), 'xx')).toMatchObject({ frames: [], fault: 'TOO_LARGE' });
  });

  test('20 headers and a header line of 1 KB pass', () => {
    expect(read(`SEND\n${headers(20)}\n\0`).fault).toBeUndefined();
    expect(read(`SEND\na:${'x'.repeat(1022)}\n\n\0`).fault).toBeUndefined();
  });

  test('a frame sent in too many pieces', () => {
    expect(read('SEND\n', ...Array.from({ length: 70 }, () => 'x')).fault).toBe('FRAME_MALFORMED');
  });
});

test('a frame without its NUL waits for the rest', () => {
  expect(read('SEND\na:1\n\nx')).toMatchObject({ frames: [], fault: undefined, unfinished: true });
});

test('unescaping an escaped text returns it unchanged', () => {
  fc.assert(fc.property(fc.string(), (text) => unescapeHeader(escapeHeader(text)) === text));
});

test('frames that we write are read back the same, in whatever pieces they arrive', () => {
  const word = fc.string({ minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(word, fc.string({ maxLength: 200 }), fc.integer({ min: 1, max: 300 }), (value, body, cut) => {
      const bytes = Buffer.from(frameText('MESSAGE', { note: value }, body).replace(/^MESSAGE/, 'SEND'));
      const reader = createFrameReader(defaultLimits);
      const frames = [bytes.subarray(0, cut), bytes.subarray(cut)].flatMap((piece) => [
        ...reader.read(piece),
      ]);
      expect(frames).toHaveLength(1);
      expect(frames).toMatchObject([{ body, headers: expect.any(Map) }]);
      expect(typeof frames[0] === 'string' ? '' : frames[0]?.headers.get('note')).toBe(value);
    }),
  );
});
