import { expect, test } from 'vitest';
import { addressesOf, addressFault, placeOf } from './server-addresses.ts';

test('an address of one server stays as it is, character by character', () => {
  for (const url of [
    'postgres://maru@127.0.0.1:5432/maru',
    'postgresql://u:p%2Cw@db.example.com/maru?sslmode=verify-full',
    'postgres://u:a,b@db.example.com/maru',
    'postgres:///maru?host=/var/run/postgresql',
  ])
    expect(addressesOf(url)).toEqual([url]);
});

test('of several servers each gets the account, the database and the settings of the address', () => {
  expect(addressesOf('postgres://u:p,@w@h1:5433,h2,[::1]:5432/maru?sslmode=verify-full')).toEqual([
    'postgres://u:p,@w@h1:5433/maru?sslmode=verify-full',
    'postgres://u:p,@w@h2/maru?sslmode=verify-full',
    'postgres://u:p,@w@[::1]:5432/maru?sslmode=verify-full',
  ]);
});

test('the place of a server has neither its account nor its password', () => {
  expect(placeOf('postgres://u:secret@h2/maru')).toBe('h2:5432');
});

test.each([
  ['postgres://u:secret@h1,/maru', 'host 2 of 2 cannot be read'],
  ['postgres://u:secret@h1:99999,h2/maru', 'host 1 of 2 cannot be read'],
  ['postgres://u:secret@h1,h2/maru?host=h3', 'several hosts stand before the path, not in the query'],
  [
    'postgres://u:secret@h1,h2/maru?target_session_attrs=any',
    'target_session_attrs can only be read-write or primary',
  ],
  // A password with a slash that was not written as %2F ends the hosts, and its parts would look like hosts.
  ['postgres://u:sec,ret/more@h1/maru', 'host 1 of 2 cannot be read'],
])('%s is refused without its password in the reason', (url, reason) => {
  expect(addressFault(url)).toBe(reason);
});

test('the usual ways to write several servers are taken', () => {
  for (const url of [
    'postgres://u:pw@h1:5432,h2:5432/maru?sslmode=verify-full',
    'postgresql://h1,h2/maru?target_session_attrs=read-write',
    'postgres://u@[::1]:5432,[::2]:5432/maru',
  ])
    expect(addressFault(url)).toBeUndefined();
});
