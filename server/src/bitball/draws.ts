// The clock of ball rounds: sealed an hour ahead, salted five seconds before the draw, drawn, paid and published. What
// a stopped process left undone follows from the book, and is done first.
import { assert } from '@maru/engine/assert';
import { commitOf, sumOf } from '@maru/engine/bitball/draw';
import { isSaltTick, SALT_BEFORE_MS, saltOfTick } from '@maru/engine/bitball/salt';
import { PLAYERS_PER_PAYMENT } from '@maru/engine/payment/pay';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { HOUSE, type SiteId } from '@maru/engine/purse';
import { lengthOf, roundId, roundKeyOf } from '@maru/engine/rounds/round';
import { floorTo, HOUR_MS, later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { insertResults, type RoundResult } from '../bets/tables.ts';
import { createLoop, type Loop } from '../clock/loop.ts';
import { isTransient } from '../desk/desk.ts';
import { knownUntil } from '../market/record-gaps.ts';
import type { BallDeps, BallOffer } from './deps.ts';
import { type Due, readDue } from './reads.ts';

const AHEAD_MS = HOUR_MS;
const SEALS_AT_ONCE = 200;
const PAYMENTS_AT_ONCE = 2;
const CHECK_EVERY_MS = 500;
const SEED_BYTES = 32;

type EndedEvent = Extract<AnyEvent, { readonly kind: 'BALL_DRAWN' | 'BALL_VOIDED' }>;

/** Everything that is due is done when `runOnce` resolves. */
export type Draws = Loop;

export function createDraws(deps: BallDeps): Draws {
  const { database, desk, offers, publish, time, log, coverage } = deps;
  /** Up to which opening the rounds of a site and option are sealed. */
  const sealedUntil = new Map<string, Millis>();
  /** Drawn, but not yet in the public list. */
  let unpublished: readonly EndedEvent[] = [];

  async function seal(now: Millis): Promise<void> {
    const commands: AnyCommand[] = [];
    for (const site of deps.sites()) {
      for (const offer of offers) {
        const lengthMs = lengthOf(offer.type);
        const name = `${site}/${offer.id}`;
        // The next opening whose betting has not begun.
        const first = later(floorTo(now, lengthMs), 2 * lengthMs);
        const from = millis(Math.max(first, sealedUntil.get(name) ?? 0));
        for (let open = from; open <= now + AHEAD_MS; open = later(open, lengthMs)) {
          commands.push(sealCommand(site, offer, open));
          sealedUntil.set(name, later(open, lengthMs));
        }
      }
    }
    for (let start = 0; start < commands.length; start += SEALS_AT_ONCE) {
      const outcomes = await Promise.all(
        commands.slice(start, start + SEALS_AT_ONCE).map((command) => desk.submit(command)),
      );
      if (outcomes.some(isTransient)) {
        // The desk refuses a round that is sealed already, so all of them may be submitted again.
        sealedUntil.clear();
        return;
      }
    }
  }

  function sealCommand(site: SiteId, { id, type }: BallOffer, open: Millis): AnyCommand {
    const seed = Buffer.from(deps.random(SEED_BYTES)).toString('hex');
    const round = roundId({ offer: id, open });
    return { kind: 'SEAL_BALL', site, player: HOUSE, round, type, seed, commit: commitOf(seed) };
  }

  async function advance(now: Millis): Promise<readonly EndedEvent[]> {
    const ended: EndedEvent[] = [];
    // A salt makes a draw due, and a draw a payment: three reads are enough for the three steps.
    for (let attempt = 0; attempt < 3; attempt++) {
      const read = await desk.read(readDue, { now });
      if (read === undefined || read.seen.length === 0) return ended;
      const salts = new Map<Millis, string | undefined>();
      for (const { step, saltAt } of read.seen) {
        if (step === 'SALT' && !salts.has(saltAt)) salts.set(saltAt, await saltAtOf(saltAt));
      }
      const commands = read.seen.flatMap((due) => commandsOf(due, salts));
      const outcomes = await Promise.all(commands.map((command) => desk.submit(command)));
      for (const outcome of outcomes) {
        if (!outcome.ok) continue;
        const { event } = outcome;
        if (event.kind === 'BALL_DRAWN' || event.kind === 'BALL_VOIDED') ended.push(event);
      }
      if (outcomes.some(isTransient)) return ended;
    }
    return ended;
  }

  async function saltAtOf(saltAt: Millis): Promise<string | undefined> {
    const tick = await deps.saltTick(saltAt);
    return tick !== undefined && isSaltTick(tick, saltAt) ? saltOfTick(tick) : undefined;
  }

  async function publishEnded(ended: readonly EndedEvent[]): Promise<void> {
    unpublished = [...unpublished, ...ended];
    if (unpublished.length === 0) return;
    await database.transaction((tx) => insertResults(tx, unpublished.map(resultOf)));
    const byId = new Map(offers.map((offer) => [offer.id, offer]));
    for (const event of unpublished) {
      const isDrawn = event.kind === 'BALL_DRAWN';
      const offer = byId.get(event.round % 100_000);
      publish(event.site, {
        type: 'ROUND_RESULT',
        at: event.at,
        data: {
          tradeRoundId: event.round,
          tradeOptionId: offer?.id ?? 0,
          stock: offer?.stock ?? '',
          status: isDrawn ? 1 : 3,
          openPrice: null,
          closePrice: null,
          voidReason: isDrawn ? null : event.voidReason,
          voidText: isDrawn ? null : (event.reason ?? null),
          ball: {
            commit: event.commit,
            seed: event.seed,
            salt: isDrawn ? event.salt : null,
            balls: isDrawn ? [...event.balls] : null,
            powerBall: isDrawn ? event.power : null,
            sum: isDrawn ? sumOf(event) : null,
          },
        },
      });
    }
    unpublished = [];
  }

  async function check(): Promise<void> {
    const now = time.clock();
    await publishEnded(await advance(knownUntil(coverage, now)));
    await seal(now);
  }

  return createLoop({
    work: check,
    restMs: () => restMs(knownUntil(coverage, time.clock())),
    wait: time.wait,
    log,
    failure: 'bit-ball draw loop failed, retrying',
  });
}

/** Time until the next salt or draw, both of which come on the minute. */
function restMs(now: Millis): number {
  const minute = floorTo(now, MINUTE_MS) + MINUTE_MS;
  const salt = minute - SALT_BEFORE_MS;
  const next = now < salt ? salt : minute;
  return Math.max(1, Math.min(next - now, CHECK_EVERY_MS));
}

function commandsOf(
  { site, id: round, saltAt, step, unpaid }: Due,
  salts: ReadonlyMap<Millis, string | undefined>,
): readonly AnyCommand[] {
  const shared = { site, player: HOUSE, round };
  switch (step) {
    case 'SALT': {
      const salt = salts.get(saltAt);
      return [{ kind: 'SALT_BALL', ...shared, ...(salt === undefined ? {} : { salt }) }];
    }
    case 'DRAW':
      // Paid in the same batch, so that the payment of a hit is durable together with the balls.
      return [{ kind: 'DRAW_BALL', ...shared }, ...payCommands(shared, unpaid)];
    case 'PAY':
      return payCommands(shared, unpaid);
  }
}

const payCommands = (
  shared: { readonly site: SiteId; readonly player: typeof HOUSE; readonly round: number },
  unpaid: number,
): readonly AnyCommand[] =>
  Array.from({ length: Math.min(PAYMENTS_AT_ONCE, Math.ceil(unpaid / PLAYERS_PER_PAYMENT)) }, () => ({
    kind: 'PAY_BALL',
    ...shared,
  }));

function resultOf(event: EndedEvent): RoundResult {
  const { site, round } = event;
  const key = roundKeyOf(round);
  assert(key !== undefined, 'a round that was drawn has an offer and an opening');
  const { offer, open: close } = key;
  const place = { site, round, offer, close };
  return event.kind === 'BALL_DRAWN'
    ? { ...place, status: 1 }
    : { ...place, status: 3, voidReason: event.voidReason };
}
