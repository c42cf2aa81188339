// The members of a drill together: signed up, connected, trading until they are told to stop, and read at the end.
import { officeTokenAt } from '@maru/server/account/staff-testing';
import { createDice } from './drill-dice.ts';
import { askHttp } from './drill-http.ts';
import { type Attempt, type MemberHistory, nowMs, type Shown } from './drill-log.ts';
import { openMarketView } from './drill-market.ts';
import { createMember, type Member, pause } from './drill-member.ts';
import { nextMove, type Trading } from './drill-moves.ts';
import { pushComplaints } from './drill-pushes.ts';
import { readShown } from './drill-shown.ts';
import { type DrillSocket, openDrillSocket } from './drill-socket.ts';

export interface Crowd {
  /** Begins to trade. */
  start(): void;
  /** Resolves when everything that was asked for is answered. */
  stop(): Promise<void>;
  /** What was answered with success since then, as times in order. */
  doneSince(at: number): readonly number[];
  /** When prices arrived at some of the members. */
  pricesSince(at: number): readonly number[];
  /** Epoch of the newest answer. */
  epoch(): number;
  /** Resolves with the time of the first success of an owner later than this epoch. */
  untilLater(epoch: number, withinMs: number): Promise<number | undefined>;
  histories(): Promise<readonly MemberHistory[]>;
  close(): void;
}

export interface CrowdOptions {
  readonly origin: string;
  readonly clients: number;
  readonly seed: number;
  /** Of all members together, while all of them are answered at once. */
  readonly movesPerSecond: number;
  readonly operatorPassword: string;
}

/** Passwords are dear to check, so few sign up at once. */
const SIGNED_UP_AT_ONCE = 4;
const READ_AT_ONCE = 8;
/** Enough that some of them are always connected. */
const PRICE_LISTENERS = 8;
const ONE_TRADER_OF = 50;
const LOOK_MS = 20;
const ANSWERED_WITHIN_MS = 60_000;
/** The last pushes are under way when the last answer is here. */
const PUSHED_WITHIN_MS = 15_000;

export async function openCrowd(options: CrowdOptions): Promise<Crowd> {
  const { origin, clients, seed, movesPerSecond } = options;
  const done: number[] = [];
  let epoch = 0;
  let raisedAt = 0;
  function onAttempt({ key }: { readonly key: string | undefined }, attempt: Attempt): void {
    const { status, owner, answeredAt } = attempt;
    if (key === undefined || status !== 200 || answeredAt === undefined) return;
    done.push(answeredAt);
    if (owner === undefined || owner.epoch <= epoch) return;
    epoch = owner.epoch;
    raisedAt = answeredAt;
  }

  const members = Array.from({ length: clients }, (_, at) =>
    createMember(
      origin,
      { index: at + 1, name: `drill${at + 1}`, dice: createDice(seed * 7_919 + at) },
      onAttempt,
    ),
  );
  await inGroups(members, SIGNED_UP_AT_ONCE, (member) => member.signUp());
  const leading = members.slice(0, Math.max(1, Math.floor(clients / ONE_TRADER_OF)));
  const traders = await makeTraders(options, leading);
  const market = await openMarketView(origin);
  const dice = createDice(seed);
  const prices: number[] = [];
  const sockets = members.map((member, at) =>
    openDrillSocket(origin, member, {
      random: dice.share,
      onPrices: at < PRICE_LISTENERS ? () => void prices.push(nowMs()) : undefined,
    }),
  );
  await untilTrue(() => sockets.every((each) => each.connectedAt() !== undefined), ANSWERED_WITHIN_MS);

  let isTrading = false;
  let work: Promise<unknown> = Promise.resolve();
  const tradings = members.map(
    (member, at): Trading => ({
      ...{ member, market, traders, isTrader: at < leading.length },
      dice: createDice(seed * 1_000 + at),
    }),
  );
  async function trade(trading: Trading): Promise<void> {
    const thinkMs = (2_000 * clients) / movesPerSecond;
    while (isTrading) {
      await pause(trading.dice.share() * thinkMs);
      if (isTrading) await nextMove(trading);
    }
  }

  return {
    start() {
      isTrading = true;
      work = Promise.all(tradings.map(trade));
    },
    async stop() {
      isTrading = false;
      const giveUp = setTimeout(() => {
        for (const member of members) member.giveUp();
      }, ANSWERED_WITHIN_MS);
      await work;
      clearTimeout(giveUp);
    },
    doneSince: (at) => after(done, at),
    pricesSince: (at) => after(prices, at),
    epoch: () => epoch,
    async untilLater(than, withinMs) {
      await untilTrue(() => epoch > than, withinMs);
      return epoch > than ? raisedAt : undefined;
    },
    histories: () => readHistories(members, sockets),
    close() {
      market.close();
      for (const socket of sockets) socket.close();
    },
  };
}

const after = (times: readonly number[], at: number): readonly number[] =>
  times.slice(times.findLastIndex((each) => each <= at) + 1);

async function inGroups<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.toReversed();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
    }),
  );
}

async function untilTrue(isTrue: () => boolean, withinMs: number): Promise<void> {
  const giveUpAt = nowMs() + withinMs;
  while (!isTrue() && nowMs() < giveUpAt) await pause(LOOK_MS);
}

/** They apply, and staff approve. Returns their numbers. */
async function makeTraders(
  { origin, operatorPassword }: CrowdOptions,
  leading: readonly Member[],
): Promise<readonly number[]> {
  const terms = { followStock: [1, 2], shareRate: '0.1' };
  for (const member of leading)
    await member.post('/api/copytrade/trader/apply', { ...terms, intro: '시험 거래를 하는 트레이더입니다.' });
  const headers = { authorization: `Bearer ${await officeTokenAt(origin, 'operator', operatorPassword)}` };
  const list = '/api/office/copytrade/application/list?statusStrs=WAITING';
  const waiting = await askHttp(origin, { method: 'GET', path: list, headers });
  if (waiting?.status !== 200) throw new Error(`applications of traders: ${waiting?.text}`);
  const { content } = JSON.parse(waiting.text) as { content: readonly { id: number; playerId: number }[] };
  for (const { id } of content) {
    const body = JSON.stringify({ applicationId: id, quota: 1_000, ...terms, reason: '시험' });
    const path = '/api/office/copytrade/application/approve';
    const approved = await askHttp(origin, { method: 'POST', path, headers, body });
    if (approved?.status !== 200) throw new Error(`approval of a trader: ${approved?.text}`);
  }
  const ids: number[] = [];
  for (const member of leading) {
    const me = await member.read<{ id: number }>('/api/me');
    if (me !== undefined) ids.push(me.id);
  }
  return ids;
}

async function readHistories(
  members: readonly Member[],
  sockets: readonly DrillSocket[],
): Promise<readonly MemberHistory[]> {
  const shown = new Map<Member, Shown>();
  await inGroups(members, READ_AT_ONCE, async (member) => shown.set(member, await readShown(member)));
  const histories = members.map((member, at): MemberHistory => {
    const { received, downs, connectedAt } = sockets[at]!;
    const { name, asked } = member;
    return { name, asked, received, downs, connectedAt: connectedAt(), shown: shown.get(member)! };
  });
  await untilTrue(
    () => histories.every((each) => pushComplaints(each).every((text) => !text.startsWith('no push'))),
    PUSHED_WITHIN_MS,
  );
  return histories;
}
