// The newest round that was tried on this device. Its token is what a sign-up takes the result over with.
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

/** Undefined when there is none, or when it is too old to be kept. */
export function storedTrial(storage: DeviceStorage, now: number): StoredTrial | undefined {
  const { token, type, acceptedMillis, closeMillis } = fieldsOf(parseStored(storage.getItem(KEY)));
  if (typeof token !== 'string' || typeof acceptedMillis !== 'number' || typeof closeMillis !== 'number')
    return undefined;
  if (Math.abs(now - acceptedMillis) >= DAY_MS || !isOneOf(['LONG', 'SHORT'] as const, type))
    return undefined;
  return { token, type, acceptedMillis, closeMillis };
}

export const storeTrial = (storage: DeviceStorage, trial: StoredTrial): void =>
  storage.setItem(KEY, JSON.stringify(trial));

export const forgetTrial = (storage: DeviceStorage): void => storage.removeItem(KEY);
