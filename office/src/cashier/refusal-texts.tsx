// The sentences that requests are often refused with: those of the site, or the ones that come with the office.
import { refusalTexts, removeRefusalText, saveRefusalText } from '@maru/contract/cashier/reasons';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { useMay } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words as queue } from '../text/cashier.ts';
import { words } from '../text/cashier-setting.ts';

/** Until a site has saved one of its own. */
export function useRefusalTexts(): readonly string[] {
  const saved = useRead(refusalTexts, {}).data?.content ?? [];
  return saved.length === 0 ? queue.rejectUsual : saved.map(({ text }) => text);
}

export function RefusalTexts() {
  const canEdit = useMay()('MONEY_DECIDE');
  const saved = useRead(refusalTexts, {});
  const save = useAct(saveRefusalText);
  const remove = useAct(removeRefusalText);
  const [text, setText] = useState('');
  const rows = saved.data?.content ?? [];

  async function add(): Promise<void> {
    if ((await save.act({ text: text.trim() })).ok) setText('');
    await saved.reload();
  }
  return (
    <Panel title={words.refusals}>
      <p>{rows.length === 0 ? words.refusalsNone : words.refusalsSentence}</p>
      <ul className="refusal-texts">
        {rows.map((row) => (
          <li key={row.id}>
            <span>{row.text}</span>
            {canEdit && (
              <Button
                size="small"
                kind="quiet"
                label={words.removeOf(row.text)}
                busy={remove.isBusy}
                onPress={() => void remove.act({ id: row.id }).then(() => saved.reload())}
              >
                {words.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {canEdit && (
        <form
          className="refusal-texts__new"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim().length >= 2) void add();
          }}
        >
          <Field label={words.refusalNew} value={text} maxLength={200} onChange={setText} />
          <Button type="submit" size="small" busy={save.isBusy} disabled={text.trim().length < 2}>
            {words.save}
          </Button>
        </form>
      )}
    </Panel>
  );
}
