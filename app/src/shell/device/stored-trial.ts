// The rounds that were tried on this device. Their tokens are what a sign-up takes the results over with: all of them,
// won and lost.
import type { ReceivedReply } from '@maru/client/call';
import type { tryRound } from '@maru/contract/trial/calls';
import { DAY_MS } from '@maru/engine/time';
import type { DeviceStorage } from './device.tsx';
import { fieldsOf, isOneOf, parseStored } from './stored-json.ts';

export type StoredTrial = Pick<
  ReceivedReply<typeof tryRound>,
  'token' | 'type' | 'acceptedMillis' | 'closeMillis'
>;

const KEY = 'trial';
/** As many as a sign-up takes; the newest. */
const MOST = 10;

function trialOf(stored: unknown): StoredTrial | undefined {
  const { token, type, acceptedMillis, closeMillis } = fieldsOf(stored);
  return typeof token === 'string' &&
    typeof acceptedMillis === 'number' &&
    typeof closeMillis === 'number' &&
    isOneOf(['LONG', 'SHORT'] as const, type)
    ? { token, type, acceptedMillis, closeMillis }
    : undefined;
}

function readAll(storage: DeviceStorage): readonly StoredTrial[] {
  const stored = parseStored(storage.getItem(KEY));
  return (Array.isArray(stored) ? stored : []).flatMap((each) => trialOf(each) ?? []);
}

/** Oldest first, without those that are too old to be kept. */
export const storedTrials = (storage: DeviceStorage, now: number): readonly StoredTrial[] =>
  readAll(storage).filter(({ acceptedMillis }) => Math.abs(now - acceptedMillis) < DAY_MS);

export const newestTrial = (storage: DeviceStorage, now: number): StoredTrial | undefined =>
  storedTrials(storage, now).at(-1);

export const storeTrial = (storage: DeviceStorage, trial: StoredTrial): void =>
  storage.setItem(KEY, JSON.stringify([...readAll(storage), trial].slice(-MOST)));

export const forgetTrial = (storage: DeviceStorage, { token }: Pick<StoredTrial, 'token'>): void =>
  storage.setItem(KEY, JSON.stringify(readAll(storage).filter((each) => each.token !== token)));

export const forgetTrials = (storage: DeviceStorage): void => storage.removeItem(KEY);
