// The calls of the fairness board, and the incidents that staff write on it.
import {
  fairnessBoard,
  fairnessData,
  fairnessIncidents,
  openFairnessIncident,
  platformStatus,
  writeFairnessIncident,
} from '@maru/contract/fairness/calls';
import type { SiteId } from '@maru/engine/purse';
import { DAY_MS, earlier, type Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import type { createBoard } from './board.ts';
import type { Feeds } from './feeds.ts';
import { METHOD } from './method.ts';
import { countIncidents, findIncident, insertIncident, listIncidents, updateIncident } from './up-store.ts';

const WITHIN_MS = 90 * DAY_MS;
const MOST_A_DAY = 30;

export function fairnessRoutes({
  database,
  board,
  feeds,
  isPractice,
}: {
  readonly database: Database;
  readonly board: ReturnType<typeof createBoard>;
  readonly feeds: Feeds;
  readonly isPractice: (site: SiteId) => boolean;
}): readonly Route[] {
  return [
    serve(fairnessBoard, async ({ site, now }) => ({
      ok: true,
      reply: { isPractice: isPractice(site), ...(await board.read(site, now)) },
    })),
    serve(platformStatus, async ({ site, now }) => ({
      ok: true,
      reply: {
        isPractice: isPractice(site),
        ...(await board.readStatus(site, now)),
        feeds: [...feeds(now)],
      },
    })),
    serve(fairnessData, async ({ site, now }) => ({
      ok: true,
      reply: {
        madeMillis: now,
        isPractice: isPractice(site),
        method: { ko: [...METHOD.ko], en: [...METHOD.en] },
        ...(await board.rowsOf(site, now)),
      },
    })),
    serve(fairnessIncidents, async ({ query: { before, size }, principal: { site } }) => {
      const content = await database.transaction((tx) => listIncidents(tx, { site, before, size }));
      return { ok: true, reply: { content: [...content] } };
    }),
    serve(openFairnessIncident, async ({ body, principal: { site, player }, now }) => {
      const { kind, startedMillis, textKo, textEn, reason } = body;
      if (!isRecent(startedMillis, now)) return { ok: false, refusal: 'INCIDENT_TIME_INVALID' };
      const written = await database.transaction(async (tx) => {
        if ((await countIncidents(tx, site, earlier(now, DAY_MS))) >= MOST_A_DAY) return undefined;
        const asked = { site, kind, isDetected: false, startedAt: startedMillis, textKo, textEn, now };
        const incident = await insertIncident(tx, asked);
        if (incident === undefined) return undefined;
        await insertStaffChange(tx, {
          site,
          area: 'FAIRNESS',
          subject: `incident ${incident.id}`,
          before: null,
          after: incident,
          by: { staff: player, now, reason },
        });
        return incident;
      });
      board.forget();
      return written === undefined ? { ok: false, refusal: 'INCIDENTS_FULL' } : { ok: true, reply: written };
    }),
    serve(writeFairnessIncident, async ({ body, principal: { site, player }, now }) => {
      const { incidentId, textKo, textEn, endedMillis, reason } = body;
      const written = await database.transaction(async (tx) => {
        const before = await findIncident(tx, site, incidentId);
        if (before === undefined) return 'INCIDENT_NOT_FOUND';
        if (endedMillis !== undefined) {
          if (before.isDetected) return 'INCIDENT_DETECTED';
          if (endedMillis < before.startedMillis || !isRecent(endedMillis, now))
            return 'INCIDENT_TIME_INVALID';
        }
        const endedAt = endedMillis ?? before.endedMillis;
        const after = await updateIncident(tx, { site, id: incidentId, textKo, textEn, endedAt, now });
        await insertStaffChange(tx, {
          site,
          area: 'FAIRNESS',
          subject: `incident ${incidentId}`,
          before,
          after,
          by: { staff: player, now, reason },
        });
        return after;
      });
      board.forget();
      return typeof written === 'string' ? { ok: false, refusal: written } : { ok: true, reply: written };
    }),
  ];
}

const isRecent = (at: number, now: Millis): boolean => at <= now && at >= now - WITHIN_MS;
