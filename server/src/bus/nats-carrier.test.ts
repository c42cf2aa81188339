// The carrier on real NATS servers: three that know each other, and one that wants TLS and a password.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type NatsTrio, startNatsTrio } from '../../../scripts/cluster/nats-trio.mjs';
import { freePort, startProcess } from '../../../scripts/cluster/process.mjs';
import { ensureInstalled, findNatsServer } from '../../../scripts/system.mjs';
import type { Carrier } from './carrier.ts';
import { type NatsPlace, openNatsCarrier } from './nats-carrier.ts';

const open: Carrier[] = [];
const faults: unknown[] = [];

async function connect(place: NatsPlace): Promise<Carrier> {
  const carrier = await openNatsCarrier(place, { name: 'test', onFault: (fault) => faults.push(fault) });
  open.push(carrier);
  return carrier;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((carrier) => carrier.close()));
});

const bytes = (text: string) => Buffer.from(text);
const textOf = (message: Uint8Array) => Buffer.from(message).toString('utf8');

/** Resolves with the next message whose subject is listened to. */
function next(carrier: Carrier, subject: string): Promise<string> {
  return new Promise((resolve) => {
    const end = carrier.listen(subject, (message, to) => {
      end();
      resolve(`${to} ${textOf(message)}`);
    });
  });
}

describe('three servers', () => {
  let trio: NatsTrio;
  beforeAll(async () => {
    trio = await startNatsTrio();
  });
  afterAll(() => trio.stop());

  const joined = () => connect({ servers: trio.url.split(',') });

  /** Servers tell each other what is listened to, which takes a moment. */
  async function untilAnswered(carrier: Carrier, subject: string, text = 'ready?'): Promise<string> {
    for (;;) {
      try {
        return textOf(await carrier.ask(subject, bytes(text), 500));
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  test('messages and answers pass between processes on different servers', async () => {
    const servers = trio.url.split(',');
    const [a, b] = [await connect({ servers: [servers[0]!] }), await connect({ servers: [servers[1]!] })];
    b.serve('echo', async (message) => bytes(`echo ${textOf(message)}`));
    expect(await untilAnswered(a, 'echo', '마루')).toBe('echo 마루');
    const heard = next(b, 'prices.*');
    await untilAnswered(a, 'echo');
    a.publish('prices.btc', bytes('1'));
    expect(await heard).toBe('prices.btc 1');
  });

  test('each question reaches one of those who serve, and without any the asker is told at once', async () => {
    const [asker, one, two] = [await joined(), await joined(), await joined()];
    let answered = 0;
    for (const carrier of [one, two])
      carrier.serve('work', async () => {
        answered += 1;
        return bytes('done');
      });
    await untilAnswered(asker, 'work');
    answered = 0;
    await Promise.all(Array.from({ length: 50 }, () => asker.ask('work', bytes(''), 5_000)));
    expect(answered).toBe(50);
    await expect(asker.ask('nobody', bytes(''), 5_000)).rejects.toMatchObject({ reason: 'NOBODY' });
  });

  test('a question that nobody answers in time is late, and so is one that failed', async () => {
    const [asker, server] = [await joined(), await joined()];
    server.serve('never', () => new Promise(() => undefined));
    server.serve('fails', async () => {
      throw new Error('planned');
    });
    server.serve('alive', async () => bytes('yes'));
    await untilAnswered(asker, 'alive');
    await expect(asker.ask('never', bytes(''), 50)).rejects.toMatchObject({ reason: 'LATE' });
    await expect(asker.ask('fails', bytes(''), 50)).rejects.toMatchObject({ reason: 'LATE' });
    expect(faults.splice(0)).toEqual([new Error('planned')]);
  });

  test('a listener that throws does not stop the next message', async () => {
    const [sender, listener] = [await joined(), await joined()];
    listener.serve('listening', async () => bytes('yes'));
    let count = 0;
    const second = Promise.withResolvers<void>();
    listener.listen('bad', () => {
      count += 1;
      if (count === 2) second.resolve();
      throw new Error('planned');
    });
    await untilAnswered(sender, 'listening');
    sender.publish('bad', bytes('1'));
    sender.publish('bad', bytes('2'));
    await second.promise;
    expect(faults.splice(0)).toHaveLength(2);
  });

  test('when a server dies its clients go on with another, and say that messages may be missing', async () => {
    const servers = trio.url.split(',');
    const asker = await connect({ servers: [servers[2]!, servers[0]!] });
    const server = await connect({ servers: [servers[1]!] });
    server.serve('echo', async (message) => message);
    await untilAnswered(asker, 'echo');
    const seen: boolean[] = [];
    const back = Promise.withResolvers<void>();
    asker.onConnection((isConnected) => {
      seen.push(isConnected);
      if (isConnected) back.resolve();
    });
    for (const each of trio.servers)
      if (each.name.endsWith('n3') || each.name.endsWith('n1')) each.signal('SIGKILL');
    await expect(
      (async () => {
        while (asker.isConnected()) await new Promise((resolve) => setTimeout(resolve, 5));
        return asker.ask('echo', bytes('away'), 1_000);
      })(),
    ).rejects.toMatchObject({ reason: 'NOBODY' });
    await trio.start(0);
    await back.promise;
    expect(seen).toEqual([false, true]);
    expect(await untilAnswered(asker, 'echo', 'back')).toBe('back');
    await trio.start(2);
  });
});

describe('one server with TLS and a password', () => {
  const folder = mkdtempSync(join(tmpdir(), 'maru-nats-'));
  const at = (name: string) => join(folder, name);
  let url = '';
  let stop: () => Promise<void>;

  beforeAll(async () => {
    await ensureInstalled('nats-server', 'openssl');
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    for (const name of ['server', 'other'])
      execFileSync(
        'openssl',
        [...made, '-days', '2', '-keyout', at(`${name}.key`), '-out', at(`${name}.crt`), ...subject],
        { stdio: 'ignore' },
      );
    const port = await freePort();
    writeFileSync(
      at('nats.conf'),
      `listen: "127.0.0.1:${port}"
tls { cert_file: "${at('server.crt')}", key_file: "${at('server.key')}" }
authorization { user: maru, password: "right-password" }`,
    );
    const server = startProcess('nats', findNatsServer() ?? '', ['-c', at('nats.conf')]);
    await server.says(/Server is ready/);
    url = `nats://localhost:${port}`;
    stop = () => server.stop();
  });
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('the right authority and password connect', async () => {
    const carrier = await connect({
      servers: [url],
      caFile: at('server.crt'),
      user: 'maru',
      password: 'right-password',
    });
    carrier.serve('echo', async (message) => message);
    expect(textOf(await carrier.ask('echo', bytes('안녕'), 5_000))).toBe('안녕');
  });

  test.each([
    ['a wrong password', { caFile: 'server.crt', password: 'wrong-password' }],
    ['another authority', { caFile: 'other.crt', password: 'right-password' }],
  ])('%s does not', async (_name, { caFile, password }) => {
    const opening = openNatsCarrier(
      { servers: [url], caFile: at(caFile), user: 'maru', password },
      { name: 'test', onFault: () => undefined },
    );
    await expect(opening).rejects.toThrow();
  });
});
