// A whole cluster on this machine: gateways, desks, feed and standby, NATS and PostgreSQL, behind a proxy. Started by
// `npm run cluster`, and by the drills and benches.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNatsTrio } from './nats-trio.mjs';
import { startNetwork } from './network.mjs';
import { startPostgresPair } from './postgres-pair.mjs';
import { freePort, startProcess } from './process.mjs';
import { startProxy } from './proxy.mjs';

const MAIN = fileURLToPath(new URL('../../server/src/main.mjs', import.meta.url));
const START_WITHIN_MS = 180_000;
/** As in the units of docs/operating.md: a process that starts takes a processor from the one that takes over. */
const RESTART_MS = 2_000;
const QUICK_END_MS = 5_000;
const MOST_QUICK_ENDS = 5;

/**
 * `env` goes to every process of ours, `envOf` to one of them; `sizes` says how many there are of each kind. With
 * `network` each of them is in a network namespace of its own, and its cables can be cut; otherwise all is on loopback.
 */
export async function startCluster({
  env = {},
  envOf = () => ({}),
  sizes = {},
  port = 0,
  network: hasNetwork = false,
  onLine,
} = {}) {
  const counts = { gateway: 2, desk: 2, feed: 2, ...sizes };
  const folder = mkdtempSync(join(tmpdir(), 'maru-cluster-'));
  const shared = join(folder, 'shared');
  mkdirSync(shared, { mode: 0o700 });
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  // Who ends while it still starts has no `stop` yet: its processes die with it.
  process.once('exit', removeFolder);
  const closing = [
    () => {
      process.off('exit', removeFolder);
      removeFolder();
    },
  ];
  const stop = async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  try {
    const network = hasNetwork ? await startNetwork() : undefined;
    closing.push(() => network?.close());
    const pair = await startPostgresPair({
      also: network && { host: network.hosts.database, subnet: network.subnets.database },
    });
    closing.push(() => pair.stop());
    const database = {
      ...pair,
      /** The primary dies, the standby takes over, and what was the primary follows it. */
      async failover() {
        await pair.killPrimary();
        await pair.promote();
        await pair.rejoin();
      },
    };
    const nats = await startNatsTrio({ host: network?.hosts.nats, onLine: named('nats', onLine) });
    closing.push(() => nats.stop());

    const usual = {
      DATABASE_URL: network === undefined ? database.url : database.urlOn(network.hosts.database),
      NATS_URL: nats.url,
      SHARED_DIR: shared,
      TRUSTED_PROXY_HOPS: '1',
      MARU_DEMO_PASSWORD: 'demo-password',
      ...env,
    };
    const members = [];
    const givenUp = Promise.withResolvers();
    givenUp.promise.catch(() => undefined);
    const onGivenUp = ({ name }, output) =>
      givenUp.reject(new Error(`${name} does not start:\n${output.slice(-4_000)}`));

    /** What ends by itself is started again, as a supervisor does. */
    function run(member) {
      member.isWanted = true;
      const { name, role, number, place } = member;
      const started = performance.now();
      member.process = startProcess(name, process.execPath, [MAIN], {
        env: {
          ...usual,
          MARU_ROLE: role,
          HOST: place.host,
          PORT: String(member.port),
          DATA_DIR: join(folder, name),
          ...envOf(role, number),
        },
        onLine: named(name, onLine),
        namespace: place.namespace,
      });
      const mine = member.process;
      void mine.exited.then(async () => {
        if (!member.isWanted || member.process !== mine) return;
        member.quickEnds = performance.now() - started < QUICK_END_MS ? member.quickEnds + 1 : 0;
        if (member.quickEnds > MOST_QUICK_ENDS) return onGivenUp(member, mine.output());
        await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
        if (member.isWanted && member.process === mine) run(member);
      });
    }

    async function addMember(role, number) {
      const name = `${role}-${number}`;
      const place = (await network?.addMember(name)) ?? { host: '127.0.0.1' };
      const memberPort = await freePort();
      const member = {
        ...{ name, role, number, place, quickEnds: 0, isWanted: false, process: undefined },
        ...{ port: memberPort, address: `http://${place.host}:${memberPort}` },
        start: () => run(member),
        async stop() {
          member.isWanted = false;
          await member.process?.stop();
        },
      };
      members.push(member);
      run(member);
    }
    const stopMembers = async () => {
      for (const role of ['gateway', 'desk', 'feed'])
        await Promise.all(members.filter((each) => each.role === role).map((each) => each.stop()));
    };
    closing.push(stopMembers);

    for (const role of ['feed', 'desk', 'gateway'])
      for (let number = 1; number <= counts[role]; number += 1) await addMember(role, number);
    const gateways = members.filter(({ role }) => role === 'gateway');
    const addresses = gateways.map(({ address }) => address);
    await Promise.race([givenUp.promise, Promise.all(addresses.map((address) => untilWell(address)))]);

    const proxy = await startProxy({ gateways: addresses, port });
    closing.push(() => proxy.stop());
    const cables = network && { cut: (member, to) => member.place.cut(to) };
    return { address: proxy.address, members, database, nats, proxy, network: cables, folder, stop };
  } catch (fault) {
    await stop();
    throw fault;
  }
}

const named = (name, onLine) => onLine && ((line) => onLine(name, line));

/** A gateway is well once it hears an owner. */
async function untilWell(address, withinMs = START_WITHIN_MS) {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const status = await fetch(`${address}/api/health`)
      .then(async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      })
      .catch(() => 0);
    if (status === 200) return;
    if (performance.now() > giveUpAt) throw new Error(`${address} was not well in time`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
