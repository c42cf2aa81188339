// Copies: a trader with 10,000 followers trades at the market, opens, closes a half and closes the rest. Measured is the
// time from the trader's durable fill to the last durable copy, beside a loop of single transactions on the same
// PostgreSQL (copy-rival.ts); what the trader's answer takes beside that of a member whom nobody follows; and what the
// orders of others take meanwhile. As many followers of each of four other traders hold copies, which are held against
// their loss limits on every tick.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { toDecimal } from '@maru/engine/amount';
import type { AnyCommand } from '@maru/engine/products';
import { startPostgres } from '../../scripts/postgres.mjs';
import { fail } from './bench-site.ts';
import { middleOf, rounded, type Seen } from './callers.ts';
import { messageFrom } from './child-messages.ts';
import {
  bitcoinOf,
  CREDIT,
  closingOrder,
  FOLLOWERS,
  firstMember,
  LEVERAGE,
  MAX_BET,
  MEMBERS,
  MULTIPLY_PER,
  ONE_MAX_BET,
  ORDER_VALUE,
  OTHER_TRADERS,
  PLAIN,
  TRADER,
  traderOrder,
} from './copy-accounts.ts';
import type { Mirrored } from './copy-count.ts';
import type { Rival, RivalLead } from './copy-rival.ts';
import type { FromRival, ToRival } from './copy-rival-child.ts';
import { openWorld, type World } from './copy-world.ts';
import { otherOrders } from './other-orders.ts';

/** Until the third or fourth lead after a start the runtime still compiles: the middle of a few would be one of those. */
const ROUNDS = Number(process.env['COPY_ROUNDS'] ?? 9);
/** A round of the rival takes a minute with one connection. */
const RIVAL_ROUNDS = Number(process.env['COPY_RIVAL_ROUNDS'] ?? 3);
const CALM_MS = 4_000;
const APART_MS = 300;
const TICK_MS = 250;
/** Copies that take longer will not come. */
const LIMIT_MS = 300_000;
const PARTS = ['open', 'half', 'rest'] as const;
type Part = (typeof PARTS)[number];

export async function copy(): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  try {
    const began = performance.now();
    const world = await openWorld(postgres.url);
    console.log(
      `${Math.round(performance.now() - began)} ms: ${(OTHER_TRADERS + 1) * FOLLOWERS} follow ${OTHER_TRADERS + 1} traders`,
    );
    const ticking = setInterval(world.tick, TICK_MS);
    try {
      return await measure(world, postgres.url);
    } finally {
      clearInterval(ticking);
      await world.stop();
    }
  } finally {
    await postgres.stop();
  }
}

interface Lead {
  readonly durableMs: number;
  readonly tablesMs: number;
  readonly traderMs: number;
  readonly plainMs: number;
  readonly others: Seen;
}

async function measure(world: World, url: string): Promise<Record<string, unknown>> {
  const others = otherOrders(world, { first: firstMember, count: MEMBERS });
  const calm = await others.during(pause(CALM_MS));
  const rival = await rivalOf(world, url);
  await world.drained();
  const rivals: RivalRound[] = [];
  const rounds: Record<Part, Lead>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const parts = {} as Record<Part, Lead>;
    for (const part of PARTS) {
      await rival.checkpoint();
      parts[part] = await lead(world, part, others);
      console.log(JSON.stringify({ part, ...parts[part] }));
    }
    rounds.push(parts);
    if (rivals.length >= RIVAL_ROUNDS) continue;
    rivals.push(await rivalRound(rival));
    console.log(JSON.stringify(rivals.at(-1)));
  }
  await rival.close();
  // The first lead after a start finds no follower in the book: their accounts are read from the tables.
  const [first, ...later] = rounds;
  const warm = later.length === 0 ? rounds : later;
  const middle = (part: Part, figure: 'durableMs' | 'tablesMs' | 'traderMs' | 'plainMs') =>
    rounded(middleOf(warm.map((each) => each[part][figure])));
  const all = warm.flatMap((each) => Object.values(each));
  const [traderMs, plainMs] = (['traderMs', 'plainMs'] as const).map((figure) =>
    middleOf(all.map((each) => each[figure])),
  );
  const rivalMs = (figure: keyof RivalRound) => middleOf(rivals.map((each) => each[figure]));
  const durable = middle('open', 'durableMs');
  return {
    ratio: rounded(rivalMs('openMs') / durable),
    closeRatio: rounded(rivalMs('halfMs') / middle('half', 'durableMs')),
    // Beside the rival with eight connections.
    ratioOfEight: rounded(rivalMs('openOfEightMs') / durable),
    followers: FOLLOWERS,
    otherFollowers: OTHER_TRADERS * FOLLOWERS,
    openMs: durable,
    halfMs: middle('half', 'durableMs'),
    restMs: middle('rest', 'durableMs'),
    firstOpenMs: rounded(first?.open.durableMs ?? Number.NaN),
    perSecond: Math.round((FOLLOWERS / durable) * 1_000),
    tablesMs: middle('open', 'tablesMs'),
    rivalOpenMs: rounded(rivalMs('openMs')),
    rivalHalfMs: rounded(rivalMs('halfMs')),
    rivalOfEightMs: rounded(rivalMs('openOfEightMs')),
    traderAnswerMs: rounded(traderMs!),
    plainAnswerMs: rounded(plainMs!),
    answerRatio: rounded(traderMs! / plainMs!),
    calmOrders: calm,
    ordersMeanwhile: {
      p50Ms: middleOf(all.map(({ others: { p50Ms } }) => p50Ms)),
      p99Ms: middleOf(all.map(({ others: { p99Ms } }) => p99Ms)),
    },
  };
}

