// What the office's lists really ask of PostgreSQL: the statements that a request sends are recorded at the driver, and
// their plans are read afterwards.
import pg from 'pg';
import type { Run } from './office-scale-testing.ts';

interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Lists read at most ten thousand rows back from where they begin (`http/paging.ts`). */
const MOST_ROWS = 11_000;
/** Of those that count up to a bound of their own. */
const MOST_ROWS_OF: Readonly<Record<string, number>> = { '/api/office/content/reach': 21_000 };
const BIG_TABLE_ROWS = 5_000;

/** Records what this process sends to PostgreSQL, from now on. */
export function recordStatements() {
  const { prototype } = pg.Client as unknown as { prototype: { query: (...sent: unknown[]) => unknown } };
  const send = prototype.query;
  let recorded: Statement[] = [];
  prototype.query = function query(this: unknown, ...sent: unknown[]) {
    const [text, parameters] = sent;
    if (typeof text === 'string')
      recorded.push({ text, parameters: Array.isArray(parameters) ? [...parameters] : [] });
    return send.apply(this, sent);
  };
  return {
    /** What was sent since it was asked last. */
    take(): readonly Statement[] {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    stop(): void {
      prototype.query = send;
    },
  };
}

/** What two requests of the same kind have both sent: other work of the process is in one of them at most. */
export const sentByBoth = (one: readonly Statement[], other: readonly Statement[]): readonly Statement[] =>
  other.filter(
    ({ text }, place) =>
      /^\s*(select|with)\b/i.test(text) &&
      one.some((each) => each.text === text) &&
      other.findIndex((each) => each.text === text) === place,
  );

export async function bigTables(run: Run): Promise<ReadonlySet<string>> {
  const rows = await run(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > ${BIG_TABLE_ROWS}`,
  );
  return new Set(rows.map(({ name }) => String(name)));
}

/**
 * On a small database the planner reads whole tables because they are small. Without these ways it plans as it does on a
 * large one, and a statement that no index serves still reads everything.
 */
export async function planAsIfLarge(run: Run): Promise<void> {
  for (const way of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) await run(`set ${way} = off`);
}

/** What is wrong with the plan of a statement: empty where it reads by index, and not too much. */
export async function faultsOf(
  run: Run,
  { text, parameters }: Statement,
  { big, path = '' }: { readonly big: ReadonlySet<string>; readonly path?: string },
): Promise<readonly string[]> {
  const [explained] = await run(`explain (analyze, format json) ${text}`, parameters);
  const [found] = (explained as { readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] })[
    'QUERY PLAN'
  ];
  const faults: string[] = [];
  const read = (node: PlanNode): void => {
    const table = node['Relation Name'];
    const visited =
      (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops'];
    if (table !== undefined && big.has(table)) {
      if (node['Node Type'].includes('Seq Scan')) faults.push(`scans all of ${table}`);
      if (visited > (MOST_ROWS_OF[path] ?? MOST_ROWS))
        faults.push(`reads ${Math.round(visited)} rows of ${table}`);
    }
    node.Plans?.forEach(read);
  };
  if (found !== undefined) read(found.Plan);
  return faults;
}
