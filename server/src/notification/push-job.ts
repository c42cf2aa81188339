// A notification as a web push to one device: its words, how urgent it is, and how long it is worth delivering.
import type { Category, WireNotification } from '@maru/contract/notification/calls';
import { notificationText } from '@maru/contract/notification/words';
import type { Instrument } from '@maru/engine/market/instrument';
import type { SiteId } from '@maru/engine/purse';
import type { PushDevice } from './device-store.ts';
import type { PushJob } from './webpush/sender.ts';

const HOUR_SECONDS = 3_600;
export const NOTICE_TTL_SECONDS = 24 * HOUR_SECONDS;

const TTL_SECONDS: Readonly<Record<Category, number>> = {
  RISK: HOUR_SECONDS,
  PRICE: HOUR_SECONDS,
  ECONOMIC: HOUR_SECONDS,
  FILL: 12 * HOUR_SECONDS,
  ROUND: 12 * HOUR_SECONDS,
  COPY: 12 * HOUR_SECONDS,
  DNW: 24 * HOUR_SECONDS,
  NOTICE: NOTICE_TTL_SECONDS,
};

/** Danger for money is soon over, but copies that nobody mirrors stay open. */
const DETACHED_TTL_SECONDS = 24 * HOUR_SECONDS;
export const LATE_DETACHED_MS = DETACHED_TTL_SECONDS * 1_000;

const ttlOf = ({ category, content }: WireNotification): number =>
  content.kind === 'FOLLOW_DETACHED' ? DETACHED_TTL_SECONDS : TTL_SECONDS[category];

const URGENT: ReadonlySet<Category> = new Set(['RISK', 'PRICE', 'ECONOMIC']);

const urgencyOf = (category: Category) =>
  URGENT.has(category) ? 'high' : category === 'NOTICE' ? 'low' : 'normal';

/** Of danger only the newest matters. A topic has at most 32 letters, digits, `-` and `_`. */
const topicOf = ({ category, content }: WireNotification): string | undefined =>
  category === 'RISK' && content.kind === 'WARNED' ? `risk-${content.stock}`.slice(0, 32) : undefined;

/** What a text names that is not in its notification. */
export interface PushNames {
  readonly byCode: ReadonlyMap<string, Instrument>;
  readonly currencyOf?: ((site: SiteId, wallet: string) => string | undefined) | undefined;
}

/** What the service worker shows (`app/src/shell/updates/push-message.ts`). */
function contentFor(
  { id, category, at, path, content }: WireNotification,
  { language, site }: Pick<PushDevice, 'language' | 'site'>,
  { byCode, currencyOf }: PushNames,
): string {
  const { title, line, figure } = notificationText(content, {
    language,
    describe(stock) {
      const found = byCode.get(stock);
      return found && { name: language === 'ko' ? found.koName : found.enName, precision: found.precision };
    },
    currencyOf: (wallet) => currencyOf?.(site, wallet),
  });
  const body = figure === undefined ? line : `${line} · ${figure}`;
  return JSON.stringify({ id, category, at, path: path ?? '/more/notifications', title, body });
}

export const pushJob = (
  notification: WireNotification,
  device: Pick<PushDevice, 'id' | 'site' | 'endpoint' | 'p256dh' | 'auth' | 'language' | 'failures'>,
  names: PushNames,
): PushJob => ({
  device: device.id,
  endpoint: device.endpoint,
  p256dh: device.p256dh,
  auth: device.auth,
  content: contentFor(notification, device, names),
  ttlSeconds: ttlOf(notification),
  urgency: urgencyOf(notification.category),
  topic: topicOf(notification),
  isFailing: device.failures > 0,
});
