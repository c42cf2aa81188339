import type { Caller } from '@maru/client/call';
import { addPushDevice, pushDevices } from '@maru/contract/notification/calls';
import { beforeEach, expect, test } from 'vitest';
import { type PushEdges, pushState, reportAgain, switchOff, switchOn } from './push-subscription.ts';

let stored: Map<string, string>;
let asked: unknown[];
let subscription: PushSubscription | null;
let edges: PushEdges;
const MEMBER = 7;
const OTHER = 8;

const call = (async (which: unknown) => {
  asked.push(which);
  return { ok: true, reply: { publicKey: 'the key', devices: [] } };
}) as unknown as Caller;

beforeEach(() => {
  stored = new Map();
  asked = [];
  subscription = null;
  const made = {
    endpoint: 'https://push.example/one',
    toJSON: () => ({ endpoint: 'https://push.example/one', keys: { p256dh: 'p', auth: 'a' } }),
    async unsubscribe() {
      subscription = null;
      return true;
    },
  } as unknown as PushSubscription;
  const pushManager = {
    async subscribe() {
      subscription = made;
      return made;
    },
    getSubscription: async () => subscription,
  } as unknown as PushManager;
  edges = {
    registration: async () => ({ pushManager }),
    requestPermission: async () => 'granted',
    deviceName: 'Chrome',
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
  };
});

test('the next sign-in of the same member asks again, because pushes ended with the one before', async () => {
  expect(await switchOn(edges, call, MEMBER)).toBe('on');
  expect(asked).toEqual([pushDevices, addPushDevice]);
  await reportAgain(edges, call, MEMBER);
  expect(asked.slice(2)).toEqual([addPushDevice]);
});

test('another member who signs in on this browser gets nothing before they switch it on', async () => {
  await switchOn(edges, call, MEMBER);
  asked = [];
  expect(await pushState(edges, OTHER)).toBe('off');
  await reportAgain(edges, call, OTHER);
  expect(asked).toEqual([]);
  expect(await switchOn(edges, call, OTHER)).toBe('on');
  expect(await pushState(edges, MEMBER)).toBe('off');
});

test('switched off, nothing is asked for again', async () => {
  await switchOn(edges, call, MEMBER);
  await switchOff(edges, call);
  asked = [];
  await reportAgain(edges, call, MEMBER);
  expect(asked).toEqual([]);
  expect(await pushState(edges, MEMBER)).toBe('off');
});
