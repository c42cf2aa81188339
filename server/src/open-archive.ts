// Archiving and the check of the disk space, as the platform runs them: both report to the log and to the metrics.
import { DAY_MS, MINUTE_MS } from '@maru/engine/time';
import { type Archive, startArchive } from './archive-thread.ts';
import type { Config } from './config.ts';
import type { WayToStore } from './db/open-store.ts';
import type { JournalPlace } from './desk/open-desk.ts';
import { type DiskSpace, watchDisk } from './disk-space.ts';
import type { Log } from './log/log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { clock } from './process-time.ts';

export function openArchive(parts: {
  readonly shard: number;
  readonly config: Pick<Config, 'archiveFolder' | 'archiveAfterDays' | 'dataFolder'>;
  readonly journalAt: JournalPlace;
  readonly reach: () => WayToStore;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly onHalt: (fault: unknown) => void;
}): {
  readonly archive: Archive | undefined;
  readonly disk: Pick<DiskSpace, 'isLow'> & { stop(): void };
} {
  const { shard, config, journalAt, reach, metrics, log } = parts;
  const { archiveFolder, archiveAfterDays } = config;
  const archive =
    archiveAfterDays === undefined
      ? undefined
      : startArchive({
          shard,
          reach,
          journalAt,
          archiveFolder,
          archiveAfterMs: archiveAfterDays * DAY_MS,
          clock,
          onDone: (report) => log.info('archiving pass done', { ...report }),
          onFailed: (fault) => log.error('archiving pass failed, trying again later', { error: fault }),
          onDifference: parts.onHalt,
        });
  if (archive !== undefined) {
    metrics.gaugeOf(
      'maru_archive_base_batch',
      'Batch of the snapshot behind which everything is archived',
      () => archive.report()?.base ?? 0,
    );
    metrics.gaugeOf(
      'maru_archive_bytes',
      'Bytes of snapshots and archived journal in ARCHIVE_DIR',
      () => archive.report()?.bytes ?? 0,
    );
    metrics.gaugeOf(
      'maru_archive_success_age_seconds',
      'Seconds since the last archiving pass that succeeded, or since the start',
      () => Math.round((clock() - archive.succeededAt()) / 1_000),
    );
  }
  return { archive, disk: watchFreeSpace(config.dataFolder, metrics, log) };
}

function watchFreeSpace(folder: string, metrics: Metrics, log: Log) {
  const disk = watchDisk({
    folder,
    onLow: (freeBytes) => log.error('disk space under the data folder is low', { folder, freeBytes }),
    onEnough: (freeBytes) => log.info('disk space is sufficient again', { folder, freeBytes }),
  });
  const measure = (): void => {
    disk.measure().catch((fault: unknown) => log.warn('free disk space could not be read', { error: fault }));
  };
  measure();
  const measuring = setInterval(measure, MINUTE_MS).unref();
  metrics.gaugeOf(
    'maru_disk_free_bytes',
    'Free bytes under the data folder',
    () => disk.freeBytes() ?? Number.NaN,
  );
  return { isLow: disk.isLow, stop: () => clearInterval(measuring) };
}
