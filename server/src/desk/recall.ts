// Answers a repeated command with its first answer: from memory when it is recent, otherwise from the player's
// history, as soon as the tables have all of it.
import type { PlayerId } from '@maru/engine/purse';
import type { Journal } from '../journal/journal.ts';
import type { Shadow } from '../shadow/shadow.ts';
import type { Tables } from '../shadow/tables.ts';
import type { Recall } from './decide-all.ts';
import type { LastBatches } from './last-batches.ts';
import type { RecentEvents } from './recent-events.ts';

export function createRecall(parts: {
  readonly journal: Pick<Journal, 'isOurs'>;
  readonly shadow: Pick<Shadow, 'passed'>;
  readonly tables: Pick<Tables, 'event'>;
  readonly lastBatches: Pick<LastBatches, 'of' | 'forget'>;
  readonly recent: () => RecentEvents;
}): { readonly recall: Recall; caughtUp(player: PlayerId): Promise<boolean> } {
  const { journal, shadow, tables, lastBatches, recent } = parts;

  async function caughtUp(player: PlayerId): Promise<boolean> {
    // A desk that may have lost the shard cannot know what the next owner has answered since.
    if (!journal.isOurs()) return false;
    const batch = lastBatches.of(player);
    if (batch === undefined) return true;
    const passed = (await shadow.passed(batch)) && journal.isOurs();
    if (passed) lastBatches.forget(player, batch);
    return passed;
  }

  return {
    caughtUp,
    recall({ command, answer }, firstAnswer) {
      const event = recent().find(firstAnswer.event);
      if (event !== undefined) {
        answer({ ok: true, event, repeated: true });
        return;
      }
      const unknown = { ok: false, refusal: 'RESULT_UNKNOWN' } as const;
      void caughtUp(command.player)
        .then((passed) => (passed ? tables.event(command.player, firstAnswer.seq) : undefined))
        .then(
          // Reading took a while, in which another desk may have taken the shard.
          (event) =>
            answer(event === undefined || !journal.isOurs() ? unknown : { ok: true, event, repeated: true }),
          () => answer(unknown),
        );
    },
  };
}
