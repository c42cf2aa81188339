// The feed in the process that leads it: source, filter, record, premiums and seals, without products. What it decides is
// sent to the processes that follow. Everything it writes is written under its lease.

import { compareTicks, type Tick } from '@maru/engine/market/tick';
import { DAY_MS, earlier, later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { createBus } from './bus/bus.ts';
import type { Carrier } from './bus/carrier.ts';
import type { Config } from './config.ts';
import { createFeed } from './feed/feed.ts';
import type { FeedLease } from './feed/feed-lease.ts';
import type { FeedEntry, Position } from './feed/feed-message.ts';
import { indexSeeds } from './feed/index-stock.ts';
import { instruments } from './feed/instruments.ts';
import { createLeadStream, type LeadStream } from './feed/lead-stream.ts';
import type { MessageRing } from './feed/message-ring.ts';
import { type FeedChoice, openSource } from './feed/open-source.ts';
import type { PastThread } from './feed/past-thread.ts';
import { createOutcomes } from './feed/publish-outcomes.ts';
import { receivedAfter } from './feed/received-after.ts';
import { lateTicks, liveTicks } from './feed/subjects.ts';
import { publishedUntil } from './indices/published-until.ts';
import { openSeals } from './indices/seals.ts';
import type { Log } from './log/log.ts';
import { retention } from './market/market.ts';
import { type Gap, insertGap, recordedUntil } from './market/record-gaps.ts';
import { createTickRecorder, type TickRecorder } from './market/tick-recorder.ts';
import { loadRecordEnd, loadTicksOfMany, type RecordEnd } from './market/tick-store.ts';
import { listUnrecorded } from './market/unrecorded-ticks.ts';
import { createFinalRates, finalBefore, openPremiums } from './open-premiums.ts';
import { type KeptDays, openPriceTopics } from './open-price-topics.ts';
import { openSecondFeed, servePushed } from './open-second-feed.ts';
import { soon } from './process-time.ts';

/** A tick may arrive so much after its own time. */
const LATEST_MS = MINUTE_MS;

/** What a process knew of the leader before when it took over. */
export interface TakenOver {
  /** Undefined where it had not followed anybody. */
  readonly base: Position | undefined;
  /** The hash of the message at `base`. */
  readonly chain: string;
  readonly ring: MessageRing;
  /** The ticks of the leader before that may not be in the tables. */
  readonly unwritten: readonly Tick[];
  /** All of the last minutes. */
  readonly heard: readonly Tick[];
  /** Until when it knows everything. */
  readonly coveredUntil: Millis;
}

export interface LeadingMarket {
  stop(): Promise<void>;
}

interface LeadingParts {
  readonly config: Config;
  readonly log: Log;
  readonly carrier: Carrier;
  readonly lease: FeedLease;
  readonly takenOver: TakenOver;
  readonly choice: FeedChoice;
  readonly indexSecret: string;
  readonly past: PastThread;
  readonly days: KeptDays;
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
}

export async function openLeadingMarket(parts: LeadingParts): Promise<LeadingMarket> {
  const { config, log, carrier, lease, takenOver, choice, indexSecret, past, days, time } = parts;
  const database = lease.fenced;
  const bus = createBus((fault) => log.error('feed listener failed', { error: fault }));
  const seals = await openSeals({ database, seedOf: indexSeeds(indexSecret), time, log });
  const record = await database.transaction(loadRecordEnd);
  let stream: LeadStream | undefined;
  const recorder = createTickRecorder({
    ...{ database, instruments, time, log, retention },
    beginWrite: () => stream?.beginWrite() ?? (() => undefined),
  });
  recorder.start(record);
  const recover = recoverWith(recorder, lease);
  const unrecorded = await recover(takenOver.unwritten);
  const known = joinEnds(record, takenOver.heard);
  const unsent = takenOver.base === undefined ? [] : await listUnsent(lease, takenOver);
  const startedAt = recorder.startedAt() ?? time.clock();
  const gap = gapBefore(startedAt, { record, takenOver });
  if (gap !== undefined) await database.transaction((tx) => insertGap(tx, gap));
  if (unrecorded.length > 0)
    log.info('ticks of the feed leader before were recovered', { ticks: unrecorded.length });

  const premiums = await openPremiums({ database, instruments, time, log });
  const opened = openSource(choice, {
    ...{ instruments, past, time, log },
    index: {
      secret: indexSecret,
      mayPublish: seals.mayPublish,
      publishedUntil: publishedUntil(known.lastTicks, seals),
    },
  });
  const source = receivedAfter(opened.source, () => stream?.announcedUntil() ?? startedAt);
  const feed = createFeed({ source, instruments, bus, time, ...known, carryAt: premiums.carryAt });
  const outcomes = createOutcomes({ bus, prices: feed, instruments });
  stream = createLeadStream({
    ...{ carrier, startedAt, recover, time, soon },
    ...{
      epoch: lease.epoch,
      base: takenOver.base,
      chain: takenOver.chain,
      ring: takenOver.ring,
      isOurs: lease.isOurs,
    },
    source: source.name,
    fundedUntil: finalBefore(startedAt),
    state: outcomes.state,
  });
  stream.add({ kind: 'BEGIN' });
  if (gap !== undefined) stream.add({ kind: 'GAP', ...gap });
  for (const entry of entriesOf(unsent, takenOver.heard)) {
    stream.add(entry);
    if (entry.kind === 'LIVE') days.add(entry.tick);
  }
  const endings = [
    bus.subscribe(liveTicks, recorder.record),
    bus.subscribe(lateTicks, recorder.record),
    bus.subscribe(liveTicks, (tick) => premiums.add(tick, feed.index(tick.stock))),
    outcomes.tell(stream.add),
  ];
  // What is known of the leader before is sent before the first tick of ours.
  stream.start();
  const topics = openPriceTopics({
    ...{ carrier, lease, bus, days, prices: feed, fundingOf: premiums.of, wait: time.wait },
  });
  await feed.start();
  const second = await openSecondFeed({ config, instruments, time, log, add: stream.add });
  const endPushed = servePushed(
    carrier,
    { clock: time.clock, lease },
    { first: opened.push, second: second?.push },
  );
  const finals = createFinalRates({ premiums, instruments, time, log, onFinal: stream.noteFunded });
  seals.start();
  premiums.start();
  finals.start();

  return {
    async stop() {
      await finals.stop();
      await seals.stop();
      endPushed();
      await second?.stop();
      await feed.stop();
      topics.stop();
      for (const end of endings) end();
      await premiums.stop();
      await recorder.stop();
      stream.stop();
      await lease.release();
    },
  };
}

const recoverWith =
  (recorder: TickRecorder, lease: FeedLease) =>
  async (ticks: readonly Tick[]): Promise<readonly Tick[]> => {
    const missing = await listUnrecorded({ database: lease.fenced, recorder }, ticks);
    recorder.recover(missing);
    if (missing.length > 0) await recorder.flush();
    return missing;
  };

/** What the leader before has written and nobody has heard of. */
async function listUnsent(
  lease: FeedLease,
  { heard: ticks, coveredUntil }: TakenOver,
): Promise<readonly Tick[]> {
  const heard = new Set(ticks.map(({ stock, ts, seq }) => `${stock} ${ts} ${seq}`));
  const asked = instruments.map(({ code }) => ({ stock: code, from: earlier(coveredUntil, LATEST_MS) }));
  const written = await lease.fenced.transaction((tx) =>
    loadTicksOfMany(tx, asked, later(coveredUntil, DAY_MS)),
  );
  return [...written.values()]
    .flat()
    .filter(({ stock, ts, seq }) => !heard.has(`${stock} ${ts} ${seq}`))
    .sort((a, b) => a.recvTs - b.recvTs || compareTicks(a, b));
}

/** In order, as somebody who knows these ticks has to take them. */
function entriesOf(unsent: readonly Tick[], heard: readonly Tick[]): readonly FeedEntry[] {
  const newest = new Map<string, Tick>();
  for (const tick of heard.toSorted(compareTicks)) newest.set(tick.stock, tick);
  return unsent.map((tick) => {
    const before = newest.get(tick.stock);
    if (before !== undefined && compareTicks(tick, before) < 0) return { kind: 'LATE', tick };
    newest.set(tick.stock, tick);
    return { kind: 'LIVE', tick, index: undefined };
  });
}

/** The filter and the marks continue from everything that is known. */
function joinEnds({ lastTicks, recentTicks }: RecordEnd, more: readonly Tick[]) {
  const all = new Map<string, Tick>();
  for (const tick of [...recentTicks, ...more]) all.set(`${tick.stock} ${tick.ts} ${tick.seq}`, tick);
  const joined = [...all.values()].sort(compareTicks);
  const newest = new Map(lastTicks.map((tick) => [tick.stock, tick]));
  for (const tick of joined) newest.set(tick.stock, tick);
  return { recentTicks: joined, lastTicks: [...newest.values()] };
}

/** From what the leader before is known to have received until now nobody recorded. */
function gapBefore(
  startedAt: Millis,
  { record, takenOver }: { readonly record: RecordEnd; readonly takenOver: TakenOver },
): Gap | undefined {
  const until = Math.max(takenOver.coveredUntil, recordedUntil(record.lastTicks) ?? 0);
  return until === 0 ? undefined : { from: millis(until), to: startedAt };
}
