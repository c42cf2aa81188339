// The platform's part in copy trading, in every process that is up: it derives from the book what waits, and sends each
// lead of each follow in order; sometimes late, twice, too early, or again. It also watches loss limits, pays shares and
// ends follows that are detached and have nothing open.

import { rateOfUnits } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import type { CopytradeCommand } from '@maru/engine/copytrade/commands';
import { nextLead } from '@maru/engine/copytrade/find';
import { isLossReached } from '@maru/engine/copytrade/loss-limit';
import { dueShare } from '@maru/engine/copytrade/share';
import type { CopyFollow, CopyLead } from '@maru/engine/copytrade/state';
import type { FuturesPosition } from '@maru/engine/futures/state';
import type { AnyEvent } from '@maru/engine/products';
import type { DeskProcess } from '../desk-process.ts';
import { share, streams } from '../dice.ts';
import { fundingOf } from '../futures/due.ts';
import { fundingDueAt, instrumentOf } from '../futures/market.ts';
import type { Oracle } from '../oracle.ts';
import type { Stage } from '../stage.ts';
import { submitTo } from '../submit.ts';
import { marketOf, pricesOf } from './people.ts';
import { activeOf, WALLET } from './twin.ts';
import { notesIn } from './twin-events.ts';

const RUNS = 50;
const MOST_RUNS_AFTER_FAULTS = 1_000;

/** From the trader's fill until the last follower has copied or missed it. */
export const COPIES = 'a lead and its copies';

/** One follow as it is in the book, with what it waits for. */
interface Seen {
  readonly follow: CopyFollow;
  readonly positions: ReadonlyMap<number, FuturesPosition>;
  readonly leads: readonly CopyLead[];
}

function seenIn({ copytrade, futures }: Book): readonly Seen[] {
  return Array.from(copytrade.follows.values(), (follow) => {
    const pending = follow.state === 'ACTIVE' ? (copytrade.leads.get(follow.trader) ?? []) : [];
    const held = [...(futures.accounts.get(follow.follower)?.positions ?? [])];
    return {
      follow,
      // Copies: funding is written into them.
      positions: new Map(held.map(([instrument, position]) => [instrument, { ...position }])),
      leads: pending.map(({ lead }) => lead).filter(({ id }) => id > follow.handled),
    };
  });
}

/** An isolated copy waits for whoever has a cross position: seldom, and never for as long as until the book is looked at. */
function isApartWaiting({ copytrade, futures }: Book): boolean {
  for (const follow of copytrade.follows.values()) {
    if (follow.state !== 'ACTIVE' || nextLead(copytrade, follow)?.marginType !== 'ISOLATED') continue;
    for (const { marginType, wallet } of futures.accounts.get(follow.follower)?.positions.values() ?? [])
      if (marginType === 'CROSS' && wallet === WALLET) return true;
  }
  return false;
}

/** BTC and ETH have a tighter one than the others. */
const guardOf = (instrument: number) => rateOfUnits(instrument === 301 ? 500_000n : 1_500_000n);

