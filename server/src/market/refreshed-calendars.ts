// Staff enter exceptions of a calendar in some process; the others find them in the table.
import { createLoop, type Loop } from '../clock/loop.ts';
import type { Log } from '../log/log.ts';
import type { Calendars } from './calendars.ts';

const REFRESH_EVERY_MS = 1_000;

export const refreshCalendars = ({
  calendars,
  time,
  log,
}: {
  readonly calendars: Calendars;
  readonly time: { readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
}): Loop =>
  createLoop({
    work: calendars.refresh,
    restMs: () => REFRESH_EVERY_MS,
    wait: time.wait,
    log,
    failure: 'reading the calendars of the exchanges failed, retrying',
  });
