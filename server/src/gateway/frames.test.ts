import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BadFrame, createJoining, createOutbox, type Frame, pack, unpack } from './frames.ts';

const frame = fc.record({
  kind: fc.constantFrom('CALL', 'ANSWER', 'ASK', 'REPLY', 'TELL', 'PUSH' as const),
  head: fc.jsonValue(),
  body: fc.uint8Array({ maxLength: 200 }),
});

const plain = ({ kind, head, body }: Frame) => ({ kind, head: JSON.stringify(head), body: [...body] });

test('whatever is sent in one turn arrives as it was, in its order and in one message', () => {
  fc.assert(
    fc.property(fc.array(frame, { minLength: 1, maxLength: 20 }), (frames) => {
      const messages: Uint8Array[] = [];
      const turns: (() => void)[] = [];
      const outbox = createOutbox(
        (message) => messages.push(message),
        (call) => turns.push(call),
      );
      for (const each of frames) outbox.send(each as Frame);
      for (const call of turns) call();
      expect(messages).toHaveLength(1);
      expect(unpack(messages[0]!).map(plain)).toEqual(frames.map((each) => plain(each as Frame)));
    }),
  );
});

test('a frame that is too large for a message arrives in parts, whatever their order, and once', () => {
  const body = new Uint8Array(3_000_000).map((_, at) => at % 251);
  const messages: Uint8Array[] = [];
  const outbox = createOutbox(
    (message) => messages.push(message),
    (call) => call(),
  );
  outbox.send({ kind: 'CALL', head: [1], body });
  expect(messages.length).toBeGreaterThan(5);
  expect(Math.max(...messages.map(({ byteLength }) => byteLength))).toBeLessThan(600_000);

  const join = createJoining();
  const arrived = [...messages.toReversed(), messages[0]!].flatMap((message) => join('gateway', message));
  expect(arrived).toHaveLength(1);
  expect(arrived[0]?.head).toEqual([1]);
  expect(Buffer.compare(Buffer.from(arrived[0]!.body), Buffer.from(body))).toBe(0);
});

test('parts of different senders are not mixed, and what is never completed is forgotten', () => {
  const join = createJoining();
  const part = (id: number, at: number) =>
    pack({ kind: 'PART', head: [id, at, 2], body: pack({ kind: 'TELL', head: at, body: new Uint8Array() }) });
  expect(join('a', part(1, 0))).toEqual([]);
  expect(join('b', part(1, 1))).toEqual([]);
  expect(join('a', part(1, 1))).toHaveLength(2);
  for (let id = 10; id < 100; id += 1) expect(join('a', part(id, 0))).toEqual([]);
  expect(join('a', part(10, 1))).toEqual([]);
});

test('bytes that are no frames are refused, wherever they are cut or changed', () => {
  const good = pack({ kind: 'CALL', head: { a: 1 }, body: Buffer.from('body') });
  for (let length = 1; length < good.byteLength; length += 1)
    expect(() => unpack(good.subarray(0, length))).toThrow();
  expect(() => unpack(Buffer.from([99, 0, 0, 0, 0, 0, 0, 0, 0]))).toThrow(BadFrame);
  const join = createJoining();
  for (const head of [
    [1, 2, 2],
    [1, -1, 2],
    [1, 0, 0],
    [1, 0, 1e9],
  ])
    expect(() => join('a', pack({ kind: 'PART', head, body: new Uint8Array() }))).toThrow(BadFrame);
});
