// The networks of a cluster on one machine: their names, what is swept away, and a cable that is really cut.
import { expect, test } from 'vitest';
import { canSplit, startNetwork } from '../../scripts/cluster/network.mjs';
import {
  freeNumber,
  hostAddress,
  leftBehind,
  memberAddress,
  NETWORKS,
  namesOf,
  subnetOf,
} from '../../scripts/cluster/network-names.mjs';
import { startProcess } from '../../scripts/cluster/process.mjs';

const MOST_PID = 4_194_304;
const MOST_MEMBERS = 200;

test('the longest name of an interface is one that the kernel accepts, and no two are equal', () => {
  const names = [0, 25].flatMap((cluster) => {
    const { bridge, cable } = namesOf(MOST_PID, cluster);
    return NETWORKS.flatMap((network) => [
      bridge(network),
      ...[1, 11, MOST_MEMBERS].map((member) => cable(network, member)),
    ]);
  });
  expect(names.filter((name) => name.length > 15)).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test('a cluster beyond the letters is refused', () => {
  expect(() => namesOf(1, 26)).toThrow(/from 0 to 25, found 26/);
});

test('what processes left behind that are gone is swept, and nothing of others', () => {
  const [gone, alive] = [namesOf(17, 0), namesOf(170, 1)];
  const ofOthers = ['eth0', 'mr0', 'mrouter1', 'mr17', 'docker0'];
  const links = [gone, alive].flatMap(({ bridge, cable }) => [bridge('nats'), cable('database', 3)]);
  const found = leftBehind(
    {
      links: [...links, ...ofOthers],
      namespaces: [gone.namespace('desk-1'), alive.namespace('desk-1'), 'maru', 'maru-x-desk'],
    },
    (pid) => pid === 170,
  );
  expect(found).toEqual({
    links: [gone.bridge('nats'), gone.cable('database', 3)],
    namespaces: [gone.namespace('desk-1')],
  });
});

test('a network takes a number that no address of the machine has', () => {
  const taken = Array.from({ length: 256 }, (_, number) => hostAddress(number)).filter(
    (address) => ![hostAddress(7), hostAddress(200)].includes(address),
  );
  expect([freeNumber(taken, 0), freeNumber(taken, 0.999)]).toEqual([7, 200]);
  expect(freeNumber(['127.0.0.1', '10.0.213.5'], 0)).toBe(0);
  expect(() => freeNumber([...taken, hostAddress(7), hostAddress(200)], 0)).toThrow(/found none/);
});

test('members and the machine have different addresses of one network', () => {
  expect([hostAddress(9), memberAddress(9, 1), memberAddress(9, 2), subnetOf(9)]).toEqual([
    ...['10.213.9.1', '10.213.9.2', '10.213.9.3'],
    '10.213.9.0/24',
  ]);
});

const SERVE = `require('node:http').createServer((_, answer) => answer.end('here'))
  .listen(8080, process.argv[1], () => console.log('ready'))`;
const ASK = `fetch('http://' + process.argv[1] + ':8080', { signal: AbortSignal.timeout(700) })
  .then((answer) => answer.text(), () => 'silent').then(console.log)`;

test('a cable that is cut lets nothing pass, one that is joined again does, and other cables are not touched', async () => {
  if (!(await canSplit())) {
    await expect(startNetwork()).rejects.toThrow(/a cluster with networks is not possible here: /);
    return;
  }
  const network = await startNetwork();
  const [one, two] = [await network.addMember('one'), await network.addMember('two')];
  const serving = startProcess('serving', process.execPath, ['-e', SERVE, one.host], {
    namespace: one.namespace,
  });
  try {
    await serving.says(/ready/);
    const ask = async (): Promise<string> => {
      const asking = startProcess('asking', process.execPath, ['-e', ASK, one.host], {
        namespace: two.namespace,
      });
      return (await asking.says(/here|silent/))[0];
    };
    expect(await ask()).toBe('here');
    const join = await one.cut('http');
    expect(await ask()).toBe('silent');
    await join();
    expect(await ask()).toBe('here');
    await one.cut('database');
    expect(await ask()).toBe('here');
    // The process that was started is the one in the namespace: it takes the signal itself.
    serving.signal('SIGKILL');
    expect(await serving.exited).toMatchObject({ signal: 'SIGKILL' });
  } finally {
    await serving.stop();
    await network.close();
  }
});
