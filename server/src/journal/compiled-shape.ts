// Functions made for one shape of events (see event-likeness.ts). Ten thousand copies of a lead have the same shape, and
// code that names the fields compares and rebuilds them many times faster than code that looks each name up.
import type { Differences, Shape } from './event-likeness.ts';

export interface CompiledShape {
  /** The differences as a record has them, without brackets; undefined when the second is not of the shape. */
  readonly write: (before: object, after: object) => string | undefined;
  /** The whole event, and how many items of the list were used. The list ends with an infinite number. */
  readonly read: (before: object, differences: Differences) => readonly [made: object, used: number];
}

/**
 * The code has names of fields and numbers, and no values. Each object and list has a function of its own: one for the
 * whole event would be so large that the runtime takes longer to compile it than a lead takes.
 */
export function compileShape(shape: Shape, encode: (value: unknown) => string): CompiledShape {
  const code = [...writerOf(shape), ...readerOf(shape), 'return { write, read };'];
  const made = new Function('encode', 'countFields', code.join('\n'));
  return made(encode, countFields) as CompiledShape;
}

function countFields(value: object): number {
  let count = 0;
  for (const _ in value) count += 1;
  return count;
}

const keyOf = ({ names }: Shape, index: number): string =>
  names === undefined ? `[${index}]` : `[${JSON.stringify(names[index])}]`;

/** Makes the code of a part from the number of its function, of its first value, and the functions of its own parts. */
type PartCode = (
  shape: Shape,
  own: number,
  from: number,
  functionOf: (part: Shape, from: number) => number,
) => string[];

function functionsOf(shape: Shape, codeOf: PartCode): string[] {
  const code: string[] = [];
  let functions = 0;
  function add(part: Shape, from: number): number {
    const own = functions;
    functions += 1;
    code.push(...codeOf(part, own, from, add));
    return own;
  }
  add(shape, 0);
  return code;
}

function writerOf(shape: Shape): string[] {
  const parts = functionsOf(shape, ({ names, parts: own }, number, from, functionOf) => {
    const isLike =
      names === undefined
        ? `Array.isArray(a) && a.length === ${own.length}`
        : `!Array.isArray(a) && countFields(a) === ${own.length}`;
    const code = [
      `function write${number}(b, a, text) {`,
      'if (a === b) return text;',
      `if (!(${isLike})) return undefined;`,
      'let value;',
    ];
    let place = from;
    for (const [index, part] of own.entries()) {
      const key = keyOf({ names, parts: own } as Shape, index);
      code.push(`value = a${key};`);
      if (part === undefined)
        code.push(
          `if (value !== b${key}) {`,
          'if (value === undefined || (typeof value === "object" && value !== null)) return undefined;',
          `text += text === "" ? "${place}," + encode(value) : ",${place}," + encode(value);`,
          '}',
        );
      else
        code.push(
          'if (typeof value !== "object" || value === null) return undefined;',
          `text = write${functionOf(part, place)}(b${key}, value, text);`,
          'if (text === undefined) return undefined;',
        );
      place += part?.values ?? 1;
    }
    return [...code, 'return text;', '}'];
  });
  return [...parts, 'const write = (b, a) => write0(b, a, "");'];
}

function readerOf(shape: Shape): string[] {
  const parts = functionsOf(shape, ({ names, parts: own, values }, number, from, functionOf) => {
    const code = [`function read${number}(b) {`, `if (next >= ${from + values}) return b;`];
    const fields: string[] = [];
    let place = from;
    for (const [index, part] of own.entries()) {
      const key = keyOf({ names, parts: own } as Shape, index);
      if (part === undefined)
        code.push(
          `let v${index};`,
          `if (next === ${place}) { v${index} = list[at + 1]; at += 2; next = list[at]; } else v${index} = b${key};`,
        );
      else code.push(`const v${index} = read${functionOf(part, place)}(b${key});`);
      fields.push(names === undefined ? `v${index}` : `${JSON.stringify(names[index])}: v${index}`);
      place += part?.values ?? 1;
    }
    return [
      ...code,
      `return ${names === undefined ? `[${fields.join(', ')}]` : `{ ${fields.join(', ')} }`};`,
      '}',
    ];
  });
  return [
    'let list, at, next;',
    ...parts,
    'function read(b, differences) {',
    'list = differences; at = 0; next = list[0];',
    'const made = read0(b);',
    'list = undefined;',
    'return [made, at];',
    '}',
  ];
}
