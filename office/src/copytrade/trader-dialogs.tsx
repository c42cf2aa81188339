// What staff change of a trader: the settings, or whether followers copy at all, with what that does in numbers.
import { Checkbox } from '@maru/app/ui/controls/checkbox';
import { setOfficeTrader } from '@maru/contract/copytrade/office';
import { useState } from 'react';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Facts, Notice } from '../parts/facts.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { words } from '../text/copytrade.ts';
import type { Trader } from './copy-words.ts';
import type { Instruments } from './instruments.ts';
import { useTerms } from './terms-fields.tsx';

interface Props {
  readonly trader: Trader;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function ChangeTrader({
  trader,
  instruments,
  onClose,
  onDone,
}: Props & { readonly instruments: Instruments }) {
  const office = useOffice();
  const setting = useAct(setOfficeTrader);
  const [isAccepting, setAccepting] = useState(trader.isAccepting);
  const { terms, fields } = useTerms(trader, instruments);
  const { traderId, status, nick } = trader;
  async function send(reason: string): Promise<void> {
    if (terms === undefined) return;
    const outcome = await setting.act({ traderId, status, isAccepting, ...terms, reason });
    if (!outcome.ok) return;
    office.toast('good', words.changed);
    onDone();
  }
  return (
    <ReasonDialog
      open
      title={words.changeTitle(nick)}
      confirm={words.change}
      canConfirm={terms !== undefined}
      busy={setting.isBusy}
      hint={words.reasonHint}
      onClose={onClose}
      onConfirm={(reason) => void send(reason)}
    >
      <p>{words.changeSentence}</p>
      {fields}
      <Checkbox size="small" checked={isAccepting} onChange={setAccepting}>
        {words.accepting}
      </Checkbox>
    </ReasonDialog>
  );
}

const TEXTS = {
  ACTIVE: { title: words.onTitle, sentence: words.onSentence, confirm: words.switchOn },
  OFF: { title: words.offTitle, sentence: words.offSentence, confirm: words.switchOff },
  DELETED: { title: words.deleteTitle, sentence: words.deleteSentence, confirm: words.delete },
} as const;

export function SwitchTrader({
  trader,
  status,
  onClose,
  onDone,
}: Props & { readonly status: Trader['status'] }) {
  const office = useOffice();
  const setting = useAct(setOfficeTrader);
  const { traderId, nick, followers, pending, isAccepting, quota, shareRate, followStock } = trader;
  const { title, sentence, confirm } = TEXTS[status];
  async function send(reason: string): Promise<void> {
    const terms = { isAccepting, quota, shareRate, followStock: [...followStock] };
    const outcome = await setting.act({ traderId, status, ...terms, reason });
    if (!outcome.ok) return;
    const { detached } = outcome.reply;
    office.toast('good', status === 'ACTIVE' ? words.switchedOn : words.detachDone(detached));
    onDone();
  }
  return (
    <ReasonDialog
      open
      title={title(nick)}
      confirm={confirm}
      kind={status === 'ACTIVE' ? 'primary' : 'danger'}
      busy={setting.isBusy}
      hint={words.readHint}
      onClose={onClose}
      onConfirm={(reason) => void send(reason)}
    >
      <p>{sentence}</p>
      {status !== 'ACTIVE' && trader.status === 'ACTIVE' && (
        <>
          <Facts
            facts={[
              { label: words.detachedMany, value: <b>{words.times(followers)}</b> },
              { label: words.dropped, value: words.times(pending) },
            ]}
          />
          {followers > 0 && <Notice tone="warn">{words.detachSentence}</Notice>}
        </>
      )}
    </ReasonDialog>
  );
}
