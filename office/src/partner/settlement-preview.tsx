// What confirming up to a day would do: one line for each partner and wallet, with exact sums. Whoever asks and whoever
// approves see the same.

import type { ReceivedReply } from '@maru/client/call';
import type { previewSettlement } from '@maru/contract/partner/settlement';
import { walletName } from '../cashier/check-words.ts';
import { DataTable } from '../parts/data-table.tsx';
import { Facts, Notice, Tag } from '../parts/facts.tsx';
import { amountOf, isNegative } from '../parts/money.ts';
import { DrawerSection } from '../parts/panel.tsx';
import { words } from '../text/settlement.ts';
import './settlement.css';

export type Preview = ReceivedReply<typeof previewSettlement>;

/** `11.12 – 11.14`, or one day. */
export const daysText = (from: string, through: string): string => {
  const short = (date: string) => date.slice(5).replace('-', '.');
  return from === through ? short(from) : `${short(from)} – ${short(through)}`;
};

export function SettlementPreview({ preview }: { readonly preview: Preview | undefined }) {
  const { content = [], sums = [], held = [], hasMore = false } = preview ?? {};
  return (
    <DrawerSection title={words.preview}>
      <Facts
        facts={[
          ...sums.map(({ currency, amount, partners }) => ({
            label: words.sum(currency, partners),
            value: <b>{amountOf(amount, currency)}</b>,
          })),
          ...held.map(({ currency, amount }) => ({
            label: words.heldSum(currency),
            value: amountOf(amount, currency),
          })),
        ]}
      />
      {held.length > 0 && <Notice>{words.heldNote}</Notice>}
      {hasMore && <Notice>{words.manyLines}</Notice>}
      <DataTable
        label={words.lines}
        isSmall
        rows={content}
        keyOf={({ partnerId, wallet, currency }) => `${partnerId} ${wallet} ${currency}`}
        isLoading={preview === undefined}
        empty={words.noLines}
        columns={[
          {
            head: words.partner,
            cell: ({ code, name }) => (
              <span className="settlement__who">
                <b className="figure">{code}</b> {name}
              </span>
            ),
          },
          {
            head: words.period,
            cell: ({ fromDate, throughDate }) => (
              <span className="figure">{daysText(fromDate, throughDate)}</span>
            ),
          },
          { head: words.wallet, cell: ({ wallet }) => (wallet === null ? words.never : walletName(wallet)) },
          {
            head: words.amount,
            align: 'right',
            cell: ({ amount, currency, isHeld }) => (
              <>
                {isHeld && <Tag>{words.held}</Tag>}{' '}
                <span className={isNegative(amount) ? 'figure tone--danger' : 'figure'}>
                  {amountOf(amount, currency)}
                </span>
              </>
            ),
          },
        ]}
      />
    </DrawerSection>
  );
}
