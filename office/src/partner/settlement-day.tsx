// One Korean day of shares: what would be confirmed up to its end, and its single rows, which can be voided while they are
// accrued.
import type { ReceivedReply } from '@maru/client/call';
import {
  confirmSettlement,
  previewSettlement,
  type settlementDays,
  settlementRows,
  voidProfit,
} from '@maru/contract/partner/settlement';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Facts, Notice, Tag } from '../parts/facts.tsx';
import { minuteOf } from '../parts/moments.ts';
import { amountOf } from '../parts/money.ts';
import { Drawer, DrawerSection } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { usePages } from '../shell/use-pages.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/settlement.ts';
import { type Preview, SettlementPreview } from './settlement-preview.tsx';
import { computedOf, detailOf, type ShareRow, sumsText, TONES } from './settlement-words.ts';

export type Day = ReceivedReply<typeof settlementDays>['content'][number];

interface Props {
  readonly day: Day;
  readonly nextMillis: number;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function SettlementDay({ day: { date, isRunning }, nextMillis, onChanged, onClose }: Props) {
  const may = useMay();
  const preview = useRead(previewSettlement, isRunning ? null : { throughDate: date });
  const rows = usePages(settlementRows, { fromDate: date, toDate: date }, { cursorOf: 'NEXT' });
  const [isAsking, setAsking] = useState(false);
  const [voided, setVoided] = useState<ShareRow>();
  const waiting = preview.data?.waiting ?? null;
  const canAsk = !isRunning && waiting === null && (preview.data?.sums.length ?? 0) > 0;
  const changed = () => {
    void preview.reload();
    void rows.reload();
    onChanged();
  };
  return (
    <Drawer
      label={date}
      onClose={onClose}
      head={<h2 className="books-section__title figure">{date}</h2>}
      actions={
        may('MONEY_GRANT') ? (
          <Button kind="primary" takesTwo hotkey="c" disabled={!canAsk} onPress={() => setAsking(true)}>
            {words.confirm}
          </Button>
        ) : undefined
      }
    >
      {isRunning && <Notice>{words.isRunning(minuteOf(nextMillis))}</Notice>}
      {waiting !== null && <Notice tone="warn">{words.waiting(waiting)}</Notice>}
      {preview.fault !== undefined && <Notice tone="danger">{preview.fault.message}</Notice>}
      {!isRunning && (preview.data !== undefined || preview.fault === undefined) && (
        <SettlementPreview preview={preview.data} />
      )}
      <DrawerSection title={words.dayRows}>
        <DataTable
          label={words.dayRows}
          isSmall
          rows={rows.rows}
          keyOf={({ id }) => id}
          isLoading={rows.isLoading}
          empty={rows.fault?.message ?? words.noRows}
          hasMore={rows.hasMore}
          onMore={() => void rows.more()}
          columns={[
            { head: words.partner, cell: ({ partnerCode }) => <b className="figure">{partnerCode}</b> },
            {
              head: words.detail,
              cell: (row) => (
                <span className="text-stack settlement__detail">
                  <span>{detailOf(row)}</span>
                  <span className="books-quiet figure">{computedOf(row)}</span>
                </span>
              ),
            },
            {
              head: words.amount,
              align: 'right',
              cell: ({ amount, currency }) => <span className="figure">{amountOf(amount, currency)}</span>,
            },
            {
              head: words.state,
              align: 'right',
              cell: (row) =>
                row.status === 'ACCRUED' && !row.isRunning && may('MONEY_DECIDE') ? (
                  <Button size="small" kind="danger" onPress={() => setVoided(row)}>
                    {words.void}
                  </Button>
                ) : (
                  <Tag tone={TONES[row.status]}>{words.states[row.status]}</Tag>
                ),
            },
          ]}
        />
      </DrawerSection>
      {isAsking && preview.data !== undefined && (
        <AskDialog date={date} preview={preview.data} onClose={() => setAsking(false)} onDone={changed} />
      )}
      {voided !== undefined && (
        <VoidDialog row={voided} onClose={() => setVoided(undefined)} onDone={changed} />
      )}
    </Drawer>
  );
}

interface AskProps {
  readonly date: string;
  readonly preview: Preview;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function AskDialog({ date, preview, onClose, onDone }: AskProps) {
  const office = useOffice();
  const asking = useAct(confirmSettlement);
  async function send(reason: string): Promise<void> {
    const sums = preview.sums.map(({ currency, amount }) => ({ currency, amount }));
    const outcome = await asking.act({ throughDate: date, sums, reason });
    if (outcome.ok) office.toast('good', words.asked);
    onDone();
    onClose();
  }
  return (
    <ReasonDialog
      open
      title={words.confirmTitle(date)}
      confirm={words.confirm}
      takesTwo
      busy={asking.isBusy}
      hint={words.confirmHint}
      onClose={onClose}
      onConfirm={(reason) => void send(reason)}
    >
      <p>{words.confirmSentence}</p>
      <Facts
        facts={preview.sums.map(({ currency, amount, partners }) => ({
          label: words.sum(currency, partners),
          value: <b>{amountOf(amount, currency)}</b>,
        }))}
      />
    </ReasonDialog>
  );
}

interface VoidProps {
  readonly row: ShareRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function VoidDialog({ row: { partnerId, partnerCode, date, currency }, onClose, onDone }: VoidProps) {
  const office = useOffice();
  const voiding = useAct(voidProfit);
  async function send(reason: string): Promise<void> {
    const outcome = await voiding.act({ partnerId, date, currency, reason });
    if (outcome.ok) office.toast('good', words.voided(outcome.reply.rows, sumsText(outcome.reply.sums)));
    onDone();
    onClose();
  }
  return (
    <ReasonDialog
      open
      title={words.voidTitle(partnerCode, date)}
      confirm={words.void}
      kind="danger"
      busy={voiding.isBusy}
      hint={words.voidHint}
      onClose={onClose}
      onConfirm={(reason) => void send(reason)}
    >
      <p>{words.voidSentence(currency)}</p>
    </ReasonDialog>
  );
}
