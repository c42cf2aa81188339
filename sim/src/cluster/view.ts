// The tables as of one moment, for a desk that follows: what is written later is not in them.
import { leaveToTables } from '@maru/engine/answered-keys';
import type { PlayerId } from '@maru/engine/purse';
import { putPlayer } from '@maru/engine/residents';
import { checkAccount } from '@maru/server/shadow/check-tables';
import type { TablesView } from '@maru/server/shadow/tables-view';
import type { Machine } from '../machine.ts';
import type { Stage } from '../stage.ts';
import type { Storage } from '../storage.ts';
import { loadOpenRows, loadPlayerRows } from '../table-players.ts';
import { ConnectionLost } from '../virtual-database.ts';
import { openTransactions } from '../virtual-tables.ts';

export function openViews(
  stage: Stage,
  machine: Machine,
  { tables: store, database }: Pick<Storage, 'tables' | 'database'>,
): () => Promise<TablesView> {
  const inMemory = stage.plan.knobs.answersInMemory;
  const transaction = openTransactions(stage, machine, database);

  return async () => {
    let isOpen = true;
    const { life, mark, split, accounts } = await transaction('open a view', () => {
      const ids = [...store.rows.accounts.keys()] as PlayerId[];
      return {
        life: database.life(),
        mark: store.rows.mark,
        split: loadOpenRows(store.rows),
        accounts: new Map(loadPlayerRows(store.rows, ids).map((each) => [each.player.id, each])),
      };
    });
    const seen = <Answer>(label: string, read: () => Answer): Promise<Answer> =>
      transaction(label, () => {
        if (!isOpen || database.life() !== life) throw new ConnectionLost('the view is gone');
        return read();
      });
    const readPlayers = (ids: readonly PlayerId[]) =>
      ids.flatMap((id) => {
        const stored = accounts.get(id);
        if (stored === undefined) return [];
        const loaded = structuredClone(stored);
        checkAccount(loaded);
        leaveToTables(loaded.player, inMemory, Infinity);
        return [loaded];
      });
    return {
      mark,
      load: () =>
        seen('load a view', () => {
          const { book } = split;
          for (const player of book.players.values()) leaveToTables(player, inMemory, Infinity);
          return {
            book,
            mark,
            async bring(players) {
              const missing = [...new Set(players)].filter((id) => !book.players.has(id));
              if (missing.length === 0) return;
              for (const each of await seen('bring accounts', () => readPlayers(missing)))
                putPlayer(book, each);
            },
          };
        }),
      players: (ids) => seen(`view ${ids.length} accounts`, () => readPlayers(ids)),
      async close() {
        isOpen = false;
      },
    };
  };
}
