// Functions made for one shape of events (see event-likeness.ts). Ten thousand copies of a lead have the same shape, and
// code that names the fields compares and rebuilds them many times faster than code that looks each name up.
import type { Differences, Shape } from './event-likeness.ts';

export interface CompiledShape {
  /** The differences as a record has them, without brackets; undefined when the second is not of the shape. */
  readonly write: (before: object, after: object) => string | undefined;
  /** The whole event, and how many items of the list were used. The list ends with an infinite number. */
  readonly read: (before: object, differences: Differences) => readonly [made: object, used: number];
}

/** The code has names of fields and numbers, and no values. */
export function compileShape(shape: Shape, encode: (value: unknown) => string): CompiledShape {
  const made = new Function(
    'encode',
    'countFields',
    `${writerOf(shape)}\n${readerOf(shape)}\nreturn { write, read };`,
  );
  return made(encode, countFields) as CompiledShape;
}

function countFields(value: object): number {
  let count = 0;
  for (const _ in value) count += 1;
  return count;
}

const keyOf = ({ names }: Shape, index: number): string =>
  names === undefined ? `[${index}]` : `[${JSON.stringify(names[index])}]`;

function writerOf(shape: Shape): string {
  const code: string[] = ['function write(b0, a0) {', 'let text = "";', 'let value;'];
  let variables = 0;
  function node({ names, parts }: Shape, own: number, from: number): void {
    const hasLength = `Array.isArray(a${own}) && a${own}.length === ${parts.length}`;
    const hasFields = `!Array.isArray(a${own}) && countFields(a${own}) === ${parts.length}`;
    code.push(
      `if (a${own} !== b${own}) {`,
      `if (!(${names === undefined ? hasLength : hasFields})) return undefined;`,
    );
    let place = from;
    for (const [index, part] of parts.entries()) {
      const key = keyOf({ names, parts } as Shape, index);
      if (part === undefined) {
        code.push(
          `value = a${own}${key};`,
          `if (value !== b${own}${key}) {`,
          'if (value === undefined || (typeof value === "object" && value !== null)) return undefined;',
          `text += text === "" ? "${place}," + encode(value) : ",${place}," + encode(value);`,
          '}',
        );
      } else {
        variables += 1;
        const inner = variables;
        code.push(
          `const a${inner} = a${own}${key}, b${inner} = b${own}${key};`,
          `if (typeof a${inner} !== "object" || a${inner} === null) return undefined;`,
        );
        node(part, inner, place);
      }
      place += part?.values ?? 1;
    }
    code.push('}');
  }
  node(shape, 0, 0);
  code.push('return text;', '}');
  return code.join('\n');
}

function readerOf(shape: Shape): string {
  const code: string[] = ['function read(b0, list) {', 'let at = 0;', 'let next = list[0];'];
  let variables = 0;
  function node({ names, parts, values }: Shape, own: number, from: number): void {
    code.push(`let r${own} = b${own};`, `if (next < ${from + values}) {`);
    const fields: string[] = [];
    let place = from;
    for (const [index, part] of parts.entries()) {
      const key = keyOf({ names, parts } as Shape, index);
      variables += 1;
      const inner = variables;
      if (part === undefined) {
        code.push(
          `let r${inner};`,
          `if (next === ${place}) { r${inner} = list[at + 1]; at += 2; next = list[at]; } else r${inner} = b${own}${key};`,
        );
      } else {
        code.push(`const b${inner} = b${own}${key};`);
        node(part, inner, place);
      }
      fields.push(names === undefined ? `r${inner}` : `${JSON.stringify(names[index])}: r${inner}`);
      place += part?.values ?? 1;
    }
    code.push(
      `r${own} = ${names === undefined ? `[${fields.join(', ')}]` : `{ ${fields.join(', ')} }`};`,
      '}',
    );
  }
  node(shape, 0, 0);
  code.push('return [r0, at];', '}');
  return code.join('\n');
}
