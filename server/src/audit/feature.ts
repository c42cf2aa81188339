// The audit log as a feature of the server: its chain is checked every minute, and its last hash noted every day.
import { MINUTE_MS } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { ServerFeature } from '../feature/server-feature.ts';
import { openAuditNotes } from './notes.ts';
import { auditRoutes } from './routes.ts';
import { createVerifier } from './verifier.ts';

export const auditFeature: ServerFeature = {
  name: 'audit',
  async open({ shard, database, sites, settings, time: { clock, wait }, log }) {
    const notes = await openAuditNotes(settings.sharedFolder, shard);
    const verifier = createVerifier({
      ...{ database, notes, clock, log },
      sites: () => sites.all().map(({ id }) => id),
    });
    const loop = createLoop({
      work: verifier.run,
      restMs: () => MINUTE_MS,
      wait,
      log,
      failure: 'audit log: checking the chain failed, retrying',
    });
    return {
      routes: auditRoutes({ database, verifier, notes }),
      measure: (metrics) =>
        metrics.gaugeOf('maru_audit_fault', '1 while the chain of the audit log is not whole', () =>
          verifier.hasFault() ? 1 : 0,
        ),
      async start() {
        loop.start();
      },
      stop: loop.stop,
    };
  },
};
