// Whatever events follow each other in a record, they are read as they were decided.
import { closeLead, followedWorld, mirrorAll, moveTo, order } from '@maru/engine/copytrade/testing';
import type { AnyEvent } from '@maru/engine/products';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileShape } from './compiled-shape.ts';
import { findDifferences, likeBut, shapeOf } from './event-likeness.ts';
import { encodeEvent, packBatch, readBody, receiveBatch, seal, textOf, unseal } from './record.ts';

/** What a record says of values does not depend on what they mean. */
const plainValue = fc.oneof(
  fc.bigInt({ min: -9n, max: 9n }),
  fc.integer({ min: -9, max: 9 }),
  fc.constantFrom('', '~', '~1', '[1]', '원', 'plain', '"', '\\', true, false, null),
);
const anyFields = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    plainValue,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '7'), tie('any'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).any;

const eventWith = (id: number, own: unknown): AnyEvent =>
  ({
    kind: 'SOMETHING',
    id,
    at: 1_790_000_000_000 + id,
    site: 1,
    steps: [{ player: id, seq: 1 }],
    transfers: [],
    after: [],
    // Long enough that what follows may be written as differences.
    filler: 'x'.repeat(1_000),
    own,
  }) as unknown as AnyEvent;

const sealed = (events: readonly AnyEvent[]) => seal({ shard: 1, batch: 1, epoch: 1, previous: '', events });

/** A copy with one value changed, at a place that is chosen by `pick`; the same where there is no value. */
function changed(value: unknown, pick: number, to: unknown): unknown {
  if (typeof value !== 'object' || value === null) return to;
  const names = Object.keys(value);
  if (names.length === 0) return value;
  const name = names[pick % names.length]!;
  const inside = changed((value as Record<string, unknown>)[name], Math.floor(pick / names.length), to);
  return Array.isArray(value) ? value.with(Number(name), inside) : { ...(value as object), [name]: inside };
}

test('a record is read as it was written, whatever changes between its events', () => {
  fc.assert(
    fc.property(
      anyFields,
      fc.array(fc.record({ pick: fc.nat(10_000), to: fc.oneof(plainValue, anyFields) }), { maxLength: 6 }),
      (first, changes) => {
        const events = [eventWith(1, first)];
        let own = first;
        for (const { pick, to } of changes) {
          own = changed(own, pick, to);
          events.push(eventWith(events.length + 1, own));
        }
        expect(readBody(sealed(events).body).events).toStrictEqual(events);
      },
    ),
  );
});

test('an event with another field, or without one, is written whole', () => {
  const one = eventWith(1, { a: 1, b: [1, 2] });
  for (const own of [
    { a: 1 },
    { a: 1, b: [1, 2], c: 3 },
    { a: 1, c: [1, 2] },
    { a: [], b: [1, 2] },
    { a: 1, b: [1] },
  ]) {
    const { entries, body } = sealed([one, eventWith(2, own)]);
    expect(entries[1]).toMatch(/^\{/);
    expect(readBody(body).events).toStrictEqual([one, eventWith(2, own)]);
  }
  // A field without a value is not in the text.
  const { entries, body } = sealed([one, eventWith(2, { a: undefined, b: [1, 2] })]);
  expect(entries[1]).toMatch(/^\{/);
  expect(readBody(body).events[1]).toStrictEqual(eventWith(2, { b: [1, 2] }));
});

test('values are numbered as the text has them, in whatever order the event was put together', () => {
  const one = eventWith(1, 5);
  const { kind, id: _id, ...rest } = eventWith(2, 6);
  const events = [one, { ...rest, kind, id: 2 } as AnyEvent];
  const { entries, body } = sealed(events);
  expect(entries[1]).toBe('[1,2,2,1790000000002,4,2,7,6]');
  expect(readBody(body).events).toStrictEqual(events);
});

test('functions made for a shape say what is said without them, and refuse what is not of the shape', () => {
  const encoded = (value: unknown) => JSON.stringify(String(value));
  fc.assert(
    fc.property(
      anyFields,
      fc.array(fc.record({ pick: fc.nat(10_000), to: fc.oneof(plainValue, anyFields) }), { maxLength: 4 }),
      (own, changes) => {
        const before = { own, id: 1 };
        let changedOwn = own;
        for (const { pick, to } of changes) changedOwn = changed(changedOwn, pick, to);
        const after = { own: changedOwn, id: 2 };
        const shape = shapeOf(before);
        const { write, read } = compileShape(shape, encoded);
        const found: unknown[] = [];
        const isLike = findDifferences(shape, before, after, (place, value) => found.push(place, value));
        const text = write(before, after);
        if (!isLike) {
          expect(text).toBeUndefined();
          return;
        }
        expect(text).toBe(found.map((each, at) => (at % 2 === 0 ? each : encoded(each))).join(','));
        const [made, used] = read(before, [...found, Number.POSITIVE_INFINITY]);
        expect(made).toStrictEqual(likeBut(shape, before, found));
        expect(made).toStrictEqual(after);
        expect(used).toBe(found.length);
      },
    ),
  );
});

test('a field that would set the prototype is written whole', () => {
  const own = JSON.parse('{"__proto__": 1}') as unknown;
  const other = JSON.parse('{"__proto__": 2}') as unknown;
  const { entries, body } = sealed([eventWith(1, own), eventWith(2, other)]);
  expect(entries[1]).toMatch(/^\{/);
  expect(JSON.stringify(readBody(body).events[1])).toContain('"own":{"__proto__":2}');
});

test('a record of many alike is read as it was written, before functions are made for it and after', () => {
  const events = Array.from({ length: 300 }, (_, place) =>
    eventWith(place + 1, { a: place % 7, b: [place] }),
  );
  for (let again = 0; again < 2; again += 1) {
    const batch = sealed(events);
    expect(batch.entries.filter((entry) => entry.startsWith('['))).toHaveLength(299);
    expect(readBody(batch.body).events).toStrictEqual(events);
  }
});

function eventsOfCopies(): AnyEvent[] {
  const events: AnyEvent[] = [];
  const world = followedWorld({}, 9);
  world.onEvent = (event) => events.push(event);
  order(world);
  mirrorAll(world);
  moveTo(world, '60100');
  closeLead(world, { size: '0.04' });
  mirrorAll(world);
  closeLead(world);
  mirrorAll(world);
  return events;
}

test('the copies of a lead are written as what differs, and are read, handed over and told as they were', () => {
  const events = eventsOfCopies();
  const batch = sealed(events);
  const alike = batch.entries.filter((entry) => entry.startsWith('['));
  expect(alike.length).toBe(3 * 7);
  for (const entry of alike) expect(entry.length).toBeLessThan(encodeEvent(events[1]!).length / 4);
  expect(unseal(batch)?.events).toStrictEqual(events);
  const handed = receiveBatch(packBatch(batch));
  expect(handed.events).toStrictEqual(events);
  for (const [place, event] of events.entries())
    expect(textOf(handed.events[place]!, handed.entries[place])).toBe(encodeEvent(event));
  // One that was read back is handed over too, when the tables are behind the journal.
  const again = receiveBatch(packBatch(unseal(batch)!));
  for (const [place, event] of events.entries())
    expect(textOf(again.events[place]!, again.entries[place])).toBe(encodeEvent(event));
});
