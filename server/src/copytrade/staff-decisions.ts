// What every decision of staff about a trader has: the command, the terms as the log shows them, and the letter.
import { type Rate, rate, toDecimal } from '@maru/engine/amount';
import type { SetCopyTrader } from '@maru/engine/copytrade/commands';
import type { TraderStatus } from '@maru/engine/copytrade/state';
import type { Tx } from '../db/database.ts';
import { postMessage } from '../message/post-message.ts';
import type { Asker } from './parts.ts';

export interface StaffTerms {
  readonly quota: number;
  readonly shareRate: string;
  readonly followStock: readonly number[];
}

/** Of staff: without a session. */
export const setByStaff = (
  { site, player }: Asker,
  { quota, shareRate, followStock }: StaffTerms,
  more: Pick<SetCopyTrader, 'key'> & { readonly status: TraderStatus; readonly isAccepting: boolean },
) => ({
  kind: 'SET_COPY_TRADER' as const,
  ...{ site, player, quota, rate: rate(shareRate), pairs: followStock, ...more },
});

export const termsShown = ({
  quota,
  rate: share,
  pairs,
}: {
  quota: number;
  rate: Rate;
  pairs: readonly number[];
}): StaffTerms => ({ quota, shareRate: toDecimal(share), followStock: [...pairs] });

interface Told {
  readonly to: Asker;
  readonly title: { readonly ko: string; readonly en: string };
  readonly reason: string;
  readonly now: Parameters<typeof postMessage>[1]['now'];
}

export const tell = (tx: Tx, { to, title, reason, now }: Told) =>
  postMessage(tx, {
    ...{ ...to, kind: 'COPY', title, body: { ko: reason, en: reason }, link: '/copytrade/trading', now },
  });
