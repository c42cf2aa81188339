import { checkNick, me, refillPractice, signIn } from '@maru/contract/account/calls';
import { dailySummary } from '@maru/contract/binary/calls';
import { fees } from '@maru/contract/site';
import { describe, expect, test } from 'vitest';
import { createCaller, type Refused, type TokenSource } from './call.ts';
import { manualTimers } from './manual-timers.ts';

interface Seen {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

const texts = { tryAgain: 'try again', resultUnknown: 'result unknown' };
const refusal = (status: number, code: string) =>
  Response.json({ status, code, message: `text of ${code}` }, { status });
const refill = { body: { walletType: 'BINARY', point: '1000000' } };
const refilled = { walletType: 'BINARY', point: '1000000', run: 2 };

/** Answers the given responses in order; 'lost' is a request whose answer never arrives. */
function world(answers: (Response | 'lost' | 'hangs')[], tokens?: Partial<TokenSource>, siteInfoId?: number) {
  const timers = manualTimers();
  const seen: Seen[] = [];
  let keys = 0;
  const ended: Refused[] = [];
  const call = createCaller(
    {
      timers,
      newKey: () => `key-number-${++keys}`,
      language: () => 'ko',
      siteInfoId: () => siteInfoId,
      texts: () => texts,
      fetch: (url, init) => {
        seen.push({
          url,
          method: init.method as string,
          headers: init.headers as Record<string, string>,
          body: init.body === undefined ? undefined : JSON.parse(init.body as string),
        });
        const answer = answers.shift();
        if (answer === 'hangs')
          return new Promise((_, reject) => {
            init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
          });
        return answer instanceof Response
          ? Promise.resolve(answer)
          : Promise.reject(new TypeError('fetch failed'));
      },
    },
    {
      accessToken: async () => 'token-1',
      renew: async () => undefined,
      end: (refused) => void ended.push(refused),
      ...tokens,
    },
  );
  /** Lets the delays of the retries and the timeouts pass while the call is under way. */
  async function finish<Value>(call: Promise<Value>): Promise<Value> {
    await timers.pass(60_000);
    return call;
  }
  return { call, seen, finish, ended };
}

test('a reply is returned as it was sent', async () => {
  const { call, seen } = world([Response.json({ nick: '산마루', available: true })]);
  const outcome = await call(checkNick, { query: { nick: '산마루', siteInfoId: undefined } });
  expect(outcome).toEqual({ ok: true, reply: { nick: '산마루', available: true } });
  expect(seen[0]?.url).toBe(`/api/user/check_nick?nick=${encodeURIComponent('산마루')}`);
});

test('every GET of the product has the site id; plain files and commands do not', async () => {
  const { call, seen } = world([Response.json({}), Response.json({}), Response.json({})], {}, 3);
  await call(checkNick, { query: { nick: 'a' } });
  await call(fees);
  await call(refillPractice, refill);
  expect(seen.map(({ url }) => url)).toEqual([
    '/api/user/check_nick?siteInfoId=3&nick=a',
    '/fee.json',
    '/api/practice/refill',
  ]);
});

test('a refusal is returned as a value with its field', async () => {
  const { call } = world([
    Response.json(
      { status: 400, code: 'INVALID_REQUEST', message: '잘못된 요청입니다.', field: 'nick' },
      { status: 400 },
    ),
  ]);
  expect(await call(checkNick, { query: { nick: '' } })).toEqual({
    ok: false,
    status: 400,
    code: 'INVALID_REQUEST',
    message: '잘못된 요청입니다.',
    field: 'nick',
  });
});

describe('the token', () => {
  test('is sent with calls of a player and not with public ones', async () => {
    const { call, seen } = world([refusal(401, 'WRONG_CREDENTIALS'), Response.json({})]);
    await call(signIn, { body: { username: 'trader', password: 'wrong' } });
    await call(me);
    expect(seen.map((each) => each.headers['authorization'])).toEqual([undefined, 'Bearer token-1']);
  });

  test('is sent with a public call that returns more to a signed-in player', async () => {
    const { call, seen } = world([Response.json({ dateMillis: 0, rounds: {}, mine: null })]);
    await call(dailySummary, { query: {} });
    expect(seen[0]?.headers['authorization']).toBe('Bearer token-1');
  });

  test('is renewed once when the server refuses it as expired, with the same key on the second try', async () => {
    const { call, seen } = world([refusal(401, 'TOKEN_EXPIRED'), Response.json(refilled)], {
      renew: async (refused) => `${refused}-renewed`,
    });
    expect(await call(refillPractice, refill)).toEqual({ ok: true, reply: refilled });
    expect(seen.map((each) => each.headers['authorization'])).toEqual([
      'Bearer token-1',
      'Bearer token-1-renewed',
    ]);
    expect(new Set(seen.map((each) => each.headers['idempotency-key'])).size).toBe(1);
  });

  test('that cannot be renewed leaves the refusal as the outcome', async () => {
    const { call, seen } = world([refusal(401, 'TOKEN_EXPIRED')]);
    expect(await call(me)).toMatchObject({ ok: false, code: 'TOKEN_EXPIRED' });
    expect(seen).toHaveLength(1);
  });

  test('that cannot be renewed right now sends nothing, so that a money call may be tried again too', async () => {
    const { call, seen } = world([], { accessToken: async () => 'unreachable' });
    expect(await call(refillPractice, refill)).toMatchObject({ ok: false, status: 0, code: 'TRY_AGAIN' });
    expect(seen).toHaveLength(0);
  });

  test.each(['SESSION_ENDED', 'ACCOUNT_BLOCKED'])('%s ends the session with its text', async (code) => {
    const { call, ended } = world([refusal(401, code)]);
    await call(me);
    expect(ended).toMatchObject([{ code, message: `text of ${code}` }]);
  });
});

describe('without an answer', () => {
  test('a money call is repeated with the same key until its result is known', async () => {
    const { call, seen, finish } = world(['lost', refusal(503, 'RESULT_UNKNOWN'), Response.json(refilled)]);
    expect(await finish(call(refillPractice, refill))).toEqual({ ok: true, reply: refilled });
    expect(seen.map((each) => each.headers['idempotency-key'])).toEqual(Array(3).fill('key-number-1'));
  });

  test('a money call that stays unanswered is unknown, never failed', async () => {
    const { call, seen, finish } = world(['lost', 'hangs', 'lost']);
    expect(await finish(call(refillPractice, refill))).toEqual({
      ok: false,
      status: 0,
      code: 'RESULT_UNKNOWN',
      message: texts.resultUnknown,
    });
    expect(seen).toHaveLength(3);
  });

  test('a GET is repeated', async () => {
    const { call, finish } = world(['lost', 'lost', Response.json({ id: 7 })]);
    expect(await finish(call(me))).toMatchObject({ ok: true });
  });

  test('a GET is repeated when the server is not ready for it, and a money call is left to the user', async () => {
    const { call, finish } = world([refusal(503, 'TRY_AGAIN'), Response.json({ id: 7 })]);
    expect(await finish(call(me))).toMatchObject({ ok: true });
    const money = world([refusal(503, 'TRY_AGAIN'), Response.json(refilled)]);
    expect(await money.finish(money.call(refillPractice, refill))).toMatchObject({ code: 'TRY_AGAIN' });
    expect(money.seen).toHaveLength(1);
  });

  test('a sign-in is not repeated, because a refresh token can be used once', async () => {
    const { call, seen, finish } = world(['lost', Response.json({})]);
    const outcome = await finish(call(signIn, { body: { refreshToken: 'r' } }));
    expect(outcome).toMatchObject({ ok: false, status: 0, code: 'TRY_AGAIN', message: texts.tryAgain });
    expect(seen).toHaveLength(1);
  });

  test('the error page of a proxy is not an answer', async () => {
    const { call, finish } = world([
      new Response('<html>bad gateway</html>', { status: 502 }),
      Response.json({ error: 'not ours' }, { status: 502 }),
      Response.json(refilled),
    ]);
    expect(await finish(call(refillPractice, refill))).toEqual({ ok: true, reply: refilled });
  });
});

test('two taps are two keys, and a given key is used as it is', async () => {
  const { call, seen } = world([Response.json(refilled), Response.json(refilled), Response.json(refilled)]);
  await call(refillPractice, refill);
  await call(refillPractice, refill);
  await call(refillPractice, { ...refill, key: 'the-key-of-the-tap' });
  expect(seen.map((each) => each.headers['idempotency-key'])).toEqual([
    'key-number-1',
    'key-number-2',
    'the-key-of-the-tap',
  ]);
});

test('a body that does not match the contract does not compile', () => {
  const ask = world([]).call;
  // @ts-expect-error A required body is missing.
  const without = () => ask(refillPractice);
  const wrong = { walletType: 1, point: '1' };
  // @ts-expect-error A field has another type.
  const withWrong = () => ask(refillPractice, { body: wrong });
  expect([without, withWrong]).toHaveLength(2);
});
