// A holiday or changed hours of an exchange: one day from fields, or many as CSV. Every line is checked by the server
// against the function that decides when the exchange trades, before a second person is asked.
import type { ReceivedReply } from '@maru/client/call';
import { changeCalendar, checkCalendar } from '@maru/contract/control/calls';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Notice, Tag } from '../parts/facts.tsx';
import { Field, Select, TextArea } from '../parts/form.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { words as all } from '../text/control.ts';
import { words as shell } from '../text/shell.ts';
import type { Calendar } from './gantt.tsx';

const text = all.exception;
const HEADER = 'calendar,date,hours,note';

interface Props {
  readonly calendar: string;
  readonly calendars: readonly Calendar[];
  readonly onClose: () => void;
  readonly onAsked: () => void;
}

type Checked = ReceivedReply<typeof checkCalendar>;

export function ExceptionDialog({ calendar, calendars, onClose, onAsked }: Props) {
  const { toast } = useOffice();
  const [code, setCode] = useState(calendar);
  const [date, setDate] = useState('');
  const [hours, setHours] = useState('');
  const [note, setNote] = useState('');
  const [csv, setCsv] = useState<string>();
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState<{ readonly csv: string; readonly result: Checked }>();
  const check = useAct(checkCalendar);
  const change = useAct(changeCalendar);
  const sent = csv ?? `${HEADER}\n${[code, date, hours, note].join(',')}`;
  const result = checked?.csv === sent ? checked.result : undefined;

  async function look(): Promise<void> {
    const outcome = await check.act({ csv: sent });
    if (outcome.ok) setChecked({ csv: sent, result: outcome.reply });
  }
  async function ask(): Promise<void> {
    const outcome = await change.act({ csv: sent, reason: reason.trim() });
    if (!outcome.ok) return;
    toast('good', all.market.waits);
    onAsked();
    onClose();
  }
  return (
    <ConfirmDialog
      open
      title={text.title}
      confirm={text.ask}
      takesTwo
      canConfirm={result?.isValid === true && reason.trim().length >= 2}
      busy={change.isBusy}
      onClose={onClose}
      onConfirm={() => void ask()}
    >
      {csv === undefined ? (
        <>
          <Select
            label={text.calendar}
            value={code}
            choices={calendars.map((each) => ({ value: each.code, label: `${each.koName} · ${each.code}` }))}
            onChange={setCode}
          />
          <Field label={text.date} type="date" value={date} isFirst onChange={setDate} />
          <Field label={text.hours} value={hours} hint={text.hoursHint} maxLength={80} onChange={setHours} />
          <Field label={text.note} value={note} maxLength={60} onChange={setNote} />
        </>
      ) : (
        <TextArea label={text.csvLabel} value={csv} rows={8} maxLength={20_000} isFirst onChange={setCsv} />
      )}
      <div className="columns">
        {csv === undefined && (
          <Button size="small" kind="quiet" onPress={() => setCsv(`${HEADER}\n`)}>
            {text.csv}
          </Button>
        )}
        <Button size="small" busy={check.isBusy} onPress={() => void look()}>
          {text.check}
        </Button>
      </div>
      {result !== undefined && (
        <ul className="checked-lines">
          {result.lines.map(({ line, calendar: of, date: on, kind, fault }) => (
            <li key={line}>
              <Tag tone={fault === null ? 'plain' : 'danger'}>{text.line(line)}</Tag> {of} {on}{' '}
              {fault === null ? (kind === null ? '' : all.market.exceptions[kind]) : text.faults[fault]}
            </li>
          ))}
        </ul>
      )}
      {result?.isValid === true && <Notice>{text.valid}</Notice>}
      <TextArea label={shell.reason} value={reason} maxLength={200} onChange={setReason} />
    </ConfirmDialog>
  );
}
