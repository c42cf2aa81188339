// Networks of a cluster on one machine: each member has a network namespace and a cable (a veth pair) to each network, and
// a network is a bridge with an address of the machine. A cable is pulled at its bridge, so both sides keep their carrier
// and what they send vanishes, as behind a switch that has failed: nobody is told by a reset or an interface that is down.
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { ensureInstalled } from '../system.mjs';
import {
  freeNumber,
  hostAddress,
  leftBehind,
  memberAddress,
  NETWORKS,
  namesOf,
  subnetOf,
} from './network-names.mjs';

const run = promisify(execFile);
const ATTEMPTS = 10;
let opened = 0;

async function list(...args) {
  const { stdout } = await run('ip', ['-j', ...args]);
  return stdout.trim() === '' ? [] : JSON.parse(stdout);
}

/** Orders of `ip`, one after the other up to the first that fails. */
function ip(orders, namespace) {
  const child = spawn('ip', [...(namespace === undefined ? [] : ['-n', namespace]), '-batch', '-'], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const done = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`ip failed with code ${code}: ${complaint.trim()}`)),
    );
  });
  // One that ends at the first order may not read the rest.
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${orders.join('\n')}\n`);
  return done;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return fault.code !== 'ESRCH';
  }
}

/** What processes have left behind that were killed. Another one may sweep at the same time. */
async function sweep() {
  const [links, namespaces] = await Promise.all([list('link', 'show'), list('netns', 'list')]);
  const left = leftBehind(
    { links: links.map(({ ifname }) => ifname), namespaces: namespaces.map(({ name }) => name) },
    isAlive,
  );
  for (const name of left.links) await run('ip', ['link', 'delete', name]).catch(() => undefined);
  for (const name of left.namespaces) await run('ip', ['netns', 'delete', name]).catch(() => undefined);
}

/** Undefined where clusters can have networks, or why they cannot. */
async function whyNot() {
  if (process.platform !== 'linux') return `network namespaces need Linux, and this is ${process.platform}`;
  if (process.getuid() !== 0) return 'network namespaces need root';
  try {
    await ensureInstalled('iproute2');
    // A container may refuse it to root as well.
    const network = await openNetwork();
    try {
      await network.addMember('probe');
    } finally {
      await network.close();
    }
    return undefined;
  } catch (fault) {
    return fault.message;
  }
}

let asked;
/** Whether a cluster on this machine can have networks whose cables can be cut. */
export async function canSplit() {
  asked ??= whyNot();
  return (await asked) === undefined;
}

/** Throws where the machine does not permit it. */
export async function startNetwork() {
  asked ??= whyNot();
  const reason = await asked;
  if (reason !== undefined) throw new Error(`a cluster with networks is not possible here: ${reason}`);
  return openNetwork();
}

async function openNetwork() {
  await sweep();
  const names = namesOf(process.pid, opened % 26);
  opened += 1;
  const numbers = {};
  const namespaces = [];
  const cables = [];

  async function close() {
    // A deleted namespace is taken apart later; deleting a cable first takes effect at once.
    for (const cable of cables.splice(0)) await run('ip', ['link', 'delete', cable]);
    for (const namespace of namespaces.splice(0)) await run('ip', ['netns', 'delete', namespace]);
    for (const network of Object.keys(numbers)) {
      await run('ip', ['link', 'delete', names.bridge(network)]);
      delete numbers[network];
    }
  }

  /** Two processes may choose the same number at the same time: then both choose again. */
  async function address(network) {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const number = freeNumber(await addresses(), Math.random());
      const order = `dev ${names.bridge(network)}`;
      await ip([`address add ${hostAddress(number)}/24 ${order}`]);
      const same = (await addresses()).filter((each) => each === hostAddress(number));
      if (same.length === 1) {
        numbers[network] = number;
        return;
      }
      await ip([`address delete ${hostAddress(number)}/24 ${order}`]);
    }
    throw new Error(`expected a free network within ${ATTEMPTS} attempts`);
  }

  async function addMember(name) {
    const at = namespaces.length + 1;
    const namespace = names.namespace(name);
    await run('ip', ['netns', 'add', namespace]);
    namespaces.push(namespace);
    for (const network of NETWORKS) {
      const cable = names.cable(network, at);
      await ip([`link add ${cable} type veth peer name ${network} netns ${namespace}`]);
      cables.push(cable);
      await ip([`link set ${cable} master ${names.bridge(network)} up`]);
    }
    await ip(
      [
        'link set lo up',
        ...NETWORKS.flatMap((network) => [
          `address add ${memberAddress(numbers[network], at)}/24 dev ${network}`,
          `link set ${network} up`,
        ]),
      ],
      namespace,
    );
    return {
      namespace,
      /** Where it listens for HTTP. */
      host: memberAddress(numbers.http, at),
      /** Resolves when it is cut, with the function that joins it again. */
      async cut(network) {
        const cable = names.cable(network, at);
        await ip([`link set ${cable} nomaster`]);
        return () => ip([`link set ${cable} master ${names.bridge(network)}`]);
      },
    };
  }

  try {
    for (const network of NETWORKS) {
      const bridge = names.bridge(network);
      // With an address of its own: otherwise it takes that of a cable, and another one when the cable is cut.
      await ip([`link add ${bridge} address ${randomHardwareAddress()} type bridge`]);
      numbers[network] = undefined;
      await ip([`link set ${bridge} up`]);
      await address(network);
    }
  } catch (fault) {
    await close();
    throw fault;
  }
  return {
    /** Of the machine, on each network. */
    hosts: Object.fromEntries(NETWORKS.map((network) => [network, hostAddress(numbers[network])])),
    subnets: Object.fromEntries(NETWORKS.map((network) => [network, subnetOf(numbers[network])])),
    addMember,
    close,
  };
}

async function addresses() {
  const links = await list('-4', 'address', 'show');
  return links.flatMap((link) => (link.addr_info ?? []).map(({ local }) => local));
}

/** Locally administered. */
const randomHardwareAddress = () =>
  [
    '02',
    ...Array.from({ length: 5 }, () =>
      Math.floor(Math.random() * 256)
        .toString(16)
        .padStart(2, '0'),
    ),
  ].join(':');
