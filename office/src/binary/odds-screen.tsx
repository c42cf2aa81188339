// The odds of the ball markets. A bet that stands keeps the odds it was taken at.
import { ballOdds, ballOddsEffect, changeBallOdds } from '@maru/contract/binary/office';
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
import { marketText, words } from '../text/binary.ts';
import { BetEffectView } from './bet-effect.tsx';

const text = words.odds;

export function Screen() {
  const { place, toast } = useOffice();
  const may = useMay();
  const odds = useRead(ballOdds, {});
  const change = useAct(changeBallOdds);
  const [market, setMarket] = useState<string>();
  const [value, setValue] = useState('');
  const before = odds.data?.odds[market ?? ''];
  const isOther = market !== undefined && /^\d+(\.\d{1,8})?$/.test(value.trim()) && value.trim() !== before;
  const effect = useRead(ballOddsEffect, isOther ? { type: market, odds: value.trim() } : null);
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
            {
              head: text.market,
              cell: ({ name }) => (
                <>
                  <b>{marketText(name)}</b> <span className="market-board__quiet">{name}</span>
                </>
              ),
            },
            { head: text.odds, align: 'right', cell: ({ own }) => own },
            {
              head: text.change,
              align: 'right',
              cell: ({ name, own }) =>
                may('MARKET_CONTROL') && (
                  <Button
                    size="small"
                    kind="quiet"
                    label={`${marketText(name)} ${text.change}`}
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
          title={`${marketText(market)} ${text.odds}`}
          confirm={text.change}
          canConfirm={isOther && effect.fault === undefined}
          busy={change.isBusy}
          onClose={() => setMarket(undefined)}
          onConfirm={(reason) => void send(reason)}
        >
          <Field label={text.odds} value={value} inputMode="decimal" onChange={setValue} />
          {isOther && effect.fault !== undefined && <p role="alert">{effect.fault.message}</p>}
          {isOther && effect.fault === undefined && <BetEffectView effect={effect.data} />}
          <Notice>{text.hint}</Notice>
        </ReasonDialog>
      )}
    </Page>
  );
}
