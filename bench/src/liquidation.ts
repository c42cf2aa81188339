// Coin futures: 100,000 accounts with cross positions over four coins. What a tick costs in a market that moves, beside
// valuing everybody with the functions by which the desk decides; then a fall of 20 % in a minute and one of 8 % in a
// tick, each of which liquidates 10,000 accounts: how long until they are durable, and what others' orders take. In the end
// as many who are connected fall in a tick: what is pushed to them, and that the desk is not asked for it.
import { setTimeout as pause } from 'node:timers/promises';
import { pricedIn } from '@maru/engine/futures/standing';
import { playerId } from '@maru/engine/purse';
import { startPostgres } from '../../scripts/postgres.mjs';
import { middleOf, rounded } from './callers.ts';
import { ACCOUNTS, fallsWith, TRADERS } from './liquidation-accounts.ts';
import { createTwin, underwater } from './liquidation-twin.ts';
import { openWorld, type World } from './liquidation-world.ts';
import { type OtherOrders, otherOrders } from './other-orders.ts';

const QUIET_TICKS = 8_000;
/** How often all accounts are valued, spread over the quiet ticks. */
const VALUATIONS = 12;
/** How far each coin goes up and down in the quiet time, the one when the other does not. */
const SWING = 0.025;
/** What falls in a minute falls here in a third of it: so many steps of all coins, and the time between them. */
const STEPS = 20;
const STEP_MS = 1_000;
const AFTER_FALL = 0.8;
const AFTER_TICK = 0.735;
/** With this those who are connected then fall, about a tenth of all accounts. */
const AFTER_CONNECTED = 0.35;
const CALM_MS = 4_000;

export async function liquidation(): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  try {
    const began = performance.now();
    const world = await openWorld(postgres.url);
    console.log(
      `${Math.round(performance.now() - began)} ms: ${world.state.positions.size} positions of ${world.state.accounts.size} accounts are open`,
    );
    const result = await measure(world);
    await world.stop();
    return result;
  } finally {
    await postgres.stop();
  }
}

async function measure(world: World): Promise<Record<string, unknown>> {
  const quiet = quietMarket(world);
  await world.settled();
  const orders = otherOrders(world, { first: ACCOUNTS + 1, count: TRADERS });
  const calm = await orders.during(pause(CALM_MS));
  world.log.length = 0;
  const twin = createTwin(world.market, world.state, world.money.all);
  const crash = await fall(world, orders, longFall);
  const tick = await fall(world, orders, fallOfATick(AFTER_TICK));
  const connected = await connectedFall(world, orders);

  const asked = world.log.reduce(
    (sum, entry) => sum + (entry.kind === 'refused' ? 0 : entry.asked.length),
    0,
  );
  const refused = world.log.filter(({ kind }) => kind === 'refused').length;
  const closed = world.liquidated.flatMap((each) => each.closed);
  const tables = await world.countInTables();
  const differences = twin.differences(world.log);
  return {
    ratio: quiet.ratio,
    sameAccounts: differences === 0 && quiet.asked === 0,
    accounts: ACCOUNTS,
    quietTickUs: quiet.tickUs,
    everyoneUs: quiet.everyoneUs,
    // Beside valuing only those who hold the coin that has ticked.
    holdersRatio: quiet.holdersRatio,
    crash,
    oneTick: tick,
    connected,
    exactlyOnce:
      asked - refused === world.liquidated.length &&
      new Set(closed).size === closed.length &&
      tables.fills === closed.length &&
      tables.positions === closed.length,
    refused,
    calmOrders: calm,
  };
}

