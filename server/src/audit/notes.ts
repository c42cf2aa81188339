// Hashes of the audit log that are kept outside of the database, in the data folder: whoever can write the tables could
// compute the whole chain anew, or cut its end off, but not these. A line for each day is only ever added and is public;
// the newest place that was checked is replaced each time.
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteId } from '@maru/engine/purse';
import { PLATFORM_SHARD } from '@maru/engine/shard';
import type { Millis } from '@maru/engine/time';
import type { Place } from './chain.ts';

export interface Anchor extends Place {
  readonly site: SiteId;
  /** The Korean date, as days since 1970-01-01. */
  readonly day: number;
  readonly at: Millis;
}

export interface AuditNotes {
  /** Hashes by number that the chain of a site must have. */
  known(site: SiteId): ReadonlyMap<number, string>;
  /** Up to where the chain of a site was whole when it was last checked. */
  newest(site: SiteId): Place | undefined;
  anchors(site: SiteId): readonly Anchor[];
  noteNewest(site: SiteId, place: Place): Promise<void>;
  addAnchor(anchor: Anchor): Promise<void>;
}

const MODE = 0o600;

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw fault;
  }
}

/** A line that a crash cut off is left out: its day is then noted again. */
function readAnchors(text: string): readonly Anchor[] {
  return text
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Anchor);
}

/** Each shard has files of its own: processes that wrote the same one would undo what the others noted. */
export async function openAuditNotes(folder: string, shard: number): Promise<AuditNotes> {
  const ofShard = shard === PLATFORM_SHARD ? '' : `-${shard}`;
  const anchorFile = join(folder, `audit-anchors${ofShard}.jsonl`);
  const newestFile = join(folder, `audit-newest${ofShard}.json`);
  const written = await readIfThere(anchorFile);
  const anchors = [...readAnchors(written)];
  if (written !== '' && !written.endsWith('\n')) await appendFile(anchorFile, '\n', { mode: MODE });
  const newestText = await readIfThere(newestFile);
  const newest = new Map<SiteId, Place>(
    newestText === '' ? [] : (JSON.parse(newestText) as readonly (readonly [SiteId, Place])[]),
  );
  return {
    known(site) {
      const noted = new Map<number, string>();
      for (const anchor of anchors) if (anchor.site === site) noted.set(anchor.number, anchor.hash);
      const last = newest.get(site);
      if (last !== undefined && last.number > 0) noted.set(last.number, last.hash);
      return noted;
    },
    newest: (site) => newest.get(site),
    anchors: (site) => anchors.filter((anchor) => anchor.site === site),
    async noteNewest(site, place) {
      newest.set(site, place);
      // A crash leaves the old file or the new one, whole.
      await writeFile(`${newestFile}.next`, JSON.stringify([...newest]), { mode: MODE, flush: true });
      await rename(`${newestFile}.next`, newestFile);
    },
    async addAnchor(anchor) {
      await appendFile(anchorFile, `${JSON.stringify(anchor)}\n`, { mode: MODE, flush: true });
      anchors.push(anchor);
    },
  };
}
