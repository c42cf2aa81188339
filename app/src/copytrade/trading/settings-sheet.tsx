// What a trader offers, and the way to stop being one, with what that does to followers said before it is done.
import type { ReceivedReply } from '@maru/client/call';
import { type myTrader, setTrader } from '@maru/contract/copytrade/traders';
import { useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeTradingWords } from '../../text/copytrade-trading.ts';
import { useWords } from '../../text/language.tsx';
import { Button, textLinkClass } from '../../ui/buttons/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { countText, percentOfShare } from '../figures.ts';
import { isComplete, shareOf, TermsFields, type TraderTerms } from './terms-fields.tsx';

export type OwnTrader = NonNullable<ReceivedReply<typeof myTrader>['trader']>;

interface Props {
  readonly trader: OwnTrader;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function SettingsSheet({ trader, onClose, onDone }: Props) {
  const common = useWords(copytradeWords);
  const words = useWords(copytradeTradingWords);
  const { show, ask } = useAlerts();
  const toasts = useToasts();
  const setting = useCall(setTrader, { untilKnown: true });
  const [first] = useState<TraderTerms>(() => ({
    pairs: trader.followStock,
    share: percentOfShare(trader.shareRate),
    intro: trader.intro,
  }));
  const [terms, setTerms] = useState(first);
  const [isAccepting, setAccepting] = useState(trader.isAccepting);
  const isChanged = terms !== first || isAccepting !== trader.isAccepting;

  async function save(): Promise<void> {
    const shareRate = shareOf(terms);
    if (shareRate === undefined) return;
    const body = { isAccepting, shareRate, followStock: [...terms.pairs], intro: terms.intro.trim() };
    const outcome = await setting.send({ body });
    if (outcome === undefined) return;
    if (!outcome.ok) return show(outcome.message);
    toasts.show({ kind: 'order', title: words.saved });
    onDone();
  }

  async function switchOff(): Promise<void> {
    const choice = await ask({
      title: words.switchOffTitle,
      message: words.switchOffLead(countText(trader.followers)),
      safe: words.stay,
      other: words.switchOffDo,
    });
    if (choice !== 'other') return;
    const outcome = await setting.send({ body: { status: 'OFF' } });
    if (outcome === undefined) return;
    if (!outcome.ok) return show(outcome.message);
    toasts.show({ kind: 'general', title: words.switchedOff(countText(outcome.reply.detached)) });
    onDone();
  }

  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.settingsTitle}
      closeLabel={common.close}
      hasUnsavedInput={isChanged}
      action={
        <Button busy={setting.busy} disabled={!isChanged || !isComplete(terms)} onPress={() => void save()}>
          {words.save}
        </Button>
      }
    >
      <div className="copy-sheet">
        <div className="copy-sheet__line">
          <span>
            <b className="text-strong">{words.accepting}</b>
            <span id="accepting-lead" className="settings-sheet__lead text-caption">
              {words.acceptingLead}
            </span>
          </span>
          <Switch
            label={words.accepting}
            checked={isAccepting}
            describedBy="accepting-lead"
            onChange={setAccepting}
          />
        </div>
        <TermsFields terms={terms} onChange={(change) => setTerms((before) => ({ ...before, ...change }))} />
        <KeyValueList framed>
          <KeyValue name={words.quota}>{words.people(countText(trader.quota))}</KeyValue>
        </KeyValueList>
        <p className="text-caption">{words.quotaNote}</p>
        <button
          type="button"
          className={textLinkClass}
          disabled={setting.busy}
          onClick={() => void switchOff()}
        >
          {words.switchOff}
        </button>
      </div>
    </BottomSheet>
  );
}
