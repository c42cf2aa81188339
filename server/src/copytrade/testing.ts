// A small platform with copy trading: coin futures with prices that the test publishes, people with nicknames, a trader
// whom the desk knows, and leads that are mirrored when the test says so.
import { amount, rate } from '@maru/engine/amount';
import { nextLead } from '@maru/engine/copytrade/find';
import type { TraderSettings } from '@maru/engine/copytrade/state';
import type { AnyCommand } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { insertRow } from '../db/insert-row.ts';
import type { TestDatabase } from '../db/testing.ts';
import type { Desk } from '../desk/desk.ts';
import { forgetWorld } from '../desk/testing.ts';
import { BTC, ETH, START } from '../futures/market-testing.ts';
import { openWorld, type World } from '../futures/world-testing.ts';
import { type Asks, OWNER, PEOPLE, type Person, person, SITE, STRANGER } from '../http/testing.ts';
import { silentLog } from '../market/testing.ts';
import { createBookFollower } from '../product/book-follower.ts';
import { type Approvals, createApprovals } from './approvals.ts';
import { createCopiedState } from './copied-state.ts';
import { createFigures } from './figures.ts';
import { createFollowers } from './followers.ts';
import { readCopytradeHeld } from './reads.ts';
import { copytradeRoutes } from './routes.ts';

type Modules = typeof import('@maru/contract/copytrade/close') &
  typeof import('@maru/contract/copytrade/follows') &
  typeof import('@maru/contract/copytrade/history') &
  typeof import('@maru/contract/copytrade/office') &
  typeof import('@maru/contract/copytrade/traders') &
  typeof import('@maru/contract/futures/calls') &
  typeof import('@maru/contract/futures/history') &
  typeof import('@maru/contract/message/calls') &
  typeof import('@maru/contract/staff/calls');

export const TRADER = OWNER;
export const FOLLOWER = STRANGER;
/** Another who may follow. */
export const SECOND = person(6, 'PLAYER');
export const NOBODY = person(7, 'PLAYER');
const EVERYBODY = [...PEOPLE, SECOND, NOBODY];

export const FOLLOW = {
  followStock: [BTC, ETH],
  multiplyPer: 100,
  traderId: TRADER.id,
  maxBet: '3000',
  oneMaxBet: '1000',
};

export interface CopyWorld extends Omit<World, 'get' | 'post'>, Asks<Modules> {
  setTrader(who?: Person, settings?: Partial<TraderSettings>): Promise<void>;
  follow(by?: Person, more?: object): Promise<number>;
  /** At the market: 0.1 BTC bought with 20× cross by the trader, unless said otherwise. */
  trade(body?: object, by?: Person): Promise<number>;
  /** All leads of all follows, in order; what waits for a price goes on waiting. */
  mirror(): Promise<readonly string[]>;
  share(follow: number): Promise<string>;
  /** Between the calls and the desk from now on. */
  readonly desk: { submit: Desk['submit'] };
  query<Row>(text: string, parameters?: readonly (number | string)[]): Promise<readonly Row[]>;
}

