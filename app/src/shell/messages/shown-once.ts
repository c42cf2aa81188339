/** More than anything that is pushed twice lies apart. */
const MOST_REMEMBERED = 400;

/** True the first time a key is seen; the oldest keys are forgotten. */
export function isNew<Key>(shown: Set<Key>, key: Key): boolean {
  if (shown.has(key)) return false;
  shown.add(key);
  const [oldest] = shown;
  if (shown.size > MOST_REMEMBERED && oldest !== undefined) shown.delete(oldest);
  return true;
}
