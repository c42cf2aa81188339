import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { silentLog } from '../../log/log.ts';
import { arePushKeys, encryptPush } from './encrypt.ts';
import { isPushEndpoint } from './push-hosts.ts';
import { createPushSender, type PushJob, sendByFetch } from './sender.ts';
import { createVapid } from './vapid.ts';

/** RFC 8291, appendix A. */
const rfc = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  content: 'When I grow up, I want to be a watermelon',
  encrypted:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('a content is encrypted as the example of RFC 8291', () => {
  const encrypted = encryptPush(rfc, Buffer.from(rfc.content), {
    privateKey: Buffer.from(rfc.privateKey, 'base64url'),
    salt: Buffer.from(rfc.salt, 'base64url'),
  });
  expect(encrypted.toString('base64url')).toBe(rfc.encrypted);
});

test('keys that no browser could have made are recognised', () => {
  expect(arePushKeys(rfc)).toBe(true);
  const offCurve = Buffer.from(rfc.p256dh, 'base64url');
  offCurve[64] = offCurve[64]! ^ 1;
  expect(arePushKeys({ ...rfc, p256dh: offCurve.toString('base64url') })).toBe(false);
  expect(arePushKeys({ ...rfc, p256dh: rfc.p256dh.slice(4) })).toBe(false);
  expect(arePushKeys({ ...rfc, auth: 'AAAA' })).toBe(false);
});

/** What a push service does with the header (RFC 8292, section 4.2). */
function claimsOf(header: string): unknown {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isSigned ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : 'NOT SIGNED';
}

test('a header is proven as the example of RFC 8292 is', () => {
  // Section 2.4 of the RFC.
  expect(
    claimsOf(
      'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
    ),
  ).toEqual({ aud: 'https://push.example.net', exp: 1_453_523_768, sub: 'mailto:push@example.com' });
  const vapid = createVapid({ secret: 'a secret', contact: 'mailto:push@example.com' });
  const header = vapid.headerFor('https://push.example.net/abc?d', 1_000_000_000_000);
  expect(claimsOf(header)).toEqual({
    aud: 'https://push.example.net',
    exp: 1_000_000_000 + 43_200,
    sub: 'mailto:push@example.com',
  });
  expect(createVapid({ secret: 'a secret', contact: 'mailto:a@b.c' }).publicKey).toBe(vapid.publicKey);
});

describe('a push may be sent to', () => {
  test.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://sg2p.notify.windows.com/w/?token=abc', true],
    ['https://web.push.apple.com/abc', true],
    ['http://127.0.0.1:9000/push/1', true],
    ['http://127.0.0.1:9001/push/1', false],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com:8443/abc', false],
    ['https://user@fcm.googleapis.com/abc', false],
    ['https://fcm.googleapis.com.evil.example/abc', false],
    ['https://evilpush.apple.com.example/abc', false],
    ['https://notify.windows.com/abc', false],
    ['https://169.254.169.254/latest/meta-data', false],
    ['https://localhost/abc', false],
    ['https://[::1]/abc', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['not an address', false],
  ])('%s: %s', (endpoint, allowed) => {
    expect(isPushEndpoint(endpoint, ['http://127.0.0.1:9000'])).toBe(allowed);
  });
});

const job: PushJob = {
  ...rfc,
  device: 7,
  endpoint: 'https://push.example.net/abc',
  content: '{}',
  ttlSeconds: 3_600,
  urgency: 'high',
  topic: 'risk-BTC',
  isFailing: false,
};

/** A service that answers with these statuses, one after the other. */
function senderWith(
  statuses: readonly (number | Error)[],
  retryAfter: string | null = null,
  answered: () => Promise<void> = async () => undefined,
) {
  const requests: Readonly<Record<string, string>>[] = [];
  const gone: number[] = [];
  const told: string[] = [];
  const pauses: number[] = [];
  let now = 0;
  const sender = createPushSender({
    vapid: createVapid({ secret: 'a secret', contact: 'mailto:push@example.com' }),
    send: async (_endpoint, { headers }) => {
      const status = statuses[requests.length] ?? 500;
      requests.push(headers);
      await answered();
      if (status instanceof Error) throw status;
      return { status, retryAfter };
    },
    reports: {
      onGone: async (device) => void gone.push(device),
      onFailed: async (device) => void told.push(`failed ${device}`),
      onRecovered: async (device) => void told.push(`recovered ${device}`),
    },
    time: {
      clock: () => now,
      wait: async (ms) => {
        pauses.push(ms);
        now += ms;
      },
    },
    log: silentLog,
  });
  return { sender, requests, gone, told, pauses };
}

