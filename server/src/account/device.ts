// Identifies the device of a request: by the key it stores, or, for clients without one, by its address and class.
import { hash } from 'node:crypto';
import type { DeviceClass } from '../http/serve.ts';
import { deviceName } from './device-name.ts';

export interface Device {
  /** A fingerprint, never the key itself. */
  readonly id: string;
  /** Present when the device sent a key: its refresh tokens then work with that key only. */
  readonly key: string | undefined;
  readonly class: DeviceClass;
  readonly ip: string;
  /** As its owner recognises it; empty when the browser does not say. */
  readonly name: string;
}

export const fingerprintOf = (text: string): string => hash('sha256', text, 'base64url');

/** The device that a call comes from. */
export function deviceOf({
  body: { deviceKey },
  device,
  ip,
  userAgent,
}: {
  readonly body: { readonly deviceKey?: string | undefined };
  readonly device: DeviceClass;
  readonly ip: string;
  readonly userAgent: string;
}): Device {
  const key = deviceKey === undefined ? undefined : fingerprintOf(`device ${deviceKey}`);
  const id = key ?? fingerprintOf(`address ${ip} ${device}`);
  return { id, key, class: device, ip, name: deviceName(userAgent) };
}
