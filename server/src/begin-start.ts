// The first steps of a start: the data folder is locked, and the threads of the embedded database and of the desk are
// started. They load their code and open their files while the main thread loads the rest of the platform, which is
// most of the code. So this file must import little.
import type { Worker } from 'node:worker_threads';
import type { Config } from './config.ts';
import { type DataDirectory, lockDataDirectory } from './data-directory.ts';
import { beginStored } from './db/begin-stored.ts';
import type { BegunEmbedded } from './db/embedded.ts';
import { beginDeskThread } from './desk-thread-begun.ts';

export interface BegunStart {
  readonly directory: DataDirectory;
  /** Absent when the tables are in PostgreSQL. */
  readonly embedded: BegunEmbedded | undefined;
  /** Waits for the message that names what to open. */
  readonly deskThread: Worker;
}

export async function beginStart(config: Pick<Config, 'dataFolder' | 'databaseUrl'>): Promise<BegunStart> {
  const directory = await lockDataDirectory(config.dataFolder);
  try {
    const embedded = config.databaseUrl === undefined ? await beginStored(config.dataFolder) : undefined;
    return { directory, embedded, deskThread: beginDeskThread() };
  } catch (fault) {
    directory.release();
    throw fault;
  }
}
