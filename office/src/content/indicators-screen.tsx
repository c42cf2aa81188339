// Economic indicators from CSV: all lines or none, and the server names the line and the column that it cannot read.
import { importEconomic } from '@maru/contract/economic/calls';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Notice } from '../parts/facts.tsx';
import { TextArea } from '../parts/form.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { words } from '../text/content.ts';
import './content.css';

const MOST = 60_000;

export function Screen() {
  const { economic } = words;
  const office = useOffice();
  const [csv, setCsv] = useState('');
  const [fault, setFault] = useState<string>();
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy } = useAct(importEconomic);

  async function send(reason: string): Promise<void> {
    const outcome = await act({ csv, reason }, { isQuiet: true });
    setAsked(false);
    if (outcome.ok) {
      setFault(undefined);
      setCsv('');
      office.toast('good', economic.done(outcome.reply.lines, outcome.reply.added));
    } else setFault(`${outcome.message} ${faultPlace(outcome.field, csv)}`.trim());
  }
  return (
    <Page
      title={economic.title}
      tools={
        <label className="rich-editor__file">
          {economic.file}
          <input
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => {
              void event.target.files?.[0]?.text().then((text) => setCsv(text.slice(0, MOST)));
              event.target.value = '';
            }}
          />
        </label>
      }
    >
      <Panel>
        <div className="content-form content-form--wide">
          <Notice>{economic.all}</Notice>
          <TextArea
            label={economic.csv}
            rows={18}
            maxLength={MOST}
            value={csv}
            hint={economic.hint}
            error={fault}
            onChange={(text) => {
              setCsv(text);
              setFault(undefined);
            }}
          />
          <div className="content-publish__actions">
            <Button kind="primary" disabled={csv.trim() === ''} onPress={() => setAsked(true)}>
              {economic.import}
            </Button>
          </div>
        </div>
      </Panel>
      <ReasonDialog
        open={isAsked}
        title={economic.import}
        confirm={economic.import}
        busy={isBusy}
        onClose={() => setAsked(false)}
        onConfirm={(reason) => void send(reason)}
      />
    </Page>
  );
}

/** `3줄 name_ko: 2026-11-20…`, from the field that the server names. */
function faultPlace(field: string | undefined, csv: string): string {
  const line = Number(/\d+/.exec(field ?? '')?.[0] ?? 0);
  const column = /[a-z_]+$/.exec(field ?? '')?.[0] ?? '';
  if (line === 0) return '';
  const text = csv.split(/\r\n|\n/)[line - 1] ?? '';
  return `${line}${words.economic.line} ${column === 'line' ? '' : column}: ${text.slice(0, 80)}`;
}
