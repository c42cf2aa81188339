// A desk in the thread of its caller, on a new PostgreSQL database. Whatever stops it ends the bench.
import { migrate } from '@maru/server/db/migrate';
import { openPostgres } from '@maru/server/db/postgres';
import { type OpenDeskOptions, openDesk } from '@maru/server/desk/open-desk';
import { shadowParts } from '@maru/server/shadow-products';

export async function openBareDesk(
  url: string,
  options: Pick<OpenDeskOptions, 'journalAt' | 'onDurable' | 'limits'>,
) {
  const database = openPostgres(url);
  await migrate(database);
  const halted = (fault: unknown): never => {
    throw fault;
  };
  const stops = { onHalt: halted, onTransientError: halted };
  return { database, ...(await openDesk({ shard: 0, shadowParts, database, ...stops, ...options })) };
}
