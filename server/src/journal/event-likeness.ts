// What one event of a record says otherwise than the event before it. The copies of a lead, or the orders of one tick,
// are alike but for a few dozen values: to write, hash, send and read only those costs a fraction of the whole event.
//
// The values of an event are numbered in the order of its text. Only events that have the same fields, with lists of the
// same lengths, are alike; how a record says it is decided in record.ts.
import { assert } from '@maru/engine/assert';
import { type CompiledShape, compileShape } from './compiled-shape.ts';

/** The fields and lengths of an event. Values alone have none. */
export interface Shape {
  /** Of an object; absent of a list. */
  readonly names?: readonly string[];
  /** By field or place; undefined where there is a value. */
  readonly parts: readonly (Shape | undefined)[];
  /** How many values there are in all of it. */
  readonly values: number;
}

/** Values by their numbers, one after the other: number, value, number, value. */
export type Differences = readonly unknown[];

type Fields = Readonly<Record<string, unknown>>;

const isValue = (value: unknown): boolean => typeof value !== 'object' || value === null;

export function shapeOf(value: object): Shape {
  const names = Array.isArray(value) ? undefined : Object.keys(value);
  const parts: (Shape | undefined)[] = [];
  let values = 0;
  for (const child of Object.values(value)) {
    const part = isValue(child) ? undefined : shapeOf(child as object);
    parts.push(part);
    values += part?.values ?? 1;
  }
  return names === undefined ? { parts, values } : { names, parts, values };
}

/** How events of one shape are compared and rebuilt. */
export interface Likeness {
  /** What the second says otherwise, without brackets; undefined when it is not of the shape, which the first is. */
  readonly write: (before: object, after: object) => string | undefined;
  /** The event that is like this one but for the differences. What does not differ is the same object in both. */
  readonly read: <Whole extends object>(before: Whole, differences: unknown[]) => Whole;
}

/** After so many events of a shape, functions are made for it: that takes as long as a hundred events. */
const USES_BEFORE_COMPILED = 100;
/** There are a few dozen; the oldest is forgotten. */
const MOST_SHAPES = 200;

/** Shapes that were met, with what is known of them. */
export function createLikenesses(
  encode: (value: unknown) => string,
): (whole: object) => Likeness | undefined {
  const known = new Map<string, Likeness>();
  return (whole) => {
    const shape = shapeOf(whole);
    const signature = signatureOf(shape);
    // A literal with this name would set the prototype.
    if (signature.includes('__proto__')) return undefined;
    let likeness = known.get(signature);
    if (likeness === undefined) {
      if (known.size >= MOST_SHAPES) known.delete(known.keys().next().value as string);
      likeness = likenessOf(shape, encode);
      known.set(signature, likeness);
    }
    return likeness;
  };
}

function likenessOf(shape: Shape, encode: (value: unknown) => string): Likeness {
  let uses = 0;
  let compiled: CompiledShape | undefined;
  const isCompiled = (): boolean => {
    uses += 1;
    if (uses === USES_BEFORE_COMPILED) compiled = compileShape(shape, encode);
    return compiled !== undefined;
  };
  return {
    write(before, after) {
      if (isCompiled()) return compiled?.write(before, after);
      let text = '';
      const isLike = findDifferences(shape, before, after, (place, value) => {
        text += (text === '' ? '' : ',') + place + ',' + encode(value);
      });
      return isLike ? text : undefined;
    },
    read<Whole extends object>(before: Whole, differences: unknown[]): Whole {
      if (!isCompiled() || compiled === undefined) return likeBut(shape, before, differences);
      const { length } = differences;
      differences.push(Number.POSITIVE_INFINITY);
      const [made, used] = compiled.read(before, differences);
      assert(used === length, 'every difference has its place');
      return made as Whole;
    },
  };
}

/** Shapes with the same names and lengths have the same one. */
function signatureOf({ names, parts }: Shape): string {
  let text = names === undefined ? '[' : '{';
  for (const [index, part] of parts.entries()) {
    if (names !== undefined) text += JSON.stringify(names[index]);
    text += part === undefined ? ',' : signatureOf(part);
  }
  return text + (names === undefined ? ']' : '}');
}

/** Called with every value that differs. */
type OnDifference = (place: number, value: unknown) => void;

/** False when the second is not of the shape, which is that of the first: then what was found so far says nothing. */
export function findDifferences(
  shape: Shape,
  before: object,
  after: object,
  found: OnDifference,
  from = 0,
): boolean {
  if (before === after) return true;
  const { names, parts } = shape;
  if (!(names === undefined ? hasLength(after, parts.length) : hasFields(after, names.length))) return false;
  let place = from;
  for (let index = 0; index < parts.length; index += 1) {
    const name = names === undefined ? index : names[index]!;
    const part = parts[index];
    const was = (before as Fields)[name];
    const is = (after as Fields)[name];
    if (part === undefined) {
      if (was !== is) {
        if (is === undefined || !isValue(is)) return false;
        found(place, is);
      }
      place += 1;
      continue;
    }
    if (is === undefined || isValue(is)) return false;
    if (!findDifferences(part, was as object, is as object, found, place)) return false;
    place += part.values;
  }
  return true;
}

const hasLength = (value: object, length: number): boolean => Array.isArray(value) && value.length === length;

/** With the same number of fields, and a value under each name, there is no other field. */
function hasFields(value: object, count: number): boolean {
  if (Array.isArray(value)) return false;
  let found = 0;
  for (const _ in value) found += 1;
  return found === count;
}

/** The event that is like this one but for the differences. What does not differ is the same object in both. */
export function likeBut<Whole extends object>(shape: Shape, before: Whole, differences: Differences): Whole {
  const reading = { differences, next: 0 };
  const made = replaced(shape, before, reading, 0);
  assert(reading.next === differences.length, 'every difference has its place');
  return made as Whole;
}

interface Reading {
  readonly differences: Differences;
  /** The place of the next difference that was not used. */
  next: number;
}

function replaced({ names, parts, values }: Shape, before: object, reading: Reading, from: number): object {
  const { differences } = reading;
  const isIn = (end: number) =>
    reading.next < differences.length && (differences[reading.next] as number) < end;
  if (!isIn(from + values)) return before;
  const copy = (names === undefined ? [...(before as readonly unknown[])] : { ...before }) as Record<
    string | number,
    unknown
  >;
  let place = from;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    const end = place + (part?.values ?? 1);
    if (isIn(end)) {
      const name = names === undefined ? index : names[index]!;
      if (part === undefined) {
        copy[name] = differences[reading.next + 1];
        reading.next += 2;
      } else copy[name] = replaced(part, copy[name] as object, reading, place);
    }
    place = end;
  }
  return copy;
}
