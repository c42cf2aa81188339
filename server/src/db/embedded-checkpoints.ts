// Checkpoints of the embedded database. It has no background process that makes them, and after a kill everything
// since the last one is written again: without this a start took 3 s after 150 MB of changes, and 70 s after 800 MB.
import type { EmbeddedClient, EmbeddedQueue } from './embedded-queue.ts';

const CHECK_EVERY_MS = 1_000;
/** This many bytes are replayed within half a second; a checkpoint after them takes a twentieth of that. */
const MOST_BYTES = 16 * 1024 * 1024;

const CHECKPOINT = `do $$
begin
  if pg_current_wal_lsn() - (select redo_lsn from pg_control_checkpoint()) > ${MOST_BYTES} then
    checkpoint;
  end if;
end $$`;

export function runCheckpoints(queue: EmbeddedQueue): void {
  let isAsked = false;
  const client: EmbeddedClient = {
    // A failed checkpoint, perhaps on a full disk, is retried and not reported: other writes then fail and report it.
    reply() {
      isAsked = false;
    },
  };
  const check = () => {
    if (isAsked) return;
    isAsked = true;
    queue.accept(client, { id: 0, kind: 'script', text: CHECKPOINT });
  };
  setInterval(check, CHECK_EVERY_MS).unref();
}
