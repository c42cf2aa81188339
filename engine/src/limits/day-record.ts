// The record of a day: what was set, what was used of it, and whether it was kept (docs/rules.md 6.11). It is one text
// without anything secret to us, so its member can keep it and compute its hash again.
import { toDecimal, ZERO } from '../amount.ts';
import { dayNumber, formatIsoDate } from '../market/calendar-date.ts';
import { bytesOfText, hexOf, sha256 } from '../sha256.ts';
import { koreanDate, type Millis } from '../time.ts';
import { standingOf, usedOf } from './standing.ts';
import { LIMIT_KINDS, type LimitKind, type PlayerLimits } from './state.ts';

const RULE_NAME = 'maru-limits-1';

export interface DayRecord {
  /** `limits|maru-limits-1 {site} {date}|{player}|LOSS {limit or -} {used}|…|{pause}` */
  readonly text: string;
  /** SHA-256 of the text, in hex. */
  readonly digest: string;
  /** Of which more was used than is set: an open position may lose more, and a limit may be set below what was used. */
  readonly exceeded: readonly LimitKind[];
}

export function dayRecord(own: PlayerLimits, now: Millis): DayRecord {
  const standing = standingOf(own, ZERO, now);
  const { limits, pause } = standing;
  const lines = LIMIT_KINDS.map((kind) => {
    const limit = limits[kind];
    return `${kind} ${limit === undefined ? '-' : toDecimal(limit.value)} ${toDecimal(usedOf(kind, standing))}`;
  });
  const date = formatIsoDate(dayNumber(koreanDate(now)));
  const text = ['limits', `${RULE_NAME} ${own.site} ${date}`, own.player, ...lines, pause].join('|');
  return {
    text,
    digest: hexOf(sha256(bytesOfText(text))),
    exceeded: LIMIT_KINDS.filter((kind) => {
      const limit = limits[kind];
      return limit !== undefined && usedOf(kind, standing) > limit.value;
    }),
  };
}
