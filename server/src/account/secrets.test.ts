import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecrets, secretsOf } from './secrets.ts';

let dataDirectory: string;
beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'maru-secret-'));
});
afterEach(() => rmSync(dataDirectory, { recursive: true }));

test('the first start creates a secret that only its owner can read, and the second start uses it', () => {
  const first = loadSecrets({ dataDirectory });
  expect(loadSecrets({ dataDirectory })).toEqual(first);
  expect(readdirSync(dataDirectory)).toEqual(['secret']);
  expect(statSync(join(dataDirectory, 'secret')).mode & 0o777).toBe(0o600);
});

test('two installations have different secrets, and one installation different keys', () => {
  const other = mkdtempSync(join(tmpdir(), 'maru-secret-'));
  const [one, two] = [loadSecrets({ dataDirectory }), loadSecrets({ dataDirectory: other })];
  rmSync(other, { recursive: true });
  expect(one.access).not.toEqual(two.access);
  expect(one.access).not.toEqual(one.refresh);
});

test('machines that share a configured secret share their keys, and a short one is refused', () => {
  const secret = 'shared between all the machines of a site';
  expect(loadSecrets({ secret, dataDirectory })).toEqual(secretsOf(secret));
  expect(readdirSync(dataDirectory)).toEqual([]);
  expect(() => loadSecrets({ secret: 'short', dataDirectory })).toThrow(/32/);
});
