// Moments as the office writes them: Korean time, whatever the machine's zone.
const KOREA = 'Asia/Seoul';

const parts = new Intl.DateTimeFormat('ko-KR', {
  timeZone: KOREA,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

function read(millis: number): Readonly<Record<string, string>> {
  return Object.fromEntries(parts.formatToParts(millis).map(({ type, value }) => [type, value]));
}

/** `2025.11.14 (금) 21:41:07` */
export function secondOf(millis: number): string {
  const { year, month, day, weekday, hour, minute, second } = read(millis);
  return `${year}.${month}.${day} (${weekday}) ${hour}:${minute}:${second}`;
}

/** `11.14 21:41` */
export function minuteOf(millis: number): string {
  const { month, day, hour, minute } = read(millis);
  return `${month}.${day} ${hour}:${minute}`;
}

/** `21:41:07` */
export function timeOf(millis: number): string {
  const { hour, minute, second } = read(millis);
  return `${hour}:${minute}:${second}`;
}

/** `2025-11-14`, as calls take a Korean day. */
export function dayOf(millis: number): string {
  const { year, month, day } = read(millis);
  return `${year}-${month}-${day}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long something has waited or been gone: `36분`, `3시간`, `5일`. */
export function spanOf(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.floor(ms / 1_000))}초`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}분`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)}시간`;
  return `${Math.floor(ms / DAY_MS)}일`;
}
