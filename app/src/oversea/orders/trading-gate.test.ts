import { expect, test } from 'vitest';
import { START, termsOf } from '../../oversea-double.ts';
import { gateOf, maySend } from './trading-gate.ts';

const NOW = START;
const MINUTE = 60_000;
const instrument = { isStop: 0, isRest: 0, isOpen: 1, terms: termsOf() } as const;
const seen = { instrument, now: NOW, tickAt: NOW - 1_000, isConnected: true };
const endsIn = (ms: number) => {
  const terms = termsOf();
  const session = terms.session && { ...terms.session, closesMillis: NOW + ms, endsMillis: NOW + ms };
  return { ...instrument, terms: { ...terms, session } };
};

test('a market in session with a recent price is open', () => {
  expect(gateOf(seen)).toEqual({ kind: 'open', isStale: false });
});

test('ten minutes before the end only reducing orders pass, a millisecond earlier all', () => {
  expect(gateOf({ ...seen, instrument: endsIn(10 * MINUTE) }).kind).toBe('reduceOnly');
  expect(gateOf({ ...seen, instrument: endsIn(10 * MINUTE + 1) }).kind).toBe('open');
});

test('a session that has ended is closed, though the list still has it as open', () => {
  expect(gateOf({ ...seen, instrument: endsIn(0) }).kind).toBe('closed');
  expect(gateOf({ ...seen, instrument: { ...instrument, isOpen: 0, isRest: 1 } }).kind).toBe('rest');
});

test('without the connection, the terms or permission nothing is sent', () => {
  expect(gateOf({ ...seen, isConnected: false }).kind).toBe('offline');
  expect(gateOf({ ...seen, instrument: { ...instrument, terms: null } }).kind).toBe('notOffered');
  expect(gateOf({ ...seen, instrument: { ...instrument, terms: termsOf({ mode: 'STOPPED' }) } }).kind).toBe(
    'stopped',
  );
});

test('with a stale price a limit may be placed, nothing else', () => {
  const gate = gateOf({ ...seen, tickAt: NOW - 5_001 });
  expect(gate).toEqual({ kind: 'open', isStale: true });
  expect(maySend(gate, { side: 'LONG', type: 'LIMIT' }, undefined)).toBe(true);
  expect(maySend(gate, { side: 'LONG', type: 'MARKET' }, undefined)).toBe(false);
  expect(maySend(gate, { side: 'LONG', type: 'STOPMARKET' }, undefined)).toBe(false);
});

test('a new price counts at once, though the list was read while there was none', () => {
  const read = { ...instrument, isStop: 1 } as const;
  expect(gateOf({ ...seen, instrument: read })).toEqual({ kind: 'open', isStale: false });
  expect(gateOf({ ...seen, instrument: read, tickAt: undefined })).toEqual({ kind: 'open', isStale: true });
});

test('near the end only the other side of the position can be pressed', () => {
  const gate = gateOf({ ...seen, instrument: endsIn(5 * MINUTE) });
  const position = { tradeType: 'LONG' } as const;
  expect(maySend(gate, { side: 'SHORT', type: 'MARKET' }, position)).toBe(true);
  expect(maySend(gate, { side: 'LONG', type: 'MARKET' }, position)).toBe(false);
  expect(maySend(gate, { side: 'SHORT', type: 'MARKET' }, undefined)).toBe(false);
});
