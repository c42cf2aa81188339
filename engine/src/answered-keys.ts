// The first answers to idempotency keys. Every key is known for at least a day: the newest with their answers in memory,
// the others only by a short fingerprint here and in full in the tables. What they take is bounded by bytes per player, and a
// command whose key no longer fits is refused: forgetting a key early would let its command take effect twice.
import type { FirstAnswer, Player } from './book.ts';
import type { CommandKey } from './command.ts';
import { HOUR_MS, type Millis, millis } from './time.ts';

/** Counted in whole hours, so that the sum needs no list of every key: a key is known for 24 to 25 hours. */
const KEY_HOURS = 24;
/** Keys and fingerprints of one player with what storing them costs: some fifteen thousand commands a day. */
export const KEY_BYTES_MOST = 2 * 1024 * 1024;
/** Answers of each player that stay in memory; the others are left to the tables. */
export const ANSWERS_IN_MEMORY = 32;
const KEY_OVERHEAD_BYTES = 64;
/** At least what the largest key of the contract (64 characters) takes with its fingerprint (32) and the overhead. */
const LARGEST_KEY_BYTES = 192;

export interface OlderKeys {
  /** The newest event among them: a lookup in the tables before this event may have missed a key. */
  upTo: number;
  bytes: number;
  /** Oldest first. A list, because every command scans it. */
  hours: readonly OlderHour[];
}

interface OlderHour {
  readonly hour: number;
  bytes: number;
  readonly keyHashes: Set<number>;
}

const hourOf = (at: number): number => Math.floor(at / HOUR_MS);

/** Keys that were answered before this are forgotten. */
export const keysSince = (now: Millis): Millis => millis((hourOf(now) - KEY_HOURS) * HOUR_MS);

const costOf = ({ key, fingerprint }: CommandKey): number =>
  key.length + fingerprint.length + KEY_OVERHEAD_BYTES;

/** FNV-1a. Two keys with the same hash only cost a query of the tables. */
function keyHash(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  // Small enough that a Set stores it without allocating an object.
  return (hash ^ (hash >>> 30)) & 0x3fffffff;
}

/** `IN_TABLES`: only the tables know whether this key was answered. */
export function findKey(player: Player, key: string, now: Millis): FirstAnswer | 'IN_TABLES' | undefined {
  const since = keysSince(now);
  const answer = player.answers.get(key);
  if (answer !== undefined && answer.at >= since) return answer;
  if (player.olderKeys === undefined) return undefined;
  const fingerprint = keyHash(key);
  for (const { hour, keyHashes } of player.olderKeys.hours)
    if (keyHashes.has(fingerprint) && hour * HOUR_MS >= since) return 'IN_TABLES';
  return undefined;
}

/** Whether another key of the player no longer fits. */
export function isFullOfKeys(player: Player, added: CommandKey, now: Millis): boolean {
  const atMost = player.answers.size * LARGEST_KEY_BYTES + (player.olderKeys?.bytes ?? 0);
  if (atMost + costOf(added) <= KEY_BYTES_MOST) return false;
  const since = keysSince(now);
  let bytes = costOf(added);
  for (const [key, { fingerprint, at }] of player.answers)
    if (at >= since) bytes += costOf({ key, fingerprint });
  for (const older of player.olderKeys?.hours ?? []) if (older.hour * HOUR_MS >= since) bytes += older.bytes;
  return bytes > KEY_BYTES_MOST;
}

export function rememberAnswer(player: Player, key: string, answer: FirstAnswer): void {
  // A map keeps a known key in its old place: without this, an answer given again would count as the oldest.
  if (player.answers.has(key)) player.answers.delete(key);
  player.answers.set(key, answer);
  forgetExpired(player, answer.at);
}

/** Oldest first, by the event's own time. */
function forgetExpired(player: Player, now: Millis): void {
  const since = keysSince(now);
  for (const [key, { at }] of player.answers) {
    if (at >= since) break;
    player.answers.delete(key);
  }
  const { olderKeys } = player;
  const oldest = olderKeys?.hours[0];
  if (olderKeys === undefined || oldest === undefined || oldest.hour * HOUR_MS >= since) return;
  olderKeys.hours = olderKeys.hours.filter(({ hour }) => hour * HOUR_MS >= since);
  olderKeys.bytes = olderKeys.hours.reduce((sum, { bytes }) => sum + bytes, 0);
  if (olderKeys.hours.length === 0) player.olderKeys = undefined;
}

/**
 * Leaves the answers of the oldest keys to the tables, down to so many in memory. Only of events up to `upTo`, which the
 * tables are known to have.
 */
export function leaveToTables(player: Player, most: number, upTo: number): void {
  for (const [key, answer] of player.answers) {
    if (player.answers.size <= most || answer.event > upTo) return;
    player.answers.delete(key);
    addOlder(player, key, answer);
  }
}

/** Keys that were answered within one hour, as the tables have them. */
export interface HourOfKeys {
  /** Any time of that hour. */
  readonly at: Millis;
  readonly keys: readonly string[];
  /** Characters of their fingerprints together. */
  readonly fingerprintLength: number;
  readonly newestEvent: number;
}

/** What memory has of keys whose answers are in the tables, for a player who is loaded. `rows` in any order. */
export function olderKeysOf(rows: readonly HourOfKeys[]): OlderKeys | undefined {
  if (rows.length === 0) return undefined;
  const hours = new Map<number, OlderHour>();
  let upTo = 0;
  for (const { at, keys, fingerprintLength, newestEvent } of rows.toSorted((a, b) => a.at - b.at)) {
    const hour = hourOf(at);
    const older = hours.get(hour) ?? { hour, bytes: 0, keyHashes: new Set() };
    hours.set(hour, older);
    for (const key of keys) older.keyHashes.add(keyHash(key));
    const keyLength = keys.reduce((sum, key) => sum + key.length, 0);
    older.bytes += keyLength + fingerprintLength + keys.length * KEY_OVERHEAD_BYTES;
    upTo = Math.max(upTo, newestEvent);
  }
  const bytes = [...hours.values()].reduce((sum, older) => sum + older.bytes, 0);
  return { upTo, bytes, hours: [...hours.values()] };
}

function addOlder(player: Player, key: string, { fingerprint, event, at }: FirstAnswer): void {
  player.olderKeys ??= { upTo: 0, bytes: 0, hours: [] };
  const { olderKeys } = player;
  const hour = hourOf(at);
  // Answers leave memory oldest first.
  let older = olderKeys.hours.at(-1);
  if (older?.hour !== hour) {
    older = { hour, bytes: 0, keyHashes: new Set() };
    olderKeys.hours = [...olderKeys.hours, older];
  }
  const bytes = costOf({ key, fingerprint });
  older.keyHashes.add(keyHash(key));
  older.bytes += bytes;
  olderKeys.bytes += bytes;
  olderKeys.upTo = Math.max(olderKeys.upTo, event);
}