/** A tick of one coin after the other; each coin swings while the others are elsewhere in their swing. */
function quietMarket(world: World) {
  const { market, state, money } = world;
  const { coins } = market;
  const tickMs: number[] = [];
  const everyoneMs: number[] = [];
  const holdersMs: number[] = [];
  const before = world.stats().asked;
  for (let index = 0; index < QUIET_TICKS; index += 1) {
    const coin = coins[index % coins.length]!;
    const phase = (index / QUIET_TICKS) * 2 + (index % coins.length) / coins.length;
    const noise = (((index * 7_919) % 997) / 997 - 0.5) * 0.001;
    if (index % 400 === 0) world.wait(50);
    const took = world.tick(coin, 1 + SWING * Math.sin(phase * 2 * Math.PI) + noise);
    if (index >= coins.length) tickMs.push(took);
    if (index % Math.floor(QUIET_TICKS / VALUATIONS) !== 0) continue;
    const pricedOf = pricedIn(coins.map(({ id }) => market.pricedOf(id)));
    const began = performance.now();
    const found = underwater(state.accounts.keys(), state, money, pricedOf).length;
    everyoneMs.push(performance.now() - began);
    const holders = [...state.accounts].flatMap(([player, { positions }]) =>
      positions.has(coin.id) ? [player] : [],
    );
    const again = performance.now();
    underwater(holders, state, money, pricedOf);
    holdersMs.push(performance.now() - again);
    if (found !== 0) throw new Error(`${found} accounts are underwater in a quiet market`);
  }
  // The mean: ticks that judge accounts again count with all that they take.
  const tick = tickMs.reduce((sum, ms) => sum + ms, 0) / tickMs.length;
  return {
    asked: world.stats().asked - before,
    tickUs: rounded(tick * 1_000),
    everyoneUs: rounded(middleOf(everyoneMs) * 1_000),
    ratio: rounded(middleOf(everyoneMs) / tick),
    holdersRatio: rounded(middleOf(holdersMs) / tick),
  };
}

async function longFall(world: World): Promise<void> {
  const start = performance.now();
  for (let step = 1; step <= STEPS; step += 1) {
    world.wait(STEP_MS);
    for (const [place, coin] of world.market.coins.entries()) {
      // Not all at the same pace; in the end all are down by the same share.
      const share = (step / STEPS) ** (1 + place * 0.2);
      world.tick(coin, 1 - (1 - AFTER_FALL) * share);
    }
    await pause(Math.max(0, start + step * STEP_MS - performance.now()));
  }
  await world.settled();
}

const fallOfATick =
  (factor: number) =>
  async (world: World): Promise<void> => {
    world.wait(STEP_MS);
    for (const coin of world.market.coins) world.tick(coin, factor);
    await world.settled();
  };

/** All who are liquidated by the last tick are connected: they get the events and what is left in their wallets. */
async function connectedFall(world: World, orders: OtherOrders): Promise<Record<string, unknown>> {
  const { audience } = world;
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const player = playerId(index + 1);
    if (fallsWith(index, 1 - AFTER_CONNECTED) && world.state.accounts.has(player))
      audience.connected.add(player);
  }
  // All liquidation prices are computed the first time.
  await world.valueConnected();
  audience.take();
  const began = performance.now();
  await world.valueConnected();
  const valuedMs = performance.now() - began;
  const reads = world.deskReads();
  const ticked = performance.now();
  const result = await fall(world, orders, fallOfATick(AFTER_CONNECTED));
  // The pushes of the last events have turns of their own.
  await world.valueConnected();
  const { messages, bytes, lastAt } = audience.take();
  return {
    ...result,
    players: audience.connected.size,
    valuedUs: rounded((valuedMs / audience.connected.size) * 1_000),
    messages,
    bytes,
    pushedMs: rounded(lastAt - ticked),
    deskReads: world.deskReads() - reads,
  };
}

async function fall(
  world: World,
  orders: OtherOrders,
  play: (world: World) => Promise<void>,
): Promise<Record<string, unknown>> {
  const first = world.liquidated.length;
  const seen = await orders.during(play(world));
  const own = world.liquidated.slice(first);
  const times = own.map(({ ms }) => ms).sort((a, b) => a - b);
  const result = {
    liquidated: new Set(own.map(({ player }) => player)).size,
    liquidations: own.length,
    durableMs: rounded(times.at(-1) ?? Number.NaN),
    durableP50Ms: rounded(middleOf(times)),
    othersOrders: seen,
  };
  console.log(JSON.stringify(result));
  return result;
}
