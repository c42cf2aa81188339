// Names and addresses of the networks of a cluster. Everything that is made on the machine carries the process that made
// it, so that what a killed process has left behind can be told from what is in use.

/** Of each member one cable to each. */
export const NETWORKS = ['database', 'nats', 'http'];

/** Of 10.213.x.0/24, where x is a number that no other network of this machine has. */
const PREFIX = '10.213.';
const LINK = /^mr(?<pid>\d+)[a-z][dnh]\d*$/;
const NAMESPACE = /^maru-(?<pid>\d+)-[a-z]-/;
/** The kernel's own limit for the name of an interface. */
const MOST_CHARACTERS = 15;

/** `cluster` tells several clusters of one process apart. */
export function namesOf(pid, cluster) {
  const stem = `mr${pid}${letterOf(cluster)}`;
  const link = (network, rest = '') => checked(`${stem}${network[0]}${rest}`);
  return {
    bridge: (network) => link(network),
    /** The end of a cable that stays on the machine. */
    cable: (network, member) => link(network, String(member)),
    namespace: (member) => `maru-${pid}-${letterOf(cluster)}-${member}`,
  };
}

function letterOf(cluster) {
  if (!Number.isInteger(cluster) || cluster < 0 || cluster > 25)
    throw new Error(`expected the number of a cluster from 0 to 25, found ${cluster}`);
  return String.fromCharCode(97 + cluster);
}

function checked(name) {
  if (name.length > MOST_CHARACTERS)
    throw new Error(`expected at most ${MOST_CHARACTERS} characters for an interface, found ${name}`);
  return name;
}

/** Of these links and namespaces those that a process made which is gone. */
export function leftBehind({ links, namespaces }, isAlive) {
  const isLeft = (pattern) => (name) => {
    const pid = pattern.exec(name)?.groups.pid;
    return pid !== undefined && !isAlive(Number(pid));
  };
  return { links: links.filter(isLeft(LINK)), namespaces: namespaces.filter(isLeft(NAMESPACE)) };
}

/** A number that none of these addresses has. `share` is one of [0, 1). */
export function freeNumber(addresses, share) {
  const taken = new Set(
    addresses.filter((each) => each.startsWith(PREFIX)).map((each) => each.split('.')[2]),
  );
  const free = Array.from({ length: 256 }, (_, number) => number).filter(
    (number) => !taken.has(String(number)),
  );
  if (free.length === 0) throw new Error(`expected a free network of ${PREFIX}0.0/16, found none`);
  return free[Math.floor(share * free.length)];
}

/** The machine is host 1, members follow. */
export const hostAddress = (number) => `${PREFIX}${number}.1`;
export const memberAddress = (number, member) => `${PREFIX}${number}.${member + 1}`;
export const subnetOf = (number) => `${PREFIX}${number}.0/24`;
