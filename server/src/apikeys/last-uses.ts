// When and from where each key was last used: noted in memory, written together every few seconds.
import type { Database } from '../db/database.ts';
import { saveUses, type Use } from './store.ts';

export interface LastUses {
  note(id: string, use: Use): void;
  /** What is not written yet. */
  unsaved(id: string): Use | undefined;
  save(): Promise<void>;
}

export function createLastUses(database: Database): LastUses {
  let uses = new Map<string, Use>();
  let saving: ReadonlyMap<string, Use> = new Map();
  return {
    note: (id, use) => void uses.set(id, use),
    unsaved: (id) => uses.get(id) ?? saving.get(id),
    async save() {
      if (uses.size === 0) return;
      const these = uses;
      saving = these;
      uses = new Map();
      try {
        await database.transaction((tx) => saveUses(tx, these));
      } catch (fault) {
        for (const [id, use] of these) if (!uses.has(id)) uses.set(id, use);
        throw fault;
      } finally {
        saving = new Map();
      }
    },
  };
}
