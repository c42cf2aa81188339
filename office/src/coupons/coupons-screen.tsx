// Coupons: issued by two people, listed, and stopped by one.
import type { ReceivedReply } from '@maru/client/call';
import { couponList, endCoupon } from '@maru/contract/cashier/office';
import { useState } from 'react';
import { walletName } from '../cashier/check-words.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Tag, type Tone } from '../parts/facts.tsx';
import { minuteOf } from '../parts/moments.ts';
import { amountOf, moneyOf } from '../parts/money.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { usePages } from '../shell/use-pages.ts';
import { words } from '../text/coupons.ts';
import { IssueDialog } from './issue-dialog.tsx';

type Coupon = ReceivedReply<typeof couponList>['content'][number];
type State = keyof typeof words.states;

const TONES: Readonly<Record<State, Tone>> = {
  ...{ WAITS: 'brass', LIVE: 'up', OVER: 'plain', USED: 'plain', ENDED: 'danger' },
};

function stateOf({ fromMillis, untilMillis, endedMillis, used, uses }: Coupon, now: number): State {
  if (endedMillis !== null) return endedMillis >= untilMillis ? 'OVER' : 'ENDED';
  if (now >= untilMillis) return 'OVER';
  if (used >= uses) return 'USED';
  return now < fromMillis ? 'WAITS' : 'LIVE';
}

export function Screen() {
  const office = useOffice();
  const may = useMay();
  const coupons = usePages(couponList, {});
  const ending = useAct(endCoupon);
  const [isIssuing, setIssuing] = useState(false);
  const [stopped, setStopped] = useState<Coupon>();
  const now = office.timers.now();

  async function end(): Promise<void> {
    if (stopped === undefined) return;
    const outcome = await ending.act({ couponId: stopped.id });
    setStopped(undefined);
    if (outcome.ok) office.toast('good', words.ended);
    await coupons.reload();
  }
  return (
    <Page
      title={words.title}
      tools={
        may('MONEY_GRANT') && (
          <Button kind="primary" size="small" icon="plus" takesTwo onPress={() => setIssuing(true)}>
            {words.issue}
          </Button>
        )
      }
    >
      <Panel isFlush fills>
        <DataTable
          label={words.table}
          rows={coupons.rows}
          keyOf={({ id }) => id}
          isLoading={coupons.isLoading}
          empty={words.empty}
          hasMore={coupons.hasMore}
          onMore={() => void coupons.more()}
          columns={[
            { head: words.columns.code, cell: ({ hint }) => <b>{words.hint(hint)}</b> },
            {
              head: words.columns.point,
              align: 'right',
              cell: ({ point, currency }) => <b className="figure">{amountOf(point, currency)}</b>,
            },
            {
              head: words.columns.wallets,
              isExtra: true,
              cell: ({ walletTypes }) => walletTypes.map(walletName).join(', '),
            },
            {
              head: words.columns.used,
              align: 'right',
              cell: ({ used, uses }) => <span className="figure">{words.used(used, uses)}</span>,
            },
            {
              head: words.columns.turnover,
              isExtra: true,
              cell: ({ turnover }) => words.turnover(moneyOf(turnover)),
            },
            { head: words.columns.from, isExtra: true, cell: ({ fromMillis }) => minuteOf(fromMillis) },
            { head: words.columns.until, isExtra: true, cell: ({ untilMillis }) => minuteOf(untilMillis) },
            {
              head: words.columns.state,
              cell: (row) => <Tag tone={TONES[stateOf(row, now)]}>{words.states[stateOf(row, now)]}</Tag>,
            },
            {
              head: words.columns.act,
              cell: (row) =>
                row.endedMillis === null &&
                may('MONEY_GRANT') && (
                  <Button size="small" kind="danger" onPress={() => setStopped(row)}>
                    {words.end}
                  </Button>
                ),
            },
          ]}
        />
      </Panel>
      <IssueDialog open={isIssuing} onClose={() => setIssuing(false)} />
      <ConfirmDialog
        open={stopped !== undefined}
        title={words.endTitle}
        confirm={words.end}
        kind="danger"
        busy={ending.isBusy}
        onClose={() => setStopped(undefined)}
        onConfirm={() => void end()}
      >
        <p>{words.endSentence(stopped?.hint ?? '')}</p>
      </ConfirmDialog>
    </Page>
  );
}