async function openCopyWorld(store: TestDatabase, from: Parameters<typeof openWorld>[1] = {}) {
  const copied = createCopiedState();
  const followers = createFollowers(copied.state);
  let load = async (): Promise<void> => undefined;
  const between: CopyWorld['desk'] = { submit: (command) => world.submit(command) };
  const world = await openWorld(store, from, (parts) => {
    const book = createBookFollower({
      read: () => parts.desk.read(readCopytradeHeld, {}),
      wait: async () => undefined,
      begin: (held) => copied.begin(held),
      follow: (event) => followers.follow(copied.follow(event)),
    });
    parts.follow(book.onEvent);
    load = book.load;
    const figures = createFigures({ ...parts, followers });
    const desk = { ...parts.desk, submit: (command: AnyCommand) => between.submit(command) };
    const approvals = openApprovals(parts.database, desk);
    return copytradeRoutes({ ...parts, desk, approvals, figures, followers, sharedDay: () => undefined });
  });
  await load();
  const { database } = store;
  const query = <Row>(text: string, parameters: readonly (number | string)[] = []) =>
    database.transaction((tx) => tx.query<Row>(text, parameters));
  const known = await query<{ id: number }>('select id from player');
  if (known.length === 0) await insertPeople(store);
  const asks = world as unknown as Asks<Modules>;
  for (const each of [SECOND, NOBODY])
    await world.submit({
      ...{ kind: 'OPEN_ACCOUNT', site: SITE, player: each.id, role: 'PLAYER' },
      wallets: [{ type: 'FUTURES', currency: 'USDT', places: 8, credit: amount('10000') }],
    });

  const terms = (instrument: number) => world.futures.ground.terms.at(SITE, instrument, world.now())!;
  const stockOf = (instrument: number) => world.futures.ground.instruments.traded(instrument).code;
  const pricedFor = (player: PlayerId) =>
    world.futures.ground.holdings.heldIn(player, 'FUTURES', 'CROSS').flatMap((instrument) => {
      const quote = world.quote(stockOf(instrument));
      return quote === undefined ? [] : [{ terms: terms(instrument), quote }];
    });

  async function mirrorNext(follow: number): Promise<string | undefined> {
    const next = await world.look(({ copytrade }) => {
      const own = copytrade.follows.get(follow);
      const lead = own && nextLead(copytrade, own);
      return own && lead && { player: own.follower, lead: lead.id, instrument: lead.instrument };
    });
    if (next === undefined) return undefined;
    const { player, lead, instrument } = next;
    const outcome = await world.submit({
      ...{ kind: 'MIRROR_LEAD', site: SITE, player, follow, lead, terms: terms(instrument) },
      quote: world.quote(stockOf(instrument)),
      ...{ priced: pricedFor(player), entryGuard: rate('0.005') },
    });
    if (!outcome.ok) return outcome.refusal;
    return outcome.event.kind === 'COPY_MISSED' ? outcome.event.reason : outcome.event.kind;
  }

  const made: Omit<CopyWorld, keyof World> & Asks<Modules> = {
    get: asks.get,
    post: asks.post,
    desk: between,
    async setTrader({ id } = TRADER, settings = {}) {
      const outcome = await world.submit({
        ...{ kind: 'SET_COPY_TRADER', site: SITE, player: id, status: 'ACTIVE', isAccepting: true },
        ...{ quota: 100, rate: rate('0.1'), pairs: [BTC, ETH], ...settings },
      });
      if (!outcome.ok) throw new Error(outcome.refusal);
      await world.caughtUp();
    },
    async follow(by = FOLLOWER, more = {}) {
      const { body } = await asks.post('/api/copytrade/follower/follow', { ...FOLLOW, ...more }, by, keyOf());
      if (body.code !== undefined) throw new Error(body.code);
      return body.traderFollowerId;
    },
    async trade(body = {}, by = TRADER) {
      const order = { futuresOptionId: BTC, tradeType: 'LONG', marketType: 'MARKET', qty: '0.1' };
      const more = { leverage: 20, marginType: 'CROSS', ...body };
      const answer = await asks.post('/api/futures/order', { ...order, ...more }, by, keyOf());
      if (answer.body.code !== undefined) throw new Error(answer.body.code);
      const positions = (await asks.get('/api/futures/history/open_position', by)).body;
      return positions[0].id;
    },
    async mirror() {
      const outcomes: string[] = [];
      for (const follow of await world.look(({ copytrade }) => [...copytrade.follows.keys()])) {
        for (;;) {
          const outcome = await mirrorNext(follow);
          if (outcome === undefined) break;
          outcomes.push(outcome);
          if (outcome === 'COPY_WAITS') break;
        }
      }
      await world.caughtUp();
      return outcomes;
    },
    async share(follow) {
      const own = await world.look(({ copytrade }) => {
        const found = copytrade.follows.get(follow);
        return found && { player: found.follower, trader: found.trader };
      });
      if (own === undefined) throw new Error('the follow has ended');
      const outcome = await world.submit({
        ...{ kind: 'SHARE_COPY_PROFIT', site: SITE, follow, ...own, priced: pricedFor(own.player) },
      });
      await world.caughtUp();
      return outcome.ok ? outcome.event.kind : outcome.refusal;
    },
    query,
  };
  return Object.assign(world, made) as unknown as CopyWorld;
}

/** As another process has them: the test runs the loop. */
export const openApprovals = (database: TestDatabase['database'], desk: Pick<Desk, 'submit'>): Approvals =>
  createApprovals({
    shard: 0,
    ...{ database, desk, log: silentLog },
    time: { clock: () => START, wait: () => new Promise(() => undefined) },
  });

let keys = 0;
export function keyOf(): string {
  keys += 1;
  return `copy-trading-key-${keys}`;
}

async function insertPeople({ database }: TestDatabase): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('alter table player alter column id set generated by default');
    for (const { id, role } of EVERYBODY)
      await insertRow(tx, 'player', {
        ...{ id, site_id: SITE, username: `player${id}`, password_hash: '', role, name: `이름${id}` },
        ...{ nick: `별명${id}`, folded_nick: `별명${id}` },
        ...{ created_at: new Date(0), password_changed_at: new Date(0) },
      });
  });
}

interface Hooks {
  readonly beforeAll: (work: () => Promise<void>) => void;
  readonly beforeEach: (work: () => Promise<void>) => void;
  readonly afterEach: (work: () => Promise<void>) => void;
  readonly afterAll: (work: () => Promise<void>) => void;
}

/** One database for a file, and a new platform for each test, with prices and a trader. */
export function copyWorldForEachTest(open: () => Promise<TestDatabase>, hooks: Hooks) {
  let store: TestDatabase;
  let world: CopyWorld;
  hooks.beforeAll(async () => {
    store = await open();
  });
  hooks.beforeEach(async () => {
    world = await openCopyWorld(store);
    await world.publishPrice('50000');
    await world.publishPrice('3000', { stock: 'ETHUSDT' });
    await world.setTrader();
  });
  hooks.afterEach(async () => {
    await world.kill();
    await forgetWorld(world, store);
  });
  hooks.afterAll(() => store.drop());
  return {
    get world() {
      return world;
    },
    get store() {
      return store;
    },
  };
}
