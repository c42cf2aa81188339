// Which row of the table a path belongs to. `$name` matches one segment; a literal segment wins over a parameter.

export type RouteParams = Readonly<Record<string, string>>;

export interface Matched<Row> {
  readonly row: Row;
  readonly params: RouteParams;
}

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A path with a broken escape matches no row.
    return undefined;
  }
}

function paramsFor(pattern: readonly string[], segments: readonly string[]): RouteParams | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = decoded(segments[index] ?? '');
    if (segment === undefined) return undefined;
    if (part.startsWith('$')) params[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return params;
}

/** From the left, the first segment that is literal in one pattern and a parameter in the other decides. */
function isStricter(one: string, other: string): boolean {
  const others = segmentsOf(other);
  for (const [index, part] of segmentsOf(one).entries()) {
    const isFree = part.startsWith('$');
    if (isFree !== (others[index]?.startsWith('$') ?? true)) return !isFree;
  }
  return false;
}

export function matchRow<Row extends { readonly path: string }>(
  rows: readonly Row[],
  path: string,
): Matched<Row> | undefined {
  const segments = segmentsOf(path);
  let best: Matched<Row> | undefined;
  for (const row of rows) {
    const params = paramsFor(segmentsOf(row.path), segments);
    if (params && (!best || isStricter(row.path, best.row.path))) best = { row, params };
  }
  return best;
}
