// A small reverse proxy for a cluster on loopback: it spreads requests over the gateways that are well, and goes on with
// another one when a gateway dies. On real machines a proxy of the operator's choice does this, and TLS.
import { Agent, request as ask, createServer } from 'node:http';
import { connect } from 'node:net';

const CHECK_MS = 200;
const CHECK_WITHIN_MS = 2_000;

/** `gateways` are addresses such as http://127.0.0.1:4001, and may be changed by `setGateways`. */
export async function startProxy({ gateways, port = 0 }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4_096 });
  const known = new Map();
  let turn = 0;

  function setGateways(addresses) {
    for (const address of addresses) if (!known.has(address)) known.set(address, { isWell: true });
    for (const address of known.keys()) if (!addresses.includes(address)) known.delete(address);
  }
  setGateways(gateways);

  /** Those that are well first, each in turn. */
  function inTurn() {
    const all = [...known].map(([address, { isWell }]) => ({ address, isWell }));
    turn += 1;
    const turned = all.map((_, at) => all[(at + turn) % all.length]);
    return [...turned.filter(({ isWell }) => isWell), ...turned.filter(({ isWell }) => !isWell)].map(
      ({ address }) => new URL(address),
    );
  }

  async function check(address) {
    const state = known.get(address);
    if (state === undefined || state.isBusy) return;
    state.isBusy = true;
    try {
      const answer = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(CHECK_WITHIN_MS) });
      await answer.arrayBuffer();
      state.isWell = answer.status === 200;
    } catch {
      state.isWell = false;
    } finally {
      state.isBusy = false;
    }
  }
  const checking = setInterval(() => {
    for (const address of known.keys()) void check(address);
  }, CHECK_MS);

  const headersFor = ({ headers, socket }) => ({
    ...headers,
    'x-forwarded-for': [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', '),
  });

  /** What was perhaps carried out is not sent again, unless a second time changes nothing. */
  const isRepeatable = ({ method, headers }) =>
    method === 'GET' || method === 'HEAD' || headers['idempotency-key'] !== undefined;

  function pass(incoming, outgoing, body, targets) {
    const [target, ...others] = targets;
    if (target === undefined) {
      if (!outgoing.headersSent) outgoing.writeHead(502).end();
      return;
    }
    const { method, url } = incoming;
    const upstream = ask(
      { agent, host: target.hostname, port: target.port, method, path: url, headers: headersFor(incoming) },
      (answer) => {
        outgoing.writeHead(answer.statusCode, answer.rawHeaders);
        answer.pipe(outgoing);
        answer.once('error', () => outgoing.destroy());
      },
    );
    upstream.once('error', (error) => {
      if (outgoing.headersSent) return outgoing.destroy();
      const isUnsent =
        error.code === 'ECONNREFUSED' || (upstream.reusedSocket && error.code === 'ECONNRESET');
      const state = known.get(target.origin);
      if (state !== undefined) state.isWell = false;
      if (isUnsent || isRepeatable(incoming)) pass(incoming, outgoing, body, others);
      else outgoing.writeHead(502).end();
    });
    outgoing.once('close', () => upstream.destroy());
    upstream.end(body);
  }

  const server = createServer((incoming, outgoing) => {
    const chunks = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.once('end', () => pass(incoming, outgoing, Buffer.concat(chunks), inTurn()));
  });

  function upgrade(incoming, socket, head, targets) {
    const [target, ...others] = targets;
    if (target === undefined) return socket.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    let isOpen = false;
    upstream.once('connect', () => {
      isOpen = true;
      const lines = Object.entries(headersFor(incoming)).map(([name, value]) => `${name}: ${value}`);
      upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.once('error', () => {
      if (isOpen) socket.destroy();
      else upgrade(incoming, socket, head, others);
    });
    upstream.once('close', () => isOpen && socket.destroy());
    socket.once('error', () => upstream.destroy());
    socket.once('close', () => upstream.destroy());
  }
  server.on('upgrade', (incoming, socket, head) => upgrade(incoming, socket, head, inTurn()));

  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    setGateways,
    stop() {
      clearInterval(checking);
      agent.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
