// A row of the history in words: what it was, how it went, and with whom.
import type { DnwRow } from '@maru/contract/cashier/wire';
import { cashierHistoryWords } from '../../text/cashier-history.ts';
import { useWords } from '../../text/language.tsx';
import type { IconName } from '../../ui/icons/icons.ts';
import { useWalletName } from '../wallets/wallet-names.ts';

export const rowIcons: Readonly<Record<DnwRow['type'], IconName>> = {
  D: 'download',
  W: 'send',
  WB: 'transfer',
  WS: 'transfer',
  TI: 'download',
  TO: 'send',
  CI: 'flip',
  CO: 'flip',
  E: 'close',
  C: 'check',
  B: 'gift',
  PB: 'gift',
  PM: 'minus',
};

interface RowWords {
  typeOf(row: DnwRow): string;
  /** Undefined where it is simply done. */
  statusOf(row: DnwRow): string | undefined;
  channelOf(row: DnwRow): string;
  /** `계좌이체`, `USDT → 해외선물`, `maru_friend`. */
  detailOf(row: DnwRow): string;
}

export function useRowWords(): RowWords {
  const words = useWords(cashierHistoryWords);
  const walletName = useWalletName();
  const channelOf = ({ channel }: DnwRow) =>
    words.channels[channel as keyof typeof words.channels] ?? channel;
  return {
    typeOf: ({ type }) => words.types[type],
    statusOf: ({ status, type }) => (status === 1 || type === 'E' ? undefined : words.statuses[status]),
    channelOf,
    detailOf(row) {
      switch (row.type) {
        case 'CO':
          return `${walletName(row.walletType)} → ${walletName(row.counterpart)}`;
        case 'CI':
          return `${walletName(row.counterpart)} → ${walletName(row.walletType)}`;
        case 'E':
          return row.reason === '' ? words.undone : row.reason;
        case 'B':
        case 'PB':
        case 'PM':
        case 'C':
          return row.reason;
        case 'TI':
        case 'TO':
          return row.counterpart;
        case 'D':
        case 'W':
        case 'WB':
        case 'WS':
          return row.counterpart === '' ? channelOf(row) : row.counterpart;
      }
    },
  };
}
