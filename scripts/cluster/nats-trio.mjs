// Three NATS servers on this machine that know each other: a client of a server that dies goes on with another.

import { ensureInstalled, findNatsServer } from '../system.mjs';
import { freePort, startProcess } from './process.mjs';

const NAMES = ['n1', 'n2', 'n3'];

/** `host` is the address for clients; the servers reach each other on loopback. */
export async function startNatsTrio({ onLine, host = '127.0.0.1' } = {}) {
  await ensureInstalled('nats-server');
  const program = findNatsServer();
  const ports = await Promise.all(
    NAMES.map(async () => ({ client: await freePort(), route: await freePort() })),
  );
  const routes = ports.map(({ route }) => `nats://127.0.0.1:${route}`).join(',');
  const servers = [];

  function start(at) {
    const { client, route } = ports[at];
    servers[at] = startProcess(
      `nats ${NAMES[at]}`,
      program,
      [
        ...['-a', host, '-p', String(client), '-n', NAMES[at]],
        ...['--cluster_name', 'maru', '--cluster', `nats://127.0.0.1:${route}`, '--routes', routes],
      ],
      { onLine },
    );
    return servers[at].says(/Server is ready/, 20_000);
  }

  await Promise.all(NAMES.map((_, at) => start(at)));
  return {
    url: ports.map(({ client }) => `nats://${host}:${client}`).join(','),
    servers,
    start,
    stop: () => Promise.all(servers.map((server) => server.stop())),
  };
}
