import './hash-text.css';

interface Props {
  readonly value: string;
  /** All of it over several lines, instead of its two ends. */
  readonly whole?: boolean;
}

/** Groups of four, so that two hashes can be compared by eye. The title has the whole value. */
export function HashText({ value, whole = false }: Props) {
  const groups = value.match(/.{1,4}/g) ?? [];
  const isCut = !whole && groups.length > 7;
  const shown = isCut ? [...groups.slice(0, 4), '…', ...groups.slice(-2)] : groups;
  return (
    <code className={whole ? 'hash-text hash-text--whole' : 'hash-text'} title={value}>
      {shown.join(' ')}
    </code>
  );
}