test('a redirect of a service is not followed: only its own address was checked', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, answer) => {
    asked.push(request.url);
    answer.writeHead(307, { location: '/inner', 'retry-after': '7' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const request = { headers: {}, body: Buffer.from('x') };
  expect(await sendByFetch(`http://127.0.0.1:${port}/push`, request)).toEqual({
    status: 307,
    retryAfter: '7',
  });
  expect(asked).toEqual(['/push']);
  server.closeAllConnections();
  server.close();
});

describe('a push', () => {
  test('has its urgency, its time to live and its topic', async () => {
    const { sender, requests } = senderWith([201]);
    sender.send(job);
    await sender.settled();
    expect(requests).toMatchObject([
      { ttl: '3600', urgency: 'high', topic: 'risk-BTC', 'content-encoding': 'aes128gcm' },
    ]);
    expect(sender.stats()).toMatchObject({ sent: 1, failed: 0, waiting: 0 });
  });

  test.each([404, 410])('that is answered with %i ends its device', async (status) => {
    const { sender, gone, pauses } = senderWith([status]);
    sender.send(job);
    await sender.settled();
    expect(gone).toEqual([7]);
    expect(pauses).toEqual([]);
  });

  test('is sent again after a transient error, with growing pauses, and then given up', async () => {
    const { sender, requests, gone, told, pauses } = senderWith([new Error('reset'), 503, 429, 500]);
    sender.send(job);
    await sender.settled();
    expect(requests).toHaveLength(4);
    expect(pauses).toEqual([5_000, 30_000, 120_000]);
    expect(gone).toEqual([]);
    expect(told).toEqual(['failed 7']);
    expect(sender.stats()).toMatchObject({ sent: 0, failed: 1 });
  });

  test.each([
    ['a network that fails', [new Error('reset'), 500, 500, new Error('reset')]],
    ['a service that wants fewer', [500, 500, 500, 429]],
    ['a refusal', [400]],
  ] as const)('does not count as a failure of its service after %s', async (_, statuses) => {
    const { sender, told } = senderWith(statuses);
    sender.send(job);
    await sender.settled();
    expect(told).toEqual([]);
    expect(sender.stats().failed).toBe(1);
  });

  test('that arrives after failures is told once', async () => {
    const { sender, told } = senderWith([201, 201]);
    sender.send({ ...job, isFailing: true });
    sender.send(job);
    await sender.settled();
    expect(told).toEqual(['recovered 7']);
  });

  test('waits as long as the service asks, but not beyond its time to live', async () => {
    const patient = senderWith([429, 201], '90');
    patient.sender.send(job);
    await patient.sender.settled();
    expect(patient.pauses).toEqual([90_000]);
    expect(patient.sender.stats().sent).toBe(1);
    const late = senderWith([429, 201], '90');
    late.sender.send({ ...job, ttlSeconds: 60 });
    await late.sender.settled();
    expect(late.requests).toHaveLength(1);
  });

  test('that the service refuses is not sent again', async () => {
    const { sender, requests } = senderWith([400]);
    sender.send(job);
    await sender.settled();
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['sent', [201]],
    ['refused', [400]],
    ['given up', [500, 500, 500, 500]],
    ['too long for the service', []],
  ] as const)('says once that it ended when it was %s', async (how, statuses) => {
    const { sender } = senderWith(statuses);
    const ended: string[] = [];
    const content = how === 'too long for the service' ? 'x'.repeat(4_000) : job.content;
    sender.send({ ...job, content, onEnded: () => void ended.push(how) });
    await sender.settled();
    expect(ended).toEqual([how]);
  });

  test('is dropped when thousands wait already, and when it is too long for the service', async () => {
    // The service does not answer: few are under way, and only those are encrypted.
    const { sender, requests } = senderWith([], null, () => new Promise(() => {}));
    for (let count = 0; count < 5_001; count++) sender.send(job);
    sender.send({ ...job, content: 'x'.repeat(4_000) });
    expect(sender.stats()).toMatchObject({ dropped: 2, waiting: 5_000 });
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(requests).toHaveLength(8);
  });
});
