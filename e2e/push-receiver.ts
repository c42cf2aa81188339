// Stands in for the push service of a browser: takes pushes on loopback, verifies who sent them (RFC 8292), and decrypts
// them with the keys of a browser that it plays (RFC 8291 from the receiver's side).
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

export interface ReceivedPush {
  readonly text: string;
  readonly urgency: unknown;
  readonly ttl: unknown;
  readonly encoding: unknown;
  /** The key that signed the header, base64url; undefined when the signature is not its own. */
  readonly signedBy: string | undefined;
  readonly claims: { readonly aud?: unknown; readonly exp?: unknown; readonly sub?: unknown };
}

export interface PushReceiver {
  /** What a browser would send to the server: its address and its keys. */
  readonly device: { readonly endpoint: string; readonly p256dh: string; readonly auth: string };
  readonly received: readonly ReceivedPush[];
  end(): Promise<void>;
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** What a push service does with the header (RFC 8292, section 4.2). */
function proofOf(header: string): Pick<ReceivedPush, 'signedBy' | 'claims'> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return { signedBy: undefined, claims: {} };
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    {
      key: createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature, 'base64url'),
  );
  return {
    signedBy: isSigned ? key : undefined,
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as ReceivedPush['claims'],
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

export async function startPushReceiver(port: number): Promise<PushReceiver> {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);

  function decrypt(body: Buffer): string {
    const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)];
    const sender = body.subarray(21, 21 + length);
    const sealed = body.subarray(21 + length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
    const keying = derive(keys.computeSecret(sender), auth, info, 32);
    const key = derive(keying, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(keying, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce);
    cipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    // The byte 2 ends the last record.
    return plain.subarray(0, plain.lastIndexOf(2)).toString();
  }

  const received: ReceivedPush[] = [];
  const server = createServer((request, answer) => {
    // A page of another origin than the app's, for a browser that is looking at something else.
    if (request.method === 'GET') {
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<title>Elsewhere</title>');
      return;
    }
    const { authorization = '', urgency, ttl, 'content-encoding': encoding } = request.headers;
    bodyOf(request).then(
      (body) => {
        received.push({ text: decrypt(body), urgency, ttl, encoding, ...proofOf(authorization) });
        answer.writeHead(201).end();
      },
      () => answer.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    device: {
      endpoint: `http://127.0.0.1:${port}/push/one`,
      p256dh: keys.getPublicKey().toString('base64url'),
      auth: auth.toString('base64url'),
    },
    received,
    async end() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
