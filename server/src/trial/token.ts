// The token of a tried round: what was chosen and when, signed. Until somebody signs up with it, the round exists
// nowhere else.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Side } from '@maru/engine/binary/events';
import { type SiteId, siteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';

export interface Trial {
  /** Random, so that rounds of one moment differ. */
  readonly id: number;
  readonly site: SiteId;
  readonly side: Side;
  readonly acceptedAt: Millis;
}

const FORM = /^([1-9]\d{0,15})\.([1-9]\d{0,9})\.(UP|DOWN)\.([1-9]\d{12})\.([\w-]{43})$/;

const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`trial ${text}`).digest('base64url');

export function trialTokenOf(secret: string, { id, site, side, acceptedAt }: Trial): string {
  const text = `${id}.${site}.${side}.${acceptedAt}`;
  return `${text}.${signatureOf(secret, text)}`;
}

/** Undefined unless it is a token that this server made. */
export function readTrialToken(secret: string, token: string): Trial | undefined {
  const found = FORM.exec(token);
  if (found === null) return undefined;
  const [, id, site, side, acceptedAt, signature = ''] = found;
  const expected = signatureOf(secret, token.slice(0, -signature.length - 1));
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined;
  return {
    id: Number(id),
    site: siteId(Number(site)),
    side: side === 'UP' ? 'UP' : 'DOWN',
    acceptedAt: millis(Number(acceptedAt)),
  };
}
