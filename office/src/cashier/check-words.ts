// A check of the server in words: what the drawer says of it, and the tag in the table where it needs a look.
import type { ReceivedReply } from '@maru/client/call';
import type { dnwQueue } from '@maru/contract/cashier/queue';
import type { Check } from '../parts/facts.tsx';
import { minuteOf, spanOf } from '../parts/moments.ts';
import { amountOf, moneyOf } from '../parts/money.ts';
import { words } from '../text/cashier.ts';

export type QueueRow = ReceivedReply<typeof dnwQueue>['content'][number];
type WireCheck = QueueRow['checks'][number];

const STATES = { PLAIN: 'good', AMBER: 'warn', RED: 'danger' } as const;
const text = words.check;

export const isOut = ({ type }: Pick<QueueRow, 'type'>): boolean => type === 'W' || type === 'WS';

interface Said {
  readonly title: string;
  readonly line?: string | undefined;
  /** Where the title is too long for the table. */
  readonly tag?: string;
}

function sayOf(check: WireCheck, row: QueueRow, now: number): Said {
  const { code, severity, value, against, atMillis } = check;
  const money = (amount: string | null) => amountOf(amount ?? '0', row.currency);
  const isPlain = severity === 'PLAIN';
  const ago = atMillis === null ? undefined : spanOf(now - atMillis);
  const when = atMillis === null || ago === undefined ? undefined : text.agoLine(minuteOf(atMillis), ago);
  const changed = (of: { readonly PLAIN: string; readonly AMBER: string }): Said => ({
    title: isPlain ? of.PLAIN : of.AMBER,
    line: when,
    tag: text.changedTag(of.AMBER, ago ?? ''),
  });
  switch (code) {
    case 'FIRST_TIME':
      return { title: isOut(row) ? text.FIRST_TIME.OUT : text.FIRST_TIME.IN, line: text.firstLine };
    case 'LARGE':
      return { title: text.LARGE, line: text.largeLine(money(against)) };
    case 'UNUSUAL_SIZE':
      return {
        title: isPlain ? text.UNUSUAL_SIZE.PLAIN : text.UNUSUAL_SIZE.AMBER,
        line: text.meanLine(money(against)),
      };
    case 'MORE_OUT_THAN_IN':
      return {
        title: Number(value) > Number(against) ? text.MORE_OUT_THAN_IN.MORE : text.MORE_OUT_THAN_IN.LESS,
        line: text.sumsLine(moneyOf(value ?? '0'), moneyOf(against ?? '0')),
      };
    case 'HOLDER_NAME':
      return {
        title: isPlain ? text.HOLDER_NAME.PLAIN : text.HOLDER_NAME.RED,
        line: text.nameLine(row.name, check.text ?? ''),
      };
    case 'NEW_PAYOUT':
      return changed(text.NEW_PAYOUT);
    case 'PASSWORD_CHANGED':
      return changed(text.PASSWORD_CHANGED);
    case 'PROTECTION_CHANGED':
      return changed(text.PROTECTION_CHANGED);
    case 'ACCOUNT_LOCKED':
      return { title: text.ACCOUNT_LOCKED, line: text.lockedLine };
    case 'OTHER_DEVICE':
      return isPlain
        ? { title: text.OTHER_DEVICE.PLAIN }
        : { title: text.OTHER_DEVICE.RED, line: text.deviceLine };
    case 'MARGIN':
      return {
        title: isPlain ? text.MARGIN.PLAIN : text.MARGIN.RED,
        line: text.marginLine(moneyOf(value ?? '0'), moneyOf(against ?? '0')),
      };
    case 'BONUS':
      return isPlain
        ? { title: text.BONUS.PLAIN }
        : { title: text.BONUS.RED, line: text.bonusLine(moneyOf(value ?? '0')) };
    case 'DAY_LIMIT':
      return {
        title: text.DAY_LIMIT[severity],
        line: text.limitLine(moneyOf(value ?? '0'), moneyOf(against ?? '0')),
      };
    case 'OWN_LIMIT':
      return {
        title: isPlain ? text.OWN_LIMIT.PLAIN : text.OWN_LIMIT.RED,
        line: text.limitLine(moneyOf(value ?? '0'), moneyOf(against ?? '0')),
      };
    case 'PAUSED':
      return {
        title: text.PAUSED,
        line: atMillis === null ? undefined : text.pausedLine(minuteOf(atMillis)),
      };
  }
}

/** What needs a look comes first, as serious as it is. */
export const shownChecks = (row: QueueRow, now: number): readonly Check[] =>
  row.checks.map((check) => {
    const { title, line } = sayOf(check, row, now);
    return { state: STATES[check.severity], title, line };
  });

export const checkTags = (row: QueueRow, now: number) =>
  row.checks
    .filter(({ severity }) => severity !== 'PLAIN')
    .map((check) => {
      const { title, tag = title } = sayOf(check, row, now);
      return {
        key: check.code,
        tone: check.severity === 'RED' ? ('danger' as const) : ('warn' as const),
        tag,
      };
    });

/** `출금`, `P2P 판매`. */
export function typeName({ type, channel }: Pick<QueueRow, 'type' | 'channel'>): string {
  const name = words.types[type] ?? type;
  return channel === 'p2p' ? words.p2p(name) : name;
}

export const walletName = (type: string): string => words.wallets[type] ?? type;
