// The odds of the ball markets. A bet that stands keeps the odds it was taken at.
import { ballOdds, changeBallOdds } from '@maru/contract/binary/office';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Notice } from '../parts/facts.tsx';
import { Field } from '../parts/form.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/binary.ts';

const text = words.odds;

export function Screen() {
  const { place, toast } = useOffice();
  const may = useMay();
  const odds = useRead(ballOdds, {});
  const change = useAct(changeBallOdds);
  const [market, setMarket] = useState<string>();
  const [value, setValue] = useState('');
  const rows = Object.entries(odds.data?.odds ?? {}).map(([name, own]) => ({ name, own }));

  async function send(reason: string): Promise<void> {
    const outcome = await change.act({ type: market ?? '', odds: value.trim(), reason });
    if (!outcome.ok) return;
    setMarket(undefined);
    toast('good', text.changed);
    await odds.reload();
  }
  return (
    <Page
      title={text.title}
      tools={
        <Button size="small" icon="back" onPress={() => place.go('/rounds')}>
          {text.back}
        </Button>
      }
    >
      <Panel isFlush fills>
        <DataTable
          label={text.title}
          rows={rows}
          keyOf={({ name }) => name}
          isLoading={odds.isLoading}
          foot={text.hint}
          columns={[
            { head: text.market, cell: ({ name }) => name },
            { head: text.odds, align: 'right', cell: ({ own }) => own },
            {
              head: text.change,
              align: 'right',
              cell: ({ name, own }) =>
                may('MARKET_CONTROL') && (
                  <Button
                    size="small"
                    kind="quiet"
                    label={`${name} ${text.change}`}
                    onPress={() => {
                      setMarket(name);
                      setValue(own);
                    }}
                  >
                    {text.change}
                  </Button>
                ),
            },
          ]}
        />
      </Panel>
      {market !== undefined && (
        <ReasonDialog
          open
          title={`${market} ${text.odds}`}
          confirm={text.change}
          busy={change.isBusy}
          onClose={() => setMarket(undefined)}
          onConfirm={(reason) => void send(reason)}
        >
          <Field label={text.odds} value={value} inputMode="decimal" onChange={setValue} />
          <Notice>{text.hint}</Notice>
        </ReasonDialog>
      )}
    </Page>
  );
}