/** Runs until the machine dies. */
export async function startCopytrade(stage: Stage, oracle: Oracle, process: DeskProcess): Promise<void> {
  const { plan, faults } = stage;
  const { machine, desk } = process;
  const { seed } = plan;
  const pending = new Set<string>();
  const spans = new Map<number, { readonly from: number; readonly left: Set<number> }>();
  /** Else it only looks from time to time: leads wait, and more of them are left when it dies. */
  const isPrompt = share(seed, streams.schedule, 83) < 0.5;
  let looks = 0;
  let isLooking = false;
  let isAskedAgain = false;
  const nowMs = () => Math.max(stage.clock().nowMs, oracle.lastAt());

  process.followers.push((events) => {
    for (const event of events) noteSpan(event);
    if (!isPrompt && !faults.isOver()) return;
    if (
      events.some(
        ({ kind, notes }) =>
          kind.startsWith('COPY_') || notes?.some(({ product }) => product === 'copytrade'),
      )
    )
      void look();
  });
  const runMs = plan.faultsEndMs / RUNS;
  let runsAfter = 0;
  for (let run = 1; ; run += 1) {
    await machine.wait(
      (faults.isOver() ? 40 : runMs) * (0.3 + 1.4 * share(seed, streams.schedule, machine.id, run, 82)),
    );
    if (faults.isOver()) runsAfter += 1;
    if (runsAfter > MOST_RUNS_AFTER_FAULTS) return;
    if (desk.state() === 'OPEN') await look();
  }

  /** One look at a time; what is asked for meanwhile is one more. */
  async function look(): Promise<void> {
    if (isLooking) {
      isAskedAgain = true;
      return;
    }
    isLooking = true;
    do {
      isAskedAgain = false;
      looks += 1;
      const read = await desk.inspect((book) => {
        // With events of the same batch before it, the book is ahead of what is durable.
        const isTried = !stage.isRepeat() && book.lastEvent === oracle.lastEvent();
        if (isTried && isApartWaiting(book)) oracle.tryOut(book);
        return seenIn(book);
      });
      for (const each of read?.seen ?? []) sendAll(each);
    } while (isAskedAgain);
    isLooking = false;
  }

  function sendAll(seen: Seen): void {
    const { follow, leads, positions } = seen;
    const [next, after] = leads;
    const at = nowMs();
    const draw = (salt: number) => share(seed, streams.schedule, machine.id, follow.id * 8 + salt, looks);
    const isCalm = faults.isOver() || plan.moments.length === 3;
    if (next !== undefined) {
      if (!isCalm && after !== undefined && draw(1) < 0.05)
        send(`early ${follow.id}`, mirrorOf(seen, after, at));
      const command = mirrorOf(seen, next, at);
      const name = `mirror ${follow.id} ${next.id}`;
      const isLate = !isCalm && draw(2) < 0.06;
      if (isLate) void machine.wait(runMs * 2 * draw(3)).then(() => send(name, command, next));
      else send(name, command, next);
      // The same once more, as after an unknown result.
      if (!isCalm && draw(4) < 0.08) submit(command, `again ${name}`);
    }
    if (!isCalm && draw(5) < 0.01) submit(mirrorOf(seen, { ...lastOf(follow) }, at), 'old mirror');
    const site = follow.site;
    const priced = pricesOf(seed, site, [...positions.values()], at);
    const head = { site, player: follow.follower, follow: follow.id, priced } as const;
    if (follow.copies.size > 0 && (isLossReached(follow, positions, priced) || (!isCalm && draw(6) < 0.01)))
      send(`limit ${follow.id}`, { kind: 'CLOSE_COPIES', ...head, cause: 'LOSS_LIMIT' });
    if (draw(7) < 0.12 && (dueShare(follow) > 0n || draw(8) < 0.1))
      send(`share ${follow.id}`, { kind: 'SHARE_COPY_PROFIT', ...head, trader: follow.trader });
    if (follow.state === 'DETACHED' && (follow.copies.size === 0 || (!isCalm && draw(9) < 0.02)))
      send(`end ${follow.id}`, { kind: 'END_FOLLOW', ...head, other: follow.trader });
  }

  function mirrorOf(
    { follow, positions }: Seen,
    lead: Pick<CopyLead, 'id' | 'instrument'>,
    at: number,
  ): CopytradeCommand {
    const { site, follower, id } = follow;
    return {
      kind: 'MIRROR_LEAD',
      ...{ site, player: follower, follow: id, lead: lead.id, entryGuard: guardOf(lead.instrument) },
      ...marketOf(seed, site, lead.instrument, at),
      priced: pricesOf(seed, site, [...positions.values()], at),
    };
  }

  /** Not while the same one has no answer. */
  function send(name: string, command: CopytradeCommand, lead?: CopyLead): void {
    if (pending.has(name)) return;
    pending.add(name);
    submit(command, name, (refusal) => {
      pending.delete(name);
      // Whoever watches coin futures may have ended its part in the run.
      if (refusal === 'FUNDING_DUE' && lead !== undefined && faults.isOver()) fund(command, lead.instrument);
    });
  }

  function submit(
    command: CopytradeCommand,
    name: string,
    onAnswer?: (refusal: string | undefined) => void,
  ): void {
    submitTo(process, { stage, oracle }, command, `copy ${name} ${command.kind}`, (outcome) =>
      onAnswer?.(outcome.ok ? undefined : outcome.refusal),
    );
  }

  function fund({ site }: CopytradeCommand, instrument: number): void {
    const command = fundingOf(seed, instrumentOf(instrument), site, fundingDueAt(instrument, nowMs()));
    submitTo(process, { stage, oracle }, command, `copy fund ${instrument}`);
  }

  function noteSpan(event: AnyEvent): void {
    for (const note of notesIn(event)) {
      if (note.kind === 'LEADS')
        for (const { id, trader } of note.leads) {
          const left = new Set(activeOf(oracle.state(), trader).map((each) => each.id));
          spans.set(id, { from: stage.points(), left });
        }
      if (note.kind === 'COPIED' && note.lead !== undefined) handled(note.lead.id, note.follow);
    }
    if (event.kind === 'COPY_MISSED') handled(event.lead.id, event.follow);
  }

  function handled(lead: number, follow: number): void {
    const span = spans.get(lead);
    span?.left.delete(follow);
    if (span?.left.size !== 0) return;
    spans.delete(lead);
    stage.wentOn(COPIES, span.from);
  }
}

/** What was handled long ago. */
const lastOf = ({ handled }: CopyFollow) => ({ id: handled, instrument: 301 });
