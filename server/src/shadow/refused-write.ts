// Errors of the database on a write of the shadow, sorted by SQLSTATE: a transient one is retried, a permanent one
// stops the shadow and names the table.
import { DatabaseFault, type Tx } from '../db/database.ts';

/**
 * Classes of SQLSTATE for which a retry does not help: unsupported, wrong cardinality, wrong data, broken constraint,
 * missing or forbidden table, check option, error raised by the schema itself, damaged files.
 */
const PERMANENT: ReadonlySet<string> = new Set(['0A', '21', '22', '23', '42', '44', 'P0', 'XX']);

export const isPermanent = (fault: unknown): boolean =>
  fault instanceof RefusedWrite ||
  (fault instanceof DatabaseFault && PERMANENT.has(fault.code?.slice(0, 2) ?? ''));

class RefusedWrite extends Error {
  override name = 'RefusedWrite';
  constructor(table: string, { code, constraint, message }: DatabaseFault) {
    super(
      `the database refuses to write table ${table} (SQLSTATE ${code}${constraint === undefined ? '' : `, ${constraint}`}): ${message}`,
    );
  }
}

/** The same transaction, whose permanent errors name the table that was written. */
export const namingTables = (tx: Tx): Tx => ({
  inTransaction: true,
  async query(text, parameters) {
    try {
      return await tx.query(text, parameters);
    } catch (fault) {
      throw fault instanceof DatabaseFault && isPermanent(fault)
        ? new RefusedWrite(tableOf(text), fault)
        : fault;
    }
  },
});

function tableOf(statement: string): string {
  const written = /\b(?:insert\s+into|update|delete\s+from|copy)\s+(\w+)/.exec(statement);
  return written?.[1] ?? /\bfrom\s+(\w+)/.exec(statement)?.[1] ?? 'unknown';
}
