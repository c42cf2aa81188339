// How a provider proves that a report is its own and new: an HMAC over the time and the exact bytes of the body. A report
// is never parsed before its signature was right.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Millis, SECOND_MS } from '@maru/engine/time';

export const TIMESTAMP_HEADER = 'x-provider-timestamp';
export const SIGNATURE_HEADER = 'x-provider-signature';

/** A report that is older or newer was recorded by somebody, or comes from a wrong clock. */
const TOLERANCE_MS = 300 * SECOND_MS;

export interface SignedReport {
  readonly body: Uint8Array;
  readonly timestamp: string;
  readonly signature: string;
}

/** Each provider has a key of its own, so that none can speak for another. */
export const providerKey = (secret: string, provider: string): Uint8Array =>
  createHmac('sha256', secret).update(`provider ${provider}`).digest();

const signatureOf = (
  key: Uint8Array,
  { body, timestamp }: Pick<SignedReport, 'body' | 'timestamp'>,
): string => createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex');

export function isSigned(key: Uint8Array, report: SignedReport, now: Millis): boolean {
  const { timestamp, signature } = report;
  if (!/^[1-9]\d{0,14}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const expected = Buffer.from(signatureOf(key, report), 'hex');
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return false;
  return Math.abs(now - Number(timestamp)) <= TOLERANCE_MS;
}

export function signed(key: Uint8Array, body: Uint8Array, now: Millis): SignedReport {
  const timestamp = String(now);
  return { body, timestamp, signature: signatureOf(key, { body, timestamp }) };
}
