// Planted bugs about the line between gateways and desks, and about desks that follow.
import { plantedBugs } from './mutant.ts';

export const gatewayMutants = plantedBugs({
  'server/src/gateway/line.ts': {
    'a call without a key is sent again': [
      'if (each.sentTo !== undefined && !each.isRepeatable) settle(',
      'if (each.sentTo !== undefined && !each.isRepeatable && each.id < 0) settle(',
    ],
    'an answer of an earlier epoch is believed': [
      'epoch < (owners.get(shard)?.beat.epoch ?? 0)',
      'epoch < 0 && owners.has(shard)',
    ],
    'a new owner of pushes is not reported': [
      "else send(each);\n    }\n    onPushed(shard, 'GAP');",
      'else send(each);\n    }',
    ],
    'a lost push is not reported': ["if (number > last + 1) onPushed(shard, 'GAP');", ''],
  },
  'server/src/gateway/desk-end.ts': {
    'a doubled call is done twice': [
      'gateway.underWay.has(id)) return;\n    if (once === 1 && !gateway.once.isNew(id)) return;',
      'once > 1) return;',
    ],
    'a desk answers without asking whether it owns the shard': [
      'if (isOurs()) carrier.publish',
      'carrier.publish',
    ],
  },
  'server/src/desk/follow.ts': {
    'a follower skips a batch': [
      'for (const batch of batches) applyOne(batch);',
      'for (const batch of batches) if (batch.batch % 7 !== 3 || batch.events.length === 0) applyOne(batch);',
    ],
    'a follower forgets the keys': [
      'olderKeys.note(batch);',
      'olderKeys.note(batch);\n    for (const each of book.players.values()) each.answers.clear();',
    ],
    'a follower does not know what the tables have not yet': ['lastBatches.note(batch);', ''],
  },
  'server/src/desk/followed-views.ts': {
    'an account is read from a view that the book has not passed': [
      'if (ahead === undefined || ahead.mark.batch > batch) return true;',
      'if (ahead === undefined) return true;',
    ],
  },
  'server/src/journal/table-journal.ts': {
    'an answer leaves under a lease that is over': [
      'isOurs: () => steadyMs() < leaseUntil,',
      'isOurs: () => leaseUntil > 0,',
    ],
  },
});
