// The day's rates of overseas futures: what is in force, and what two people enter for the next business day.
import { dayRates, enterDayRate, rateEffect } from '@maru/contract/oversea/office';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Notice, Tag } from '../parts/facts.tsx';
import { Field } from '../parts/form.tsx';
import { minuteOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/control.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { money } from './figures.ts';

const text = words.rates;

export function Screen() {
  const { place, timers, toast } = useOffice();
  const may = useMay();
  const rates = useRead(dayRates, {});
  const [base, setBase] = useState<string>();
  const now = timers.now();
  return (
    <Page
      title={text.title}
      tools={
        <Button size="small" icon="back" onPress={() => place.go('/market')}>
          {text.back}
        </Button>
      }
    >
      <Panel isFlush fills>
        <DataTable
          label={text.title}
          rows={rates.data ?? []}
          isLoading={rates.isLoading}
          keyOf={(row) => `${row.base} ${row.sinceMillis}`}
          columns={[
            { head: text.currency, cell: (row) => `${row.base} → ${row.counter}` },
            { head: text.rate, cell: (row) => money(row.rate), align: 'right' },
            { head: text.since, cell: (row) => minuteOf(row.sinceMillis), isExtra: true },
            {
              head: words.market.state,
              cell: (row) =>
                row.sinceMillis > now ? <Tag tone="brass">{text.coming}</Tag> : <Tag>{text.inForce}</Tag>,
            },
            {
              head: text.enter,
              align: 'right',
              cell: (row) =>
                may('MARKET_CONTROL') &&
                row.sinceMillis <= now && (
                  <Button
                    size="small"
                    takesTwo
                    label={`${row.base} ${text.enter}`}
                    onPress={() => setBase(row.base)}
                  >
                    {text.enter}
                  </Button>
                ),
            },
          ]}
          foot={text.hint}
        />
      </Panel>
      {base !== undefined && (
        <RateDialog
          base={base}
          onClose={() => setBase(undefined)}
          onDone={() => {
            setBase(undefined);
            toast('good', words.market.waits);
            void rates.reload();
          }}
        />
      )}
    </Page>
  );
}

const DECIMAL = /^\d{1,9}(\.\d{1,8})?$/;

function RateDialog({
  base,
  onClose,
  onDone,
}: {
  readonly base: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [rate, setRate] = useState('');
  const typed = rate.trim().replaceAll(',', '');
  const isReady = DECIMAL.test(typed) && Number(typed) > 0;
  const effect = useRead(rateEffect, isReady ? { base, rate: typed } : null);
  const enter = useAct(enterDayRate);
  return (
    <ChangeDialog
      title={`${base} ${text.enter}`}
      confirm={words.exception.ask}
      effect={effect.data}
      fault={isReady ? effect.fault?.message : undefined}
      isReady={isReady}
      busy={enter.isBusy}
      onClose={onClose}
      onSend={async (reason) => {
        const outcome = await enter.act({ base, rate: typed, reason });
        if (outcome.ok) onDone();
      }}
    >
      <Field label={text.rate} value={rate} inputMode="decimal" isFirst onChange={setRate} />
      <Notice>{text.hint}</Notice>
    </ChangeDialog>
  );
}
