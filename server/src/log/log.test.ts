import { describe, expect, test } from 'vitest';
import { createLog } from './log.ts';

function written(level: 'debug' | 'info' = 'debug', pretty = false) {
  const lines: string[] = [];
  return { lines, log: createLog({ write: (line) => lines.push(line), clock: () => 0, level, pretty }) };
}

test('a line is one JSON object', () => {
  const { lines, log } = written();
  log.with({ room: 'desk' }).info('ready', { players: 3n });
  expect(lines).toEqual([
    '{"level":"info","time":"1970-01-01T00:00:00.000Z","message":"ready","room":"desk","players":"3"}\n',
  ]);
});

test('what is below the level is not written', () => {
  const { lines, log } = written('info');
  log.debug('x');
  log.warn('y');
  expect(lines).toHaveLength(1);
});

describe('no secret is written', () => {
  test.each([
    [{ accessToken: 'hush' }],
    [{ body: { password: 'hush', passwordCheck: 'hush', list: [{ phone: 'hush' }] } }],
    [{ headers: { Authorization: 'hush', cookie: 'hush', 'set-cookie': 'hush' } }],
    [{ clientSecret: 'hush', totpSecret: 'hush' }],
    [{ said: 'Authorization: Bearer hush' }],
    [{ url: '/ws?x=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJodXNoIn0.hush' }],
    [{ error: new Error('Bearer hush was refused') }],
    [{ error: new Error('x', { cause: { token: 'hush' } }) }],
    [{ seen: new Map([['refreshToken', 'hush']]) }],
  ])('%j', (fields) => {
    for (const pretty of [false, true]) {
      const { lines, log } = written('debug', pretty);
      log.info('message with bearer hush inside', fields);
      expect(lines.join('')).not.toContain('hush');
    }
  });
});

test.each([false, true])('whatever a client sends, an entry stays one line (pretty: %s)', (pretty) => {
  const { lines, log } = written('debug', pretty);
  log.info('a\nb\r\u2028c\u0085', { agent: 'x\n{"level":"error"}\u2029', ['k\ney']: 1 });
  expect(lines).toHaveLength(1);
  expect(lines[0]?.slice(0, -1)).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
  expect(lines[0]?.endsWith('\n')).toBe(true);
});

test('a field cannot override the level or the message', () => {
  const { lines, log } = written();
  log.info('true', { level: 'error', message: 'false', time: 1 });
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'info',
    message: 'true',
    time: expect.stringMatching(/^1970/),
  });
});

test('a value that contains itself, or is very long, is cut', () => {
  const { lines, log } = written();
  const loop: Record<string, unknown> = { long: 'x'.repeat(100_000) };
  loop['self'] = loop;
  log.info('loop', { loop });
  expect(lines[0]?.length).toBeLessThan(50_000);
});
