import './hash-text.css';

interface Props {
  readonly value: string;
  /** All of it over several lines, instead of its two ends. */
  readonly whole?: boolean;
  /** How many groups of its beginning and of its end. */
  readonly ends?: readonly [first: number, last: number];
}

/** Groups of four, so that two hashes can be compared by eye. The title has the whole value. */
export function HashText({ value, whole = false, ends: [first, last] = [4, 2] }: Props) {
  const groups = value.match(/.{1,4}/g) ?? [];
  const isCut = !whole && groups.length > first + last + 1;
  const shown = isCut ? [...groups.slice(0, first), '…', ...groups.slice(-last)] : groups;
  return (
    <code className={whole ? 'hash-text hash-text--whole' : 'hash-text'} title={value}>
      {shown.join(' ')}
    </code>
  );
}
