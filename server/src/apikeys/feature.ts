// API for members who program, as a feature of the server: keys, and what checks the requests that are signed with them.
import { randomBytes } from 'node:crypto';
import { createLoop } from '../clock/loop.ts';
import type { ServerFeature } from '../feature/server-feature.ts';
import { createKeys } from './keys.ts';
import { createLastUses } from './last-uses.ts';
import { mountDocs } from './mount-docs.ts';
import { createReplays } from './replays.ts';
import { apikeyRoutes } from './routes.ts';
import { createSeal } from './seal.ts';
import { createSigning } from './signing.ts';

const SAVE_MS = 10_000;

export const apikeysFeature: ServerFeature = {
  name: 'apikeys',
  async open({ database, realtime, confirmOwner, secretOf, isCurrent, isSignedIn, time, log }) {
    const random = randomBytes;
    const seal = createSeal(secretOf('api-key-seal'), random);
    const keys = createKeys({ database, seal, log });
    const lastUses = createLastUses(database);
    const saving = createLoop({
      work: lastUses.save,
      restMs: () => SAVE_MS,
      wait: time.wait,
      log,
      failure: 'saving the last uses of API keys failed, retrying',
    });
    return {
      routes: apikeyRoutes({
        ...{ database, confirmOwner, keys, lastUses, seal, random },
        recheck: (player) => realtime.recheck(player),
      }),
      signing: createSigning({
        ...{ keys, lastUses, isCurrent, isSignedIn, random },
        replays: createReplays(),
        clock: time.clock,
      }),
      mount: mountDocs,
      start: async () => saving.start(),
      async stop() {
        await saving.stop();
        await lastUses.save().catch((fault: unknown) => {
          log.warn('saving the last uses of API keys failed while stopping', { error: fault });
        });
      },
    };
  },
};
