// When a gateway that hears nothing ends its live connections.
import { expect, test } from 'vitest';
import { endWhenSilent, SILENT_MS } from './silence.ts';

function watch() {
  let nowMs = 0;
  let isConnected = true;
  let ended = 0;
  let look: () => void = () => undefined;
  endWhenSilent({
    carrier: { isConnected: () => isConnected },
    realtime: { endAll: () => (ended += 1) },
    steadyMs: () => nowMs,
    every(_ms, call) {
      look = call;
      return () => undefined;
    },
  });
  return {
    ended: () => ended,
    after(ms: number, connected: boolean) {
      nowMs += ms;
      isConnected = connected;
      look();
    },
  };
}

test('connections stay while the carrier is there, and when it is away for a moment', () => {
  const { after, ended } = watch();
  after(60_000, true);
  after(SILENT_MS - 1, false);
  after(1, true);
  after(SILENT_MS - 1, false);
  expect(ended()).toBe(0);
});

test('connections are ended when the carrier stays away, also those that are opened then', () => {
  const { after, ended } = watch();
  after(100, true);
  after(SILENT_MS, false);
  expect(ended()).toBe(1);
  after(250, false);
  expect(ended()).toBe(2);
  after(250, true);
  expect(ended()).toBe(2);
});
