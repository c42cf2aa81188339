// Everything that outlives a process: the disk, the database server with the journal's table, and the tables.
import type { Oracle } from './oracle.ts';
import type { Stage } from './stage.ts';
import { createShelf, type Shelf } from './virtual-archive.ts';
import { createDatabase, type VirtualDatabase } from './virtual-database.ts';
import { createMedium, type Medium, type MediumWatch } from './virtual-disk.ts';
import { createJournalStore, type JournalStore } from './virtual-journal-table.ts';
import { createTablesStore, type TablesStore } from './virtual-tables.ts';

export const SHARD = 1;

export interface Storage {
  readonly medium: Medium;
  readonly watch: MediumWatch;
  readonly database: VirtualDatabase;
  readonly journal: JournalStore;
  readonly tables: TablesStore;
  readonly archive: { readonly snapshots: Shelf; readonly segments: Shelf };
}

export function createStorage(stage: Stage, oracle: Oracle): Storage {
  const watch: MediumWatch = { onMedium: oracle.fileChanged, onTorn: () => stage.reached('torn tail') };
  return {
    medium: createMedium(watch),
    watch,
    database: createDatabase(stage),
    journal: createJournalStore(),
    tables: createTablesStore(),
    archive: { snapshots: createShelf('snapshots'), segments: createShelf('segments') },
  };
}
