import { expect, test } from 'vitest';
import { BadSetting } from './bad-setting.ts';
import { readConfig } from './config.ts';

const DESK = {
  MARU_ROLE: 'desk',
  NATS_URL: 'nats://a:4222,nats://b:4222',
  DATABASE_URL: 'postgres://maru@db/maru',
  SHARED_DIR: '/shared',
};

test('one process needs no carrier, keeps its secrets with its data and its lease as long as before', () => {
  expect(readConfig({ DATA_DIR: '/data' })).toMatchObject({
    ...{ role: 'all', nats: undefined, sharedFolder: '/data', leaseMs: 2_000, shard: 0 },
  });
});

test('a desk has the servers of the carrier, the shared folder and a shorter lease', () => {
  expect(readConfig(DESK)).toMatchObject({
    ...{ role: 'desk', sharedFolder: '/shared', archiveFolder: '/shared/archive', leaseMs: 1_000 },
    nats: { servers: ['nats://a:4222', 'nats://b:4222'], user: undefined },
  });
  expect(readConfig({ ...DESK, MARU_SHARD: '255', LEASE_MS: '400' })).toMatchObject({
    shard: 255,
    leaseMs: 400,
  });
});

test('a gateway needs the carrier alone', () => {
  expect(readConfig({ MARU_ROLE: 'gateway', NATS_URL: 'nats://a:4222' }).role).toBe('gateway');
});

test.each([
  ['an unknown role', { MARU_ROLE: 'office' }, 'MARU_ROLE must be one of all, gateway, desk, feed'],
  ['a gateway without the carrier', { MARU_ROLE: 'gateway' }, 'MARU_ROLE=gateway needs NATS_URL'],
  ['a desk without a database', { ...DESK, DATABASE_URL: '' }, 'MARU_ROLE=desk needs DATABASE_URL'],
  ['a desk with a folder of its own', { ...DESK, SHARED_DIR: '' }, 'MARU_ROLE=desk needs SHARED_DIR'],
  ['a feed without a database', { ...DESK, MARU_ROLE: 'feed', DATABASE_URL: '' }, 'needs DATABASE_URL'],
  ['a password in the address', { ...DESK, NATS_URL: 'nats://u:secret@a:4222' }, 'without a password'],
  ['no port', { ...DESK, NATS_URL: 'nats://a' }, 'NATS_URL must be a comma list'],
  ['another protocol', { ...DESK, NATS_URL: 'http://a:4222' }, 'NATS_URL must be a comma list'],
  [
    'TLS to an address, whose certificate cannot be compared',
    { ...DESK, NATS_URL: 'tls://10.0.0.1:4222' },
    'NATS_URL must have host names',
  ],
  [
    'two ways to sign in',
    { ...DESK, NATS_USER: 'u', NATS_CREDENTIALS: '/file' },
    'NATS_USER and NATS_CREDENTIALS exclude each other',
  ],
  ['half a certificate', { ...DESK, NATS_KEY: '/key' }, 'NATS_CERTIFICATE and NATS_KEY belong together'],
  ['a lease that is no number', { ...DESK, LEASE_MS: 'short' }, 'LEASE_MS must be'],
  ['a lease too short to renew', { ...DESK, LEASE_MS: '100' }, 'LEASE_MS must be'],
  ['a shard that is none', { ...DESK, MARU_SHARD: '256' }, 'MARU_SHARD must be'],
])('%s stops the start', (_name, env, message) => {
  expect(() => readConfig(env)).toThrow(BadSetting);
  expect(() => readConfig(env)).toThrow(message);
});

test('what a wrong setting says never has the password in it', () => {
  try {
    readConfig({ ...DESK, NATS_URL: 'nats://u:secret@a:4222' });
  } catch (fault) {
    expect(String(fault)).not.toContain('secret');
  }
});
