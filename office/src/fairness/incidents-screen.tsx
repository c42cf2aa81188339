// The incidents of the public board: those that staff tell of, and those that were found without them.
import {
  fairnessIncidents,
  openFairnessIncident,
  type WireOfficeIncident,
  writeFairnessIncident,
} from '@maru/contract/fairness/calls';
import { INCIDENT_KINDS, type IncidentKind } from '@maru/contract/fairness/words';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Notice, Tag } from '../parts/facts.tsx';
import { Field, Select, TextArea } from '../parts/form.tsx';
import { minuteOf, spanOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { usePages } from '../shell/use-pages.ts';
import { words } from '../text/fairness.ts';

const KOREA_MS = 9 * 3_600_000;
/** As an input of date and time takes it, in Korean time. */
const typedOf = (millis: number): string => new Date(millis + KOREA_MS).toISOString().slice(0, 16);
const millisOf = (typed: string): number => Date.parse(`${typed}:00+09:00`);

export function Screen() {
  const incidents = usePages(fairnessIncidents, {});
  const { timers } = useOffice();
  const [chosen, setChosen] = useState<number>();
  const [form, setForm] = useState<'NEW' | WireOfficeIncident>();
  return (
    <Page
      title={words.title}
      tools={
        <Button icon="plus" onPress={() => setForm('NEW')}>
          {words.open}
        </Button>
      }
    >
      <Notice>{words.lead}</Notice>
      <Panel isFlush fills>
        <DataTable
          label={words.table}
          rows={incidents.rows}
          keyOf={({ id }) => id}
          selected={chosen}
          onSelect={({ id }) => setChosen(id)}
          onOpen={setForm}
          isLoading={incidents.isLoading}
          empty={words.empty}
          hasMore={incidents.hasMore}
          onMore={() => void incidents.more()}
          columns={[
            { head: words.columns.started, cell: ({ startedMillis }) => minuteOf(startedMillis) },
            { head: words.columns.kind, cell: ({ kind }) => words.kinds[kind] },
            {
              head: words.columns.lasted,
              cell: ({ startedMillis, endedMillis }) =>
                endedMillis === null ? (
                  <Tag tone="danger">{words.lasting}</Tag>
                ) : (
                  spanOf(Math.max(60_000, endedMillis - startedMillis))
                ),
            },
            { head: words.columns.text, cell: ({ textKo }) => (textKo === '' ? words.noText : textKo) },
            {
              head: words.columns.from,
              isExtra: true,
              cell: ({ isDetected }) => (
                <Tag tone={isDetected ? 'brass' : 'plain'}>{isDetected ? words.detected : words.byStaff}</Tag>
              ),
            },
          ]}
        />
      </Panel>
      {form !== undefined && (
        <IncidentForm
          key={form === 'NEW' ? 'new' : form.id}
          incident={form === 'NEW' ? undefined : form}
          now={timers.now()}
          onClose={() => setForm(undefined)}
          onSaved={() => void incidents.reload()}
        />
      )}
    </Page>
  );
}

interface FormProps {
  /** Absent for a new one. */
  readonly incident: WireOfficeIncident | undefined;
  readonly now: number;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

function IncidentForm({ incident, now, onClose, onSaved }: FormProps) {
  const office = useOffice();
  const opening = useAct(openFairnessIncident);
  const writing = useAct(writeFairnessIncident);
  const [kind, setKind] = useState<IncidentKind>(incident?.kind ?? 'SLOW');
  const [started, setStarted] = useState(typedOf(incident?.startedMillis ?? now));
  const [ended, setEnded] = useState('');
  const [textKo, setTextKo] = useState(incident?.textKo ?? '');
  const [textEn, setTextEn] = useState(incident?.textEn ?? '');
  const [reason, setReason] = useState('');

  async function save(): Promise<void> {
    const texts = { textKo, textEn, reason };
    const outcome =
      incident === undefined
        ? await opening.act({ ...texts, kind, startedMillis: millisOf(started) })
        : await writing.act({
            ...texts,
            incidentId: incident.id,
            ...(ended === '' ? {} : { endedMillis: millisOf(ended) }),
          });
    if (!outcome.ok) return;
    office.toast('good', words.saved);
    onSaved();
    onClose();
  }

  return (
    <ConfirmDialog
      open
      title={incident === undefined ? words.open : words.kinds[incident.kind]}
      confirm={incident === undefined ? words.publish : words.save}
      canConfirm={textKo.trim().length >= 2}
      busy={opening.isBusy || writing.isBusy}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      {incident === undefined && (
        <Select
          label={words.kind}
          value={kind}
          onChange={setKind}
          choices={INCIDENT_KINDS.map((value) => ({ value, label: words.kinds[value] }))}
        />
      )}
      <Field
        label={words.started}
        type="datetime-local"
        value={started}
        onChange={setStarted}
        disabled={incident !== undefined}
      />
      {incident !== undefined && (
        <Field
          label={words.ended}
          type="datetime-local"
          value={ended}
          onChange={setEnded}
          disabled={incident.isDetected}
          hint={incident.isDetected ? words.detectedHint : words.endedHint}
        />
      )}
      <TextArea label={words.textKo} value={textKo} onChange={setTextKo} maxLength={400} isFirst />
      <TextArea label={words.textEn} value={textEn} onChange={setTextEn} maxLength={400} />
      <Field label={words.reason} value={reason} onChange={setReason} maxLength={200} />
    </ConfirmDialog>
  );
}
