// Identifies the device of a request: by the key it stores, or, for clients without one, by its address and class.
import { hash } from 'node:crypto';
import type { DeviceClass } from '../http/serve.ts';

export interface Device {
  /** A fingerprint, never the key itself. */
  readonly id: string;
  /** Present when the device sent a key: its refresh tokens then work with that key only. */
  readonly key: string | undefined;
  readonly class: DeviceClass;
  readonly ip: string;
}

export const fingerprintOf = (text: string): string => hash('sha256', text, 'base64url');

/** The device that a call comes from. */
export function deviceOf({
  body: { deviceKey },
  device,
  ip,
}: {
  readonly body: { readonly deviceKey?: string | undefined };
  readonly device: DeviceClass;
  readonly ip: string;
}): Device {
  const key = deviceKey === undefined ? undefined : fingerprintOf(`device ${deviceKey}`);
  return { id: key ?? fingerprintOf(`address ${ip} ${device}`), key, class: device, ip };
}
