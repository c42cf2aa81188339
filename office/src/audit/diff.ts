// What an entry of the audit log changed, field by field.
import { fieldText, writtenText } from '../requests/request-words.ts';

export interface FieldChange {
  readonly field: string;
  /** Undefined where there was nothing. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsIn(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || value === undefined) return {};
    return typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : { value };
  } catch {
    return text === '' ? {} : { value: text };
  }
}

const shown = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

export function changesOf(before: string, after: string): readonly FieldChange[] {
  const [old, young] = [fieldsIn(before), fieldsIn(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(young)])]
    .map((field) => ({ field, before: shown(old[field]), after: shown(young[field]) }))
    .filter((change) => change.before !== change.after);
}

const LONGEST = 36;
const NUMBERS = new Set(['id', 'dnwHistoryId']);
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** One line of the list: the first change, or why. */
export function summaryOf(changes: readonly FieldChange[], reason: string): string {
  // The number of what was changed is its subject already.
  const first = changes.find(({ field }) => !NUMBERS.has(field)) ?? changes[0];
  if (first === undefined) return cut(reason);
  const more = changes.length > 1 ? ` 외 ${changes.length - 1}` : '';
  const { before, after = '—' } = first;
  const say = (written: string) => writtenText(first.field, written);
  const values = before === undefined ? say(after) : `${say(before)} → ${say(after)}`;
  return `${cut(`${fieldText(first.field)} ${values}`)}${more}`;
}

/** `0161 d6f2 620c 4948 … e4a2 1f7c` */
export function hashText(hash: string): string {
  const groups = hash.match(/.{4}/g) ?? [];
  return groups.length <= 6 ? groups.join(' ') : [...groups.slice(0, 4), '…', ...groups.slice(-2)].join(' ');
}

export const shortHash = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(4, 8)}`;
