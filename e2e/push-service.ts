// Stands in for the push service of a browser: takes pushes on loopback, and decrypts them with the keys of a browser
// that it plays (RFC 8291 from the receiver's side).
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

export interface PushService {
  /** What a browser would send to the server: its address and its keys. */
  readonly device: { readonly endpoint: string; readonly p256dh: string; readonly auth: string };
  /** The texts of the pushes that came, with their headers. */
  readonly received: readonly { readonly text: string; readonly urgency: string | undefined }[];
  end(): Promise<void>;
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

export async function startPushService(port: number): Promise<PushService> {
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

  const received: { text: string; urgency: string | undefined }[] = [];
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({
        text: decrypt(Buffer.concat(parts)),
        urgency: String(request.headers['urgency'] ?? ''),
      });
      answer.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    device: {
      endpoint: `http://127.0.0.1:${port}/push/one`,
      p256dh: keys.getPublicKey().toString('base64url'),
      auth: auth.toString('base64url'),
    },
    received,
    end: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
