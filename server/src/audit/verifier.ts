// Checks the chain of the audit log again and again, a bounded number of rows in each run: new rows within a minute, and
// the whole chain from its beginning every few hours and whenever somebody asks for it.
import type { SiteId } from '@maru/engine/purse';
import { HOUR_MS, koreanDate, type Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { type AuditFault, BEGINNING, checkSlice, findEnd, hasUnchained, type Place } from './chain.ts';
import type { AuditNotes } from './notes.ts';

const ROWS_AT_ONCE = 1_000;
const SLICES_OF_A_RUN = 20;
const WHOLE_AGAIN_MS = 6 * HOUR_MS;

export interface AuditState {
  /** Up to where the present pass has come. */
  readonly place: Place;
  readonly completeAt: Millis | undefined;
  readonly fault:
    | { readonly kind: AuditFault; readonly number: number; readonly foundAt: Millis }
    | undefined;
}

interface Pass {
  place: Place;
  began: Millis;
  completeAt: Millis | undefined;
  fault: AuditState['fault'];
}

export interface Verifier {
  state(site: SiteId): AuditState;
  /** One bounded run for every site. */
  run(): Promise<void>;
  /** Begins at the first row again, and runs once. */
  restart(site: SiteId): Promise<void>;
  hasFault(): boolean;
}

export function createVerifier({
  database,
  notes,
  sites,
  clock,
  log,
}: {
  readonly database: Database;
  readonly notes: AuditNotes;
  readonly sites: () => readonly SiteId[];
  readonly clock: () => Millis;
  readonly log: Log;
}): Verifier {
  const passes = new Map<SiteId, Pass>();

  function passOf(site: SiteId): Pass {
    let pass = passes.get(site);
    if (pass === undefined) {
      pass = { place: BEGINNING, began: clock(), completeAt: undefined, fault: undefined };
      passes.set(site, pass);
    }
    return pass;
  }

  function begin(pass: Pass): void {
    pass.place = BEGINNING;
    pass.began = clock();
  }

  function found(site: SiteId, pass: Pass, kind: AuditFault, number: number): void {
    if (pass.fault?.kind !== kind || pass.fault.number !== number)
      log.error('audit log: the chain is not whole', { site, fault: kind, number });
    pass.fault = { kind, number, foundAt: pass.fault?.foundAt ?? clock() };
    begin(pass);
  }

  async function runSite(site: SiteId): Promise<void> {
    const pass = passOf(site);
    const isComplete = pass.completeAt !== undefined && pass.completeAt >= pass.began;
    if (isComplete && clock() - pass.began >= WHOLE_AGAIN_MS) begin(pass);
    const known = notes.known(site);
    for (let slices = 0; slices < SLICES_OF_A_RUN; slices += 1) {
      const slice = await database.transaction((tx) =>
        checkSlice(tx, { site, from: pass.place, size: ROWS_AT_ONCE, known }),
      );
      if (!slice.ok) return found(site, pass, slice.fault, slice.number);
      pass.place = slice.place;
      if (slice.isLast) return finish(site, pass);
    }
  }

  async function finish(site: SiteId, pass: Pass): Promise<void> {
    const { end, isUnchained } = await database.transaction(async (tx) => ({
      isUnchained: await hasUnchained(tx, site),
      end: await findEnd(tx, site),
    }));
    if (isUnchained) return found(site, pass, 'UNCHAINED', end.number + 1);
    const newest = notes.newest(site);
    // The row that this pass ended with, or one that was noted before, is no longer there.
    const least = Math.max(pass.place.number, newest?.number ?? 0);
    if (end.number < least) return found(site, pass, 'CUT', end.number + 1);
    if (end.number === pass.place.number && end.hash !== pass.place.hash)
      return found(site, pass, 'REWRITTEN', end.number);
    pass.completeAt = clock();
    pass.fault = undefined;
    if (pass.place.number > 0 && newest?.hash !== pass.place.hash) await notes.noteNewest(site, pass.place);
    await anchor(site, pass.place);
  }

  /** Once a day, when the first run after midnight in Korea has reached the end. */
  async function anchor(site: SiteId, place: Place): Promise<void> {
    if (place.number === 0) return;
    const now = clock();
    const day = koreanDate(now) - 1;
    const last = notes.anchors(site).at(-1);
    if (last !== undefined && last.day >= day) return;
    await notes.addAnchor({ site, day, at: now, number: place.number, hash: place.hash });
  }

  let running: Promise<void> = Promise.resolve();
  /** Two runs never overlap: a pass has one place. */
  function after(work: () => Promise<void>): Promise<void> {
    running = running.then(work, work);
    return running;
  }

  return {
    state(site) {
      const { place, completeAt, fault } = passOf(site);
      return { place, completeAt, fault };
    },
    run: () =>
      after(async () => {
        for (const site of sites()) await runSite(site);
      }),
    restart: (site) =>
      after(async () => {
        begin(passOf(site));
        await runSite(site);
      }),
    hasFault: () => [...passes.values()].some(({ fault }) => fault !== undefined),
  };
}
