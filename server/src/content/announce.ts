// Pushes notices at the time from which they are shown, each once. A push that nobody received is no loss: who comes
// back asks for the notices that are not read yet. Those that are told by web push are left to the notifications.
import type { NoticePush } from '@maru/contract/content/notice';
import { topics } from '@maru/contract/realtime';
import type { SiteId } from '@maru/engine/purse';
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { DAY_MS, MINUTE_MS, type Millis, SECOND_MS } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import type { Database, Tx } from '../db/database.ts';
import type { ServerFeature } from '../feature/server-feature.ts';
import type { Log } from '../log/log.ts';
import { bySite } from '../shadow/of-shard.ts';
import { deleteOld } from './store.ts';

type Parts = Parameters<ServerFeature['open']>[0];

interface Deps {
  readonly shard: number;
  readonly database: Database;
  readonly realtime: Pick<Parts['realtime'], 'publish'>;
  readonly time: Parts['time'];
  readonly log: Log;
}

const WITHDRAWN_FOR_MS = 5 * 366 * DAY_MS;
const MOST_DELETED = 5_000;
/** The tables are asked again after this long, also when nothing was published here meanwhile. */
const ASKED_AGAIN_MS = MINUTE_MS;

interface Due {
  readonly id: number;
  readonly site: SiteId;
  readonly to: number | null;
  readonly isForced: boolean;
  readonly isPushed: boolean;
  readonly title: string;
  readonly titleEn: string;
}

/** Marked before they are pushed: a process that ends in between pushes none of them twice. */
const takeDue = (tx: Tx, shard: number, now: Millis) =>
  tx.query<Due>(
    `update content as c
     set announced_ms = $1, pushed_to = case when v.is_pushed then 0 end
     from content_version as v
     where v.content_id = c.id
       and v.version = c.shown_version
       and c.status = 'PUBLISHED'
       and c.announced_ms is null
       and c.from_ms <= $1
       and ${bySite(shard, 'c')}
     returning c.id, c.site_id as site, c.to_ms as "to", v.is_forced as "isForced", v.is_pushed as "isPushed",
       v.title_ko as title, v.title_en as "titleEn"`,
    [now],
  );

async function nextDue(tx: Tx, shard: number): Promise<number | undefined> {
  const [row] = await tx.query<{ due: number | null }>(
    `select min(from_ms) as due
     from content
     where status = 'PUBLISHED' and announced_ms is null and ${bySite(shard, 'content')}`,
  );
  return row?.due ?? undefined;
}

export interface Announcing extends Pick<Loop, 'start' | 'stop'> {
  /** Something was published: what is due is pushed now, and the next time is read anew. */
  look(): Promise<void>;
}

export function createAnnouncing({
  shard,
  database,
  realtime,
  time: { clock, wait },
  log,
}: Deps): Announcing {
  let due = 0;
  let deletedAt = 0;

  async function announce(): Promise<void> {
    const now = clock();
    if (due > now) return;
    const { taken, next } = await database.transaction(async (tx) => ({
      taken: await takeDue(tx, shard, now),
      next: await nextDue(tx, shard),
    }));
    due = Math.min(next ?? Number.POSITIVE_INFINITY, now + ASKED_AGAIN_MS);
    for (const { id, site, to, isForced, isPushed, title, titleEn } of taken) {
      // It may have ended while this process was not running.
      if (to !== null && to <= now) continue;
      const data: NoticePush = isPushed ? { id, told: { title, titleEn: titleEn || title } } : { id };
      const push = { type: isForced ? 'FORCE_NOTICE' : 'NOTICE', at: now, data };
      realtime.publish(topics.notice.destination, JSON.stringify(push), site);
    }
  }

  async function sweep(): Promise<void> {
    const now = clock();
    if (now < deletedAt + DAY_MS) return;
    const isDone = await database.transaction((tx) =>
      deleteOld(tx, { now, withdrawnForMs: WITHDRAWN_FOR_MS, most: MOST_DELETED }),
    );
    // The next slice follows at the next look: a day of a million readers is more than one slice.
    if (isDone) deletedAt = now;
  }

  const loop = createLoop({
    work: async () => {
      await announce();
      if (shard === PLATFORM_SHARD) await sweep();
    },
    restMs: () => SECOND_MS,
    wait,
    log,
    failure: 'content: pushing notices failed, retrying',
  });
  return {
    start: loop.start,
    stop: loop.stop,
    async look() {
      due = 0;
      await loop.runOnce();
    },
  };
}
