// Requests of the drills' members over kept connections: an answer with the owner that gave it, or none.
import { Agent, request } from 'node:http';

export interface HttpAnswer {
  readonly status: number;
  readonly owner: string | undefined;
  readonly retryAfterMs: number;
  readonly text: string;
}

export interface HttpAsked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Our own network fails after so long: what was sent may arrive, and no answer comes back. */
  readonly cutAfterMs?: number | undefined;
}

/** Longer than a gateway waits for a desk. */
const TIMEOUT_MS = 15_000;

const agent = new Agent({ keepAlive: true, maxSockets: 2_048 });

/** Undefined when no whole answer came. */
export function askHttp(origin: string, asked: HttpAsked): Promise<HttpAnswer | undefined> {
  const { method, path, headers, body } = asked;
  return new Promise((resolve) => {
    const sized =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(
      `${origin}${path}`,
      { agent, method, headers: { ...headers, ...sized } },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.once('error', () => resolve(undefined));
        answer.once('end', () => {
          const owner = answer.headers['maru-owner'];
          resolve({
            status: answer.statusCode ?? 0,
            owner: typeof owner === 'string' ? owner : undefined,
            retryAfterMs: 1_000 * Number(answer.headers['retry-after'] ?? 0),
            text: Buffer.concat(pieces).toString('utf8'),
          });
        });
      },
    );
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy());
    if (asked.cutAfterMs !== undefined) {
      const cutting = setTimeout(() => sent.destroy(), asked.cutAfterMs);
      sent.once('close', () => clearTimeout(cutting));
    }
    // Also the end of an answer that was cut off.
    sent.once('close', () => resolve(undefined));
    sent.once('error', () => resolve(undefined));
    sent.end(body);
  });
}
