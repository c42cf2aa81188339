// A member of a drill: signs up, asks, repeats what nobody answered with the same key as the app does, and writes all of
// it down.
import type { Dice } from './drill-dice.ts';
import { askHttp, type HttpAnswer } from './drill-http.ts';
import { type Asked, type Attempt, nowMs, ownerOf } from './drill-log.ts';

type Reply = Readonly<Record<string, unknown>>;

export interface Member {
  readonly name: string;
  readonly index: number;
  readonly address: string;
  readonly asked: readonly Asked[];
  token(): string;
  signUp(): Promise<void>;
  signIn(): Promise<void>;
  /** Undefined when it was refused, or nobody answered before the end. */
  read<Found>(path: string): Promise<Found | undefined>;
  /** A command with a key of its own, until it is answered. */
  command(path: string, body: Reply): Promise<Asked>;
  /** A call without a key: sent once. */
  post(path: string, body: Reply): Promise<Asked>;
  /** The answer of a key, asked for once more. */
  again(asked: Asked): Promise<HttpAnswer | undefined>;
  /** What waits for an answer is given up. */
  giveUp(): void;
}

/** Phones lose their network: of so many commands the first answer does not arrive. */
const CUT_SHARE = 0.03;
const MOST_CUT_MS = 40;
const FIRST_PAUSE_MS = 200;
const MOST_PAUSE_MS = 1_000;
/** A limit that ends later than this is an answer: nothing was done. */
const MOST_RETRY_MS = 5_000;

export function createMember(
  origin: string,
  { index, name, dice }: { readonly index: number; readonly name: string; readonly dice: Dice },
  onAttempt: (asked: Asked, attempt: Attempt) => void = () => undefined,
): Member {
  const asked: Asked[] = [];
  const address = `10.${20 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
  const headers: Record<string, string> = { 'x-forwarded-for': address };
  const credentials = { username: name, password: `password-of-${name}`, siteInfoId: 1 };
  let isOver = false;

  async function attempt(each: Asked): Promise<HttpAnswer | undefined> {
    const { method, path, key } = each;
    const noted: Attempt = { askedAt: nowMs() };
    const mayBeCut = key !== undefined && each.attempts.length === 0;
    each.attempts.push(noted);
    const answer = await askHttp(origin, {
      ...{ method, path },
      headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
      body: method === 'POST' ? JSON.stringify(each.body) : undefined,
      cutAfterMs: mayBeCut && dice.share() < CUT_SHARE ? dice.whole(0, MOST_CUT_MS) : undefined,
    });
    if (answer === undefined) return undefined;
    noted.answeredAt = nowMs();
    noted.status = answer.status;
    const code = bodyOf(answer.text)['code'];
    if (typeof code === 'string') noted.code = code;
    const owner = ownerOf(answer.owner);
    if (owner !== undefined) noted.owner = owner;
    onAttempt(each, noted);
    return answer;
  }

  /** Until somebody says what became of it. */
  async function persist(each: Asked, { isRepeated }: { readonly isRepeated: boolean }): Promise<Asked> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MOST_PAUSE_MS)) {
      const answer = await attempt(each);
      if (answer?.status === 401) {
        await signIn();
        continue;
      }
      if (answer !== undefined && isKnown(answer)) {
        each.answer = { status: answer.status, body: bodyOf(answer.text) };
        return each;
      }
      if (isOver || !isRepeated) return each;
      await pause(Math.max(pauseMs, answer?.retryAfterMs ?? 0));
    }
  }

  function note(method: Asked['method'], path: string, body: Reply, key?: string): Asked {
    const each: Asked = { key, method, path, body, attempts: [] };
    asked.push(each);
    return each;
  }

  /** Not written down: it is not what is tested, and there is no key for it. */
  async function enter(path: string, body: Reply): Promise<Reply> {
    for (;;) {
      const answer = await askHttp(origin, { method: 'POST', path, headers, body: JSON.stringify(body) });
      if (answer?.status === 200) return bodyOf(answer.text);
      // A sign-up whose answer was lost has happened.
      if (answer?.status === 409 && path === '/api/player') return {};
      if (isOver || (answer !== undefined && answer.status < 500 && answer.status !== 429))
        throw new Error(`${path} of ${name}: ${answer?.status} ${answer?.text}`);
      await pause(Math.max(MOST_PAUSE_MS, answer?.retryAfterMs ?? 0));
    }
  }

  async function signIn(): Promise<void> {
    delete headers['authorization'];
    const { accessToken } = await enter('/api/login', credentials);
    headers['authorization'] = `Bearer ${accessToken}`;
  }

  return {
    ...{ name, index, address, asked, signIn },
    token: () => (headers['authorization'] ?? '').slice('Bearer '.length),
    async signUp() {
      const number = String(1_000 + index);
      await enter('/api/player', {
        ...credentials,
        name: '시험',
        phone: `010-${number.slice(-4)}-${String(2_000 + (index % 7_000))}`,
        email: `${name}@example.com`,
        nick: `시험자${index}`,
      });
      await signIn();
    },
    async read<Found>(path: string) {
      const each = await persist(note('GET', path, {}), { isRepeated: true });
      return each.answer?.status === 200 ? (each.answer.body as Found) : undefined;
    },
    command: (path, body) =>
      persist(note('POST', path, body, `${name}-${asked.length}-${index}`), { isRepeated: true }),
    post: (path, body) => persist(note('POST', path, body), { isRepeated: false }),
    again: (each) =>
      askHttp(origin, {
        ...{ method: each.method, path: each.path, body: JSON.stringify(each.body) },
        headers: { ...headers, 'idempotency-key': each.key ?? '' },
      }),
    giveUp() {
      isOver = true;
    },
  };
}

const isKnown = ({ status, retryAfterMs }: Pick<HttpAnswer, 'status' | 'retryAfterMs'>): boolean =>
  status === 429 ? retryAfterMs > MOST_RETRY_MS : status < 500;

function bodyOf(text: string): Reply {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Reply) : {};
  } catch {
    return {};
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
