// Planted bugs about who is in the book, and about commands that wait for an account to be read.
import { plantedBugs } from './mutant.ts';

export const residentMutants = plantedBugs({
  'sim/src/virtual-tables.ts': {
    'an account of the tail is read after the shadow moved on': [
      'const atMark = (id: PlayerId) => cold.get(id);',
      'const atMark = (id: PlayerId) => cold.get(id) && loadPlayerRows(store.rows, [id])[0];',
    ],
  },
  'server/src/desk/load.ts': {
    'an account that the tail names stays in the tables': [
      'await bring(playersOf(batches));',
      'await bring([...playersOf(batches)].slice(1));',
    ],
  },
  'server/src/desk/arrivals.ts': {
    'a command refused while it waited is decided all the same': [
      'if (group.isGone) continue;\n          leave(group);',
      'leave(group);',
    ],
  },
  'server/src/desk/older-keys.ts': {
    'a command that waited for a key is decided by a book loaded meanwhile': [
      'if (bookNow() !== book) throw',
      'if (bookNow() === undefined) throw',
    ],
  },
  'server/src/desk/residents.ts': {
    'an account with an open bet leaves the book': [
      'for (const player of playersWithOpen(book)) stays.add(player);',
      '',
    ],
    'an account leaves the book before the tables have it': ['lastBatches.unpassed()', 'new Set<PlayerId>()'],
    'an account leaves the book before its batch is durable': [
      'for (const event of events) for (const player of playersTouched(event)) stays.add(player);',
      'if (events.length > 1_000_000) stays.clear();',
    ],
    'an account leaves the book while its command is queued': [
      'for (const asked of queued()) for (const player of asked.players) stays.add(player);',
      '',
    ],
    'an account that was read late takes the place of the one that was opened': [
      'if (book.players.has(loaded.player.id)) continue;',
      'book.players.delete(loaded.player.id);',
    ],
  },
});
