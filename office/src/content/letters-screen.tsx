// Letters to everybody: written once, sent in slices, and how far each is.
import { messageBatches, sendMessageToAll } from '@maru/contract/message/calls';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Notice, Tag } from '../parts/facts.tsx';
import { Field, Select, TextArea } from '../parts/form.tsx';
import { minuteOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/content.ts';
import { words as shell } from '../text/shell.ts';
import './content.css';

const LOOKED_AT_MS = 3_000;
const KINDS = ['NOTICE', 'SECURITY', 'COUPON', 'DNW'] as const;

export function Screen() {
  const { letter } = words;
  const office = useOffice();
  const canSend = useMay()('CONTENT_EDIT');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('NOTICE');
  const [title, setTitle] = useState('');
  const [content, setContent] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy } = useAct(sendMessageToAll);
  const batches = useRead(messageBatches, {}, { everyMs: LOOKED_AT_MS });

  async function send(reason: string): Promise<void> {
    const outcome = await act({ kind, title: title.trim(), content: content.trim(), reason });
    if (!outcome.ok) return;
    setAsked(false);
    setTitle('');
    setContent('');
    office.toast('good', shell.done);
    await batches.reload();
  }
  return (
    <Page title={letter.title}>
      {canSend && (
        <Panel title={letter.write}>
          <div className="content-form">
            <Select
              label={letter.kind}
              value={kind}
              choices={KINDS.map((value) => ({ value, label: letter.kinds[value] }))}
              onChange={setKind}
            />
            <Field label={letter.heading} value={title} maxLength={80} onChange={setTitle} />
            <TextArea label={letter.text} value={content} rows={5} maxLength={2_000} onChange={setContent} />
            <div className="content-publish__actions">
              <Button
                kind="primary"
                icon="send"
                disabled={title.trim() === '' || content.trim() === ''}
                onPress={() => setAsked(true)}
              >
                {letter.send}
              </Button>
            </div>
          </div>
        </Panel>
      )}
      <Panel title={letter.sent} isFlush fills>
        <DataTable
          label={letter.sent}
          rows={batches.data?.content ?? []}
          keyOf={({ id }) => id}
          isLoading={batches.isLoading}
          empty={letter.empty}
          columns={[
            { head: letter.at, cell: ({ createdMillis }) => minuteOf(createdMillis) },
            { head: letter.heading, cell: (row) => row.title },
            { head: letter.letters, cell: ({ letters }) => letters.toLocaleString('ko-KR'), align: 'right' },
            {
              head: letter.progress,
              cell: ({ doneMillis }) =>
                doneMillis === null ? <Tag tone="brass">{letter.going}</Tag> : <Tag>{letter.done}</Tag>,
            },
          ]}
        />
      </Panel>
      <ReasonDialog
        open={isAsked}
        title={letter.write}
        confirm={letter.send}
        busy={isBusy}
        onClose={() => setAsked(false)}
        onConfirm={(reason) => void send(reason)}
      >
        <Notice tone="warn">{letter.confirm}</Notice>
      </ReasonDialog>
    </Page>
  );
}
