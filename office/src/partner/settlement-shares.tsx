// Shares that two people confirmed: those that wait for payment, and those that were paid.
import type { ReceivedReply } from '@maru/client/call';
import { settlementShares } from '@maru/contract/partner/settlement';
import { useState } from 'react';
import { walletName } from '../cashier/check-words.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Chips, Facts, Tag } from '../parts/facts.tsx';
import { minuteOf } from '../parts/moments.ts';
import { amountOf } from '../parts/money.ts';
import { Drawer, Panel } from '../parts/panel.tsx';
import { useMay } from '../shell/office-context.tsx';
import { usePages } from '../shell/use-pages.ts';
import { words } from '../text/settlement.ts';
import { PayDialog } from './settlement-payment.tsx';
import { daysText } from './settlement-preview.tsx';
import { TONES } from './settlement-words.ts';

type Share = ReceivedReply<typeof settlementShares>['content'][number];
type Shown = keyof typeof words.shareStates;

/** Somebody else confirms and pays, too. */
export const EVERY_MS = 60_000;

const STATUSES: Readonly<Record<Shown, string | undefined>> = {
  ALL: undefined,
  CONFIRMED: 'CONFIRMING,CONFIRMED',
  PAID: 'PAID',
};

const keyOf = ({ partnerId, wallet, throughDate }: Share): string => `${partnerId} ${wallet} ${throughDate}`;

interface Props {
  readonly hasUnpaid: boolean;
  readonly onPaid: () => void;
}

export function SettlementShares({ hasUnpaid, onPaid }: Props) {
  const may = useMay();
  const [shown, setShown] = useState<Shown>('ALL');
  const [chosen, setChosen] = useState<string>();
  const [paying, setPaying] = useState<Share | 'ALL'>();
  const statusStrs = STATUSES[shown];
  const shares = usePages(settlementShares, statusStrs === undefined ? {} : { statusStrs }, {
    // While it is being confirmed a share has no number yet.
    cursorOf: 'NEXT',
    everyMs: EVERY_MS,
  });
  const selected = shares.rows.find((row) => keyOf(row) === chosen);
  return (
    <>
      <div className="books-filters">
        <Chips
          label={words.state}
          choices={(['ALL', 'CONFIRMED', 'PAID'] as const).map((value) => ({
            value,
            label: words.shareStates[value],
          }))}
          value={shown}
          onChange={setShown}
        />
        <span className="books-filters__space" />
        {may('MONEY_DECIDE') && (
          <Button kind="primary" hotkey="p" disabled={!hasUnpaid} onPress={() => setPaying('ALL')}>
            {words.payAll}
          </Button>
        )}
      </div>
      <div className={selected === undefined ? 'list-and-drawer' : 'list-and-drawer list-and-drawer--open'}>
        <Panel isFlush fills>
          <DataTable
            label={words.sharesTitle}
            rows={shares.rows}
            keyOf={keyOf}
            selected={chosen}
            onSelect={(row) => setChosen(keyOf(row))}
            isLoading={shares.isLoading}
            empty={shares.fault?.message ?? words.noShares}
            hasMore={shares.hasMore}
            onMore={() => void shares.more()}
            columns={[
              {
                head: words.partner,
                cell: ({ code, name }) => (
                  <>
                    <b className="figure">{code}</b> {name}
                  </>
                ),
              },
              {
                head: words.period,
                isExtra: true,
                cell: ({ fromDate, throughDate }) => (
                  <span className="figure">{daysText(fromDate, throughDate)}</span>
                ),
              },
              {
                head: words.amount,
                align: 'right',
                cell: ({ amount, currency }) => <b className="figure">{amountOf(amount, currency)}</b>,
              },
              {
                head: words.state,
                cell: ({ status }) => <Tag tone={TONES[status]}>{words.states[status]}</Tag>,
              },
              {
                head: words.confirmedAt,
                isExtra: true,
                cell: ({ confirmedMillis }) => timeOf(confirmedMillis),
              },
              { head: words.paidAt, isExtra: true, cell: ({ paidMillis }) => timeOf(paidMillis) },
            ]}
          />
        </Panel>
        {selected !== undefined && (
          <Details share={selected} onPay={() => setPaying(selected)} onClose={() => setChosen(undefined)} />
        )}
      </div>
      {paying !== undefined && (
        <PayDialog
          share={paying === 'ALL' ? undefined : paying}
          onClose={() => setPaying(undefined)}
          onChanged={() => {
            void shares.reload();
            onPaid();
          }}
        />
      )}
    </>
  );
}

const timeOf = (millis: number | null) =>
  millis === null ? '' : <span className="figure">{minuteOf(millis)}</span>;

interface DetailsProps {
  readonly share: Share;
  readonly onPay: () => void;
  readonly onClose: () => void;
}

function Details({ share, onPay, onClose }: DetailsProps) {
  const may = useMay();
  const { code, name, wallet, currency, fromDate, throughDate, amount, status } = share;
  const person = (id: number | null) => (id === null ? words.never : words.person(id));
  return (
    <Drawer
      label={`${code} ${throughDate}`}
      onClose={onClose}
      head={
        <h2 className="books-section__title">
          {code} · {name}
        </h2>
      }
      actions={
        status === 'CONFIRMED' && may('MONEY_DECIDE') ? (
          <Button kind="primary" onPress={onPay}>
            {words.payOne}
          </Button>
        ) : undefined
      }
    >
      <Facts
        facts={[
          { label: words.amount, value: <b>{amountOf(amount, currency)}</b> },
          { label: words.wallet, value: walletName(wallet) },
          { label: words.period, value: daysText(fromDate, throughDate) },
          { label: words.state, value: <Tag tone={TONES[status]}>{words.states[status]}</Tag> },
          { label: words.requestedBy, value: person(share.requestedBy) },
          { label: words.approvedBy, value: person(share.approvedBy) },
          { label: words.confirmedAt, value: timeOf(share.confirmedMillis) || words.never },
          { label: words.paidBy, value: person(share.paidBy) },
          { label: words.paidAt, value: timeOf(share.paidMillis) || words.never },
        ]}
      />
    </Drawer>
  );
}