/** One order of the trader, until every follower has a durable copy, and then until the tables have all of it. */
async function lead(world: World, part: Part, others: ReturnType<typeof otherOrders>): Promise<Lead> {
  const mirrored = Promise.withResolvers<Mirrored>();
  const limit = setTimeout(() => fail('copies are missing'), LIMIT_MS);
  let [plainMs, traderMs] = [Number.NaN, Number.NaN];
  /** The others begin at once and are one batch then: in a moment each orders at a time of its own. */
  async function order(): Promise<void> {
    await pause(APART_MS);
    plainMs = await answerOf(world, commandOf(world, PLAIN, part));
    const next = world.copies.next(TRADER, FOLLOWERS);
    traderMs = await answerOf(world, commandOf(world, TRADER, part));
    mirrored.resolve(await next);
  }
  const seen = await others.during(order());
  const { lead: id, filledAt, lastAt, outcomes, twice } = await mirrored.promise;
  clearTimeout(limit);
  const tables = await world.countInTables(id);
  const tablesMs = performance.now() - filledAt;
  const isWhole = outcomes['COPIED'] === FOLLOWERS && twice === 0;
  if (!isWhole || tables.copied !== FOLLOWERS || tables.followers !== FOLLOWERS)
    throw new Error(`not every follower copied once: ${JSON.stringify({ part, outcomes, twice, tables })}`);
  return {
    durableMs: rounded(lastAt - filledAt),
    tablesMs: rounded(tablesMs),
    traderMs: rounded(traderMs),
    plainMs: rounded(plainMs),
    others: seen,
  };
}

async function answerOf({ desk }: World, command: AnyCommand): Promise<number> {
  const asked = performance.now();
  const outcome = await desk.submit(command);
  if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.refusal}`);
  return performance.now() - asked;
}

const commandOf = ({ market }: World, player: number, part: Part): AnyCommand =>
  part === 'open'
    ? traderOrder(market, player, bitcoinOf(market))
    : closingOrder(market, player, bitcoinOf(market), part);

interface RivalRound {
  readonly openMs: number;
  readonly halfMs: number;
  readonly openOfEightMs: number;
}

async function rivalOf({ market }: World, url: string): Promise<Rival> {
  const terms = market.termsOf(bitcoinOf(market).id);
  if (terms === undefined) throw new Error('bitcoin is traded');
  const child = fork(fileURLToPath(new URL('./copy-rival-child.ts', import.meta.url)), { stdio: 'inherit' });
  async function ask(message: ToRival): Promise<number> {
    const done = messageFrom<FromRival, 'done'>(child, 'done');
    child.send(message);
    return (await done).tookMs;
  }
  const settings = {
    multiplyPer: MULTIPLY_PER,
    maxBet: MAX_BET,
    oneMaxBet: ONE_MAX_BET,
    credit: CREDIT,
    feeRate: toDecimal(terms.feeRate),
    qtyStep: toDecimal(terms.qtyStep),
  };
  await ask({ kind: 'open', url, followers: FOLLOWERS, settings });
  return {
    mirror: (lead, connections) => ask({ kind: 'mirror', lead, connections }),
    async checkpoint() {
      await ask({ kind: 'checkpoint' });
    },
    async close() {
      const ended = once(child, 'exit');
      child.send({ kind: 'close' } satisfies ToRival);
      await ended;
    },
  };
}

/** Nothing else runs meanwhile, and our tables have everything. */
async function rivalRound(rival: Rival): Promise<RivalRound> {
  const common = { leverage: LEVERAGE, price: '100000' };
  const open: RivalLead = { ...common, kind: 'OPEN', margin: String(ORDER_VALUE / LEVERAGE), share: '0' };
  const close = (share: string): RivalLead => ({ ...common, kind: 'CLOSE', margin: '0', share });
  await rival.checkpoint();
  const openMs = await rival.mirror(open, 1);
  await rival.checkpoint();
  const halfMs = await rival.mirror(close('0.5'), 1);
  await rival.mirror(close('1'), 8);
  await rival.checkpoint();
  const openOfEightMs = await rival.mirror(open, 8);
  await rival.mirror(close('1'), 8);
  return { openMs: rounded(openMs), halfMs: rounded(halfMs), openOfEightMs: rounded(openOfEightMs) };
}
