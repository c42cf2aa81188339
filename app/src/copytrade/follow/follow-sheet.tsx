// To follow a trader, or to change how (picture 12c): which instruments, how large, what may be lost. Faults stand beside
// the field they are about before anything is sent.
import { changeFollow, followTrader } from '@maru/contract/copytrade/follows';
import type { WireFollow } from '@maru/contract/copytrade/wire';
import { amount } from '@maru/engine/amount';
import { useState } from 'react';
import { useFuturesAccount } from '../../futures/account/use-futures-account.ts';
import { useCall } from '../../shell/connection/use-call.ts';
import { useRefused } from '../../shell/messages/refused.ts';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeFollowWords } from '../../text/copytrade-follow.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { Stepper } from '../../ui/controls/stepper.tsx';
import { FieldMessage } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { Note } from '../../ui/states/note.tsx';
import { percentOfShare } from '../figures.ts';
import { usePairs } from '../use-pairs.ts';
import { bodyOf, draftOf, type FollowDraft, faultOf, newDraft } from './follow-draft.ts';
import './follow-sheet.css';
import { ProtectionFields } from './protection-fields.tsx';
import { SimulationPanel } from './simulation-panel.tsx';

interface Followed {
  readonly traderId: number;
  readonly nick: string;
  readonly pairs: readonly number[];
  readonly shareRate: string;
}

interface Props {
  /** What the trader offers now. */
  readonly trader: Followed;
  /** The one that is changed; undefined begins a new one. */
  readonly follow?: WireFollow | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const MOST_MULTIPLY = '100000';

export function FollowSheet({ trader, follow, onClose, onDone }: Props) {
  const common = useWords(copytradeWords);
  const words = useWords(copytradeFollowWords);
  const { money } = useMoneyText('USDT');
  const toasts = useToasts();
  const refused = useRefused();
  const pairs = usePairs();
  const following = useCall(followTrader);
  const changing = useCall(changeFollow);
  const { positions, orders } = useFuturesAccount();
  const free = useWatched(usePlatform().wallets).reply?.['FUTURES']?.point;
  const [first] = useState<FollowDraft>(() =>
    follow === undefined ? newDraft(trader.pairs) : draftOf(follow),
  );
  const [draft, setDraft] = useState(first);
  const change = (changed: Partial<FollowDraft>) => setDraft((before) => ({ ...before, ...changed }));
  // What a trader offers no longer can stay chosen in a follow that began before.
  const allowed = [...trader.pairs, ...(follow?.followStock ?? [])];
  const offered = [...new Set([...allowed, ...draft.pairs])].sort((a, b) => a - b);
  const fault = faultOf(draft, allowed);
  const isNew = follow === undefined;
  const isPoor =
    isNew && free !== undefined && draft.oneMaxBet !== '' && amount(free) < amount(draft.oneMaxBet);
  const isBusyThere = isNew && positions.length + orders.length > 0;
  const oneFault =
    fault === 'oneMaxBetLow'
      ? words.faults.oneMaxBetLow
      : isPoor
        ? words.faults.balance(money(free))
        : undefined;
  const maxFault =
    fault === 'maxBetLow' ? words.faults.maxBetLow : fault === 'order' ? words.faults.order : undefined;

  async function send(): Promise<void> {
    const outcome = isNew
      ? await following.send({ body: { traderId: trader.traderId, ...bodyOf(draft) } })
      : await changing.send({ body: { traderFollowerId: follow.traderFollowerId, ...bodyOf(draft) } });
    if (outcome === undefined) return;
    if (!outcome.ok) return refused(outcome);
    toasts.show({
      kind: 'order',
      title: isNew ? words.started : words.saved,
      line: isNew ? trader.nick : undefined,
    });
    onDone();
  }

  return (
    <BottomSheet
      open
      onClose={onClose}
      title={isNew ? words.title(trader.nick) : words.changeTitle}
      closeLabel={common.close}
      hasUnsavedInput={draft !== first}
      action={
        <Button
          busy={following.busy || changing.busy}
          disabled={fault !== undefined || isPoor || isBusyThere || (!isNew && draft === first)}
          onPress={() => void send()}
        >
          {isNew ? words.start : words.save}
        </Button>
      }
    >
      <div className="follow-sheet">
        <section className="follow-sheet__part">
          <h3>{words.pairs}</h3>
          <ChipRow label={words.pairs}>
            {offered.map((id) => {
              const isChosen = draft.pairs.includes(id);
              return (
                <Chip
                  key={id}
                  pressed={isChosen}
                  icon={isChosen ? 'check' : undefined}
                  onPress={() =>
                    change({
                      pairs: isChosen
                        ? draft.pairs.filter((each) => each !== id)
                        : [...draft.pairs, id].sort((a, b) => a - b),
                    })
                  }
                >
                  {pairs.nameOf(id)}
                </Chip>
              );
            })}
          </ChipRow>
          <FieldMessage id="follow-pairs" error={fault === 'pairs' ? words.faults.pairs : undefined} />
        </section>
        <section className="follow-sheet__part">
          <div className="follow-sheet__line">
            <h3>{words.multiply}</h3>
            <span className="text-micro">{words.multiplyLead}</span>
          </div>
          <Stepper
            label={words.multiply}
            words={{ less: words.less, more: words.more }}
            size="large"
            precision={0}
            min="0"
            max={MOST_MULTIPLY}
            step="1"
            unit="%"
            error={fault === 'multiply'}
            value={draft.multiplyPer}
            onChange={(multiplyPer) => change({ multiplyPer })}
          />
          {(draft.multiplyPer === '' || draft.multiplyPer === '0') && (
            <p className="text-caption">{words.zero}</p>
          )}
        </section>
        <section className="follow-sheet__part">
          <div className="follow-sheet__limits">
            <NumberField
              surface="sheet"
              name="maxBet"
              label={words.maxBet}
              precision={2}
              unit="USDT"
              invalidBy={maxFault === undefined ? undefined : 'follow-limits'}
              value={draft.maxBet}
              onChange={(maxBet) => change({ maxBet })}
            />
            <NumberField
              surface="sheet"
              name="oneMaxBet"
              label={words.oneMaxBet}
              precision={2}
              unit="USDT"
              invalidBy={oneFault === undefined ? undefined : 'follow-limits'}
              value={draft.oneMaxBet}
              onChange={(oneMaxBet) => change({ oneMaxBet })}
            />
          </div>
          <FieldMessage
            id="follow-limits"
            error={oneFault ?? maxFault}
            hint={free === undefined ? undefined : words.free(money(free))}
          />
        </section>
        <ProtectionFields draft={draft} fault={fault} onChange={change} />
        <SimulationPanel
          traderId={trader.traderId}
          shareRate={follow?.shareRate ?? trader.shareRate}
          draft={draft}
          free={free}
          fault={fault}
        />
        {isBusyThere && (
          <Note tone="warn" raised>
            <p>{words.needsFlat}</p>
          </Note>
        )}
        <Note raised>
          <p>{words.oneOnly}</p>
          <p>{words.shareNote(percentOfShare(follow?.shareRate ?? trader.shareRate))}</p>
          {isNew && <p>{words.pastOnly}</p>}
          <p>{common.pastNote}</p>
        </Note>
      </div>
    </BottomSheet>
  );
}
