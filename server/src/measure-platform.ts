// What the metrics page and the health page tell of the platform as a whole.
import type { RemoteDesk } from './desk/remote-desk.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { FrontRealtime } from './open-front.ts';
import type { OpenedMarket } from './open-market.ts';
import type { Storage } from './open-storage.ts';
import { clock } from './process-time.ts';

export const healthOf = (
  desk: RemoteDesk,
  { isWell, isLow }: { readonly isWell: boolean; readonly isLow: boolean },
) => ({
  ready: desk.state() === 'OPEN' && isWell,
  desk: desk.state(),
  reads: isWell ? 'ANSWERED' : 'LATE',
  behind: desk.behind(),
  disk: isLow ? 'LOW' : 'ENOUGH',
});

export function measurePlatform(
  metrics: Metrics,
  {
    desk,
    feed,
    realtime,
    reads,
  }: { readonly desk: RemoteDesk } & Pick<OpenedMarket, 'feed'> &
    Pick<Storage, 'reads'> & { readonly realtime: FrontRealtime },
): void {
  const gauges: readonly (readonly [name: string, help: string, ask: () => number])[] = [
    ['maru_desk_queued', 'Commands that wait for the desk', () => desk.stats().queued],
    ['maru_desk_residents', 'Accounts in memory', () => desk.stats().residents],
    ['maru_desk_arriving', 'Requests that wait for their account to be read', () => desk.stats().arriving],
    ['maru_desk_batches', 'Batches made durable since the start', () => desk.stats().batches],
    ['maru_desk_events', 'Events made durable since the start', () => desk.stats().events],
    ['maru_desk_open', '1 while orders are accepted', () => (desk.state() === 'OPEN' ? 1 : 0)],
    ['maru_desk_slowed', '1 while players wait for the tables', () => (desk.stats().isSlowed ? 1 : 0)],
    ['maru_audited_batch', 'Batch up to which the tables were compared', () => desk.audited()],
    ['maru_shadow_behind', 'Batches the tables are behind the journal', () => desk.behind()],
    ['maru_feed_ticks', 'Ticks accepted since the start', () => feed.report(clock()).live],
    [
      'maru_feed_stopped',
      'Open instruments without a usable price',
      () => feed.report(clock()).stopped.length,
    ],
    ['maru_sockets', 'Live connections', () => realtime.stats().sessions],
    ['maru_reads_waiting', 'Reads that wait in their lane', reads.waiting],
    ['maru_reads_total', 'Transactions of read calls since the start', reads.served],
    ['maru_reads_replica_total', 'Those of them that a replica answered', reads.servedByReplica],
  ];
  for (const [name, help, ask] of gauges) metrics.gaugeOf(name, help, ask);
}
