// To stop following (picture 38a): only new trades, or everything now, with what is settled in either way before it is
// done. Staying is the ivory button.
import { directionOf, MISSING } from '@maru/client/format';
import { changeFollow, closeCopies, unfollow } from '@maru/contract/copytrade/follows';
import type { WireFollow } from '@maru/contract/copytrade/wire';
import { amount, minus, plus, rate, toDecimal } from '@maru/engine/amount';
import { dueShare } from '@maru/engine/copytrade/share';
import { useState } from 'react';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useCall } from '../../shell/connection/use-call.ts';
import { useExclusive } from '../../shell/connection/use-exclusive.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeMineWords } from '../../text/copytrade-mine.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { rove } from '../../ui/controls/roving.ts';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Note } from '../../ui/states/note.tsx';
import { countText, percentOfShare, profitText, usdtText } from '../figures.ts';
import { sumOfProfits, useCopyProfits } from '../use-copy-profits.ts';
import './stop-sheet.css';

type Way = 'pause' | 'close';
const WAYS: readonly Way[] = ['pause', 'close'];

interface Props {
  readonly follow: WireFollow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function StopSheet({ follow, onClose, onDone }: Props) {
  const common = useWords(copytradeWords);
  const words = useWords(copytradeMineWords);
  const { signed } = useMoneyText('USDT');
  const { show } = useAlerts();
  const toasts = useToasts();
  const { isBusy, run } = useExclusive();
  const changing = useCall(changeFollow, { untilKnown: true });
  const closing = useCall(closeCopies, { untilKnown: true });
  const ending = useCall(unfollow, { untilKnown: true });
  const count = follow.copies.length;
  const isOpen = count > 0;
  // Of a follow that was detached or is paused nothing new is copied: stopping it would change nothing.
  const [canPause] = useState(isOpen && follow.state === 'ACTIVE' && !follow.isPaused);
  const [way, setWay] = useState<Way>(canPause ? 'pause' : 'close');
  const profits = useCopyProfits(follow.copies);
  const open = sumOfProfits(follow.copies, profits);
  const { traderFollowerId } = follow;

  async function pause(): Promise<void> {
    const outcome = await changing.send({ body: { traderFollowerId, isPaused: true } });
    if (outcome === undefined) return;
    if (!outcome.ok) return show(outcome.message);
    toasts.show({ kind: 'order', title: words.pausedNow });
    onDone();
  }

  async function closeAndEnd(): Promise<void> {
    if (isOpen) {
      const outcome = await closing.send({ body: { traderFollowerId, isPausing: true } });
      if (outcome === undefined) return;
      if (!outcome.ok) return show(outcome.message);
      if (outcome.reply.left > 0) {
        toasts.show({ kind: 'general', title: words.stillOpen, line: words.stillOpenLead });
        return onDone();
      }
    }
    const outcome = await ending.send({ body: { traderFollowerId } });
    if (outcome === undefined) return;
    // The platform ends a detached follow by itself as soon as nothing is open.
    if (!outcome.ok && outcome.code === 'FOLLOW_NOT_FOUND') return onDone();
    if (!outcome.ok)
      return show(outcome.code === 'FOLLOW_POSITIONS_OPEN' ? words.positionsOpen : outcome.message);
    toasts.show({ kind: 'order', title: words.ended, line: words.endedLine(signed(outcome.reply.net)) });
    onDone();
  }

  const expected = open === undefined ? undefined : toDecimal(open);
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.stopTitle(follow.traderNick)}
      closeLabel={common.close}
      action={
        <div className="copy-pair">
          <Button
            kind="tonal"
            busy={isBusy}
            onPress={() => void run(isOpen && way === 'pause' ? pause : closeAndEnd)}
          >
            {!isOpen ? words.doEnd : way === 'pause' ? words.doPause : words.doClose}
          </Button>
          <Button disabled={isBusy} onPress={onClose}>
            {words.keep}
          </Button>
        </div>
      }
    >
      <div className="copy-sheet">
        <p className="text-lead">
          {isOpen ? (
            <>
              {words.stopOpen.before}
              <b className="stop-sheet__count">{countText(count)}</b>
              {words.stopOpen.after}
            </>
          ) : (
            words.stopNone
          )}
        </p>
        {isOpen && (
          <div className="stop-ways" role="radiogroup" aria-label={words.options}>
            {WAYS.filter((each) => each === 'close' || canPause).map((each, index, all) => (
              // biome-ignore lint/a11y/useSemanticElements: a native radio cannot contain its two lines.
              <button
                key={each}
                type="button"
                role="radio"
                className="stop-way"
                aria-checked={each === way}
                tabIndex={each === way ? 0 : -1}
                onClick={() => setWay(each)}
                onKeyDown={(event) =>
                  rove(event, { index, count: all.length, onMove: (next) => setWay(all[next]!) })
                }
              >
                <i className="stop-way__mark" aria-hidden="true" />
                <span>
                  <b>{each === 'pause' ? words.optionPause : words.optionClose}</b>{' '}
                  <small>
                    {each === 'pause'
                      ? words.optionPauseLead
                      : expected === undefined
                        ? words.noPrice
                        : words.optionCloseLead(signed(expected))}
                  </small>
                </span>
              </button>
            ))}
          </div>
        )}
        <Settlement follow={follow} ends={!isOpen || way === 'close'} open={isOpen ? expected : '0'} />
        <Note raised>
          <p>{!isOpen ? words.stopNoteNone : way === 'pause' ? words.stopNotePause : words.stopNoteClose}</p>
        </Note>
      </div>
    </BottomSheet>
  );
}

interface SettlementProps {
  readonly follow: WireFollow;
  /** Nothing is open afterwards: only then are the share and what is left of the profit final. */
  readonly ends: boolean;
  /** What closing all copies now would bring; undefined while a price is missing. */
  readonly open: string | undefined;
}

function Settlement({ follow, ends, open }: SettlementProps) {
  const words = useWords(copytradeMineWords);
  const shared = amount(follow.shared);
  const closed = ends ? open : '0';
  const total = closed === undefined ? undefined : plus(amount(follow.total), amount(closed));
  const due = total === undefined ? undefined : dueShare({ total, rate: rate(follow.shareRate), shared });
  const net =
    total === undefined || due === undefined ? undefined : toDecimal(minus(minus(total, shared), due));
  const closes = ends && follow.copies.length > 0;
  const toned = (text: string, shown: string) => (
    <span className={toneClass(directionOf(text)).trim()}>{shown}</span>
  );
  return (
    <KeyValueList framed>
      <KeyValue name={words.settled} strong>
        {toned(follow.total, profitText(follow.total))}
      </KeyValue>
      {closes && (
        <KeyValue name={words.expected} strong>
          {open === undefined ? MISSING : toned(open, profitText(open))}
        </KeyValue>
      )}
      {shared > 0n && (
        <KeyValue name={words.paidShare} strong>
          {profitText(toDecimal(-shared))}
        </KeyValue>
      )}
      {due !== undefined && (
        <KeyValue name={words.dueShare(percentOfShare(follow.shareRate))} strong>
          {profitText(toDecimal(-due))}
        </KeyValue>
      )}
      {closes && (
        <KeyValue name={words.returned} strong>
          {usdtText(follow.usedMargin)}
        </KeyValue>
      )}
      {ends && net !== undefined && (
        <KeyValue name={words.finalNet} strong>
          {toned(net, `${profitText(net)} USDT`)}
        </KeyValue>
      )}
    </KeyValueList>
  );
}
