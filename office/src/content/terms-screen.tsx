// A new version of the terms: the present text of its page is published, and every member is asked once.
import { publishTerms } from '@maru/contract/identity/member-calls';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Notice } from '../parts/facts.tsx';
import { Field, Select } from '../parts/form.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { words } from '../text/content.ts';
import { words as shell } from '../text/shell.ts';
import './content.css';

const KINDS = ['TERMS', 'PRIVACY'] as const;

export function Screen() {
  const { termsPage } = words;
  const office = useOffice();
  const [kind, setKind] = useState<(typeof KINDS)[number]>('TERMS');
  const [summaryKo, setSummaryKo] = useState('');
  const [summaryEn, setSummaryEn] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy } = useAct(publishTerms);

  async function publish(reason: string): Promise<void> {
    const outcome = await act({ kind, summaryKo, summaryEn, reason });
    if (!outcome.ok) return;
    setAsked(false);
    setSummaryKo('');
    setSummaryEn('');
    office.toast('good', `${shell.done} ${words.versions.line(outcome.reply.version)}`);
  }
  return (
    <Page title={termsPage.title}>
      <Panel>
        <div className="content-form">
          <Notice>{termsPage.sentence}</Notice>
          <Select
            label={termsPage.kind}
            value={kind}
            choices={KINDS.map((value) => ({ value, label: termsPage.kinds[value] }))}
            onChange={setKind}
          />
          <Field label={termsPage.summaryKo} value={summaryKo} maxLength={200} onChange={setSummaryKo} />
          <Field label={termsPage.summaryEn} value={summaryEn} maxLength={200} onChange={setSummaryEn} />
          <div className="content-publish__actions">
            <Button
              kind="primary"
              disabled={summaryKo.trim().length < 2 || summaryEn.trim().length < 2}
              onPress={() => setAsked(true)}
            >
              {termsPage.publish}
            </Button>
          </div>
        </div>
      </Panel>
      <ReasonDialog
        open={isAsked}
        title={termsPage.publish}
        confirm={termsPage.publish}
        busy={isBusy}
        onClose={() => setAsked(false)}
        onConfirm={(reason) => void publish(reason)}
      />
    </Page>
  );
}
