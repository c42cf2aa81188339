// Who asks for the void and who approves it: never the same person, and not before everything was looked at.
import { approveVoid, requestVoid, withdrawVoid } from '@maru/contract/binary/office';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Facts, Notice, Tag } from '../parts/facts.tsx';
import { timeOf } from '../parts/moments.ts';
import { Panel } from '../parts/panel.tsx';
import { useMay, useMe, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { words } from '../text/binary.ts';
import type { Effect } from './void-effect.tsx';
import type { RoundSeen } from './void-screen.tsx';

const text = words.void;

interface Props {
  readonly seen: RoundSeen;
  readonly effect: Effect | undefined;
  readonly reason: string;
  readonly onChanged: () => void;
}

const SHORTEST = 2;

export function Approval({ seen, effect, reason, onChanged }: Props) {
  const { toast } = useOffice();
  const me = useMe();
  const may = useMay();
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [isRejecting, setRejecting] = useState(false);
  const ask = useAct(requestVoid);
  const approve = useAct(approveVoid);
  const withdraw = useAct(withdrawVoid);
  const request = seen.request?.withdrawnBy === null ? seen.request : null;
  const isWaiting = request !== null && request.approvedBy === null;
  const isMine = request?.requestedBy === me.id;
  const canVoid = effect?.state === 'OPEN' && may('ROUND_VOID');
  const checks = [text.sawGap, text.sawMissing(effect?.missing.players ?? 0), text.readReason];
  const nameOf = (id: number): string => seen.names[String(id)] ?? `#${id}`;

  const tell = (sentence: string): void => {
    toast('good', sentence);
    onChanged();
  };
  async function send(): Promise<void> {
    const outcome = await ask.act({ tradeRoundId: seen.round.id, reason });
    if (outcome.ok) tell(text.asked);
  }
  async function confirm(id: number): Promise<void> {
    const outcome = await approve.act({ voidRequestId: id });
    if (outcome.ok) tell(text.done);
  }
  async function reject(id: number, why: string): Promise<void> {
    const outcome = await withdraw.act({ voidRequestId: id, reason: why });
    setRejecting(false);
    if (outcome.ok) tell(text.rejected);
  }
  return (
    <Panel title={text.approval}>
      {request !== null && (
        <Facts
          facts={[
            { label: text.asks, value: `${nameOf(request.requestedBy)} ${timeOf(request.requestedMillis)}` },
            {
              label: text.approves,
              value:
                request.approvedBy === null ? (
                  isMine ? (
                    '–'
                  ) : (
                    <Tag tone="brass">{text.mine}</Tag>
                  )
                ) : (
                  nameOf(request.approvedBy)
                ),
            },
          ]}
        />
      )}
      <Notice>{text.sameperson}</Notice>
      {canVoid && isWaiting && !isMine && (
        <fieldset className="void-checks">
          <legend>{text.checks}</legend>
          {checks.map((each) => (
            <label key={each} className="void-checks__one">
              <input
                type="checkbox"
                checked={checked.has(each)}
                onChange={({ target }) => {
                  const next = new Set(checked);
                  if (target.checked) next.add(each);
                  else next.delete(each);
                  setChecked(next);
                }}
              />
              {each}
            </label>
          ))}
        </fieldset>
      )}
      <Facts facts={[{ label: text.irreversible, value: text.never }]} />
      {canVoid && request === null && (
        <Button
          kind="danger"
          takesTwo
          disabled={reason.length < SHORTEST}
          busy={ask.isBusy}
          onPress={() => void send()}
        >
          {text.ask}
        </Button>
      )}
      {canVoid && isWaiting && (
        <div className="void-checks">
          {!isMine && (
            <Button
              kind="primary"
              disabled={checks.some((each) => !checked.has(each))}
              busy={approve.isBusy}
              onPress={() => void confirm(request.id)}
            >
              {text.approve(seen.round.no)}
            </Button>
          )}
          <Button onPress={() => setRejecting(true)}>{text.reject}</Button>
        </div>
      )}
      {isRejecting && request !== null && (
        <ReasonDialog
          open
          title={text.reject}
          confirm={text.reject}
          busy={withdraw.isBusy}
          onClose={() => setRejecting(false)}
          onConfirm={(why) => void reject(request.id, why)}
        />
      )}
    </Panel>
  );
}
