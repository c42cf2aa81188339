// The set-up that tests of overseas futures share: one database for a file, a new platform with a price for each test,
// and the requests of players.
import type { TestDatabase } from '../db/testing.ts';
import { forgetWorld } from '../desk/testing.ts';
import { OWNER, type Person } from '../http/testing.ts';
import { NQ, openWorld, type World } from './testing.ts';

export const ORDER = '/api/oversea/order';
const HISTORY = '/api/oversea/history';

/** The hooks that a test file runs before and after all of its tests, and before and after each. */
interface Hooks {
  readonly beforeAll: (work: () => Promise<void>) => void;
  readonly beforeEach: (work: () => Promise<void>) => void;
  readonly afterEach: (work: () => Promise<void>) => void;
  readonly afterAll: (work: () => Promise<void>) => void;
}

export function worldForEachTest(open: () => Promise<TestDatabase>, hooks: Hooks) {
  let store: TestDatabase;
  let world: World;

  hooks.beforeAll(async () => {
    store = await open();
  });
  hooks.beforeEach(async () => {
    world = await openWorld(store);
    await world.publishPrice('18250.25');
  });
  hooks.afterEach(async () => {
    await world.kill();
    await forgetWorld(world, store);
  });
  hooks.afterAll(() => store.drop());

  /** Opens a platform after the last one was killed. */
  async function begin(from: Parameters<typeof openWorld>[1]): Promise<void> {
    world = await openWorld(store, from);
  }

  return {
    get store() {
      return store;
    },
    get world() {
      return world;
    },
    begin,
    /** Kills the process and starts another one on the same tables and journal. */
    async restart(at: number): Promise<void> {
      await world.kill();
      await begin({ folder: world.folder, at });
    },
    order: (body: Record<string, unknown> = {}, by: Person = OWNER) =>
      world.post(
        ORDER,
        { overseaOptionId: NQ, tradeType: 'LONG', marketType: 'MARKET', qty: 1, ...body },
        by,
      ),
    positions: async (by: Person = OWNER) => (await world.get(`${HISTORY}/open_position`, by)).body,
    orders: async () => (await world.get(`${HISTORY}/open_order`, OWNER)).body,
    fills: async (by: Person = OWNER) => (await world.get(`${HISTORY}/list`, by)).body.content,
    flag: (overseaPositionId: number, isActive: unknown = 1, by: Person = OWNER) =>
      world.post('/api/oversea/overnight', { overseaPositionId, isActive }, by),
  };
}
