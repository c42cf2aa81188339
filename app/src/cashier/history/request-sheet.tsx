// One row of the history: its amounts, and each step of a request with its time. What nobody has taken in hand yet can
// be cancelled.
import { formatDateTime } from '@maru/client/format-date';
import { cancelDnwPost } from '@maru/contract/cashier/calls';
import type { DnwRow } from '@maru/contract/cashier/wire';
import type { ReactNode } from 'react';
import { AskAbout } from '../../receipt/ask-about.tsx';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyTexts } from '../../shell/money-text.ts';
import { useNavigate } from '../../shell/routing/router.tsx';
import { cashierHistoryWords } from '../../text/cashier-history.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Timeline, type TimelineStep } from '../../ui/rows/timeline.tsx';
import { unitsOf } from '../request/use-amount.ts';
import { useCurrencyOf, WON_WALLET } from '../wallets/wallet-names.ts';
import { isOpenRequest } from './history-filter.ts';
import { RowAmount } from './history-rows.tsx';
import './request-sheet.css';
import { useRowWords } from './row-words.ts';

interface Props {
  readonly row: DnwRow | undefined;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

const REQUESTS: ReadonlySet<DnwRow['type']> = new Set(['D', 'W', 'WB', 'WS']);

/** What is in the hands of staff can only be waited for, unless it has a page of its own. */
const hasActions = (row: DnwRow): boolean =>
  isOpenRequest(row) && (row.status === 0 || row.channel === 'p2p');

export function RequestSheet({ row, onClose, onChanged }: Props) {
  const words = useWords(cashierHistoryWords);
  const { typeOf } = useRowWords();
  return (
    <BottomSheet
      open={row !== undefined}
      onClose={onClose}
      title={row === undefined ? words.detail : typeOf(row)}
      closeLabel={words.close}
      action={
        row && (
          <div className="request-sheet__actions">
            {hasActions(row) && <Actions row={row} onClose={onClose} onChanged={onChanged} />}
            <AskAbout kind="DNW" id={row.id} />
          </div>
        )
      }
    >
      {row && <Details row={row} />}
    </BottomSheet>
  );
}

function Details({ row }: { readonly row: DnwRow }) {
  const words = useWords(cashierHistoryWords);
  const { statusOf, channelOf, detailOf } = useRowWords();
  const moneyIn = useMoneyTexts();
  const { money, signed } = moneyIn(row.currency);
  const won = moneyIn(useCurrencyOf()(WON_WALLET));
  const status = statusOf(row);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.number, `${row.type}-${row.id}`],
    [words.at, formatDateTime(row.createdMillis)],
    [words.channel, channelOf(row)],
    [words.counterpart, row.channel === '' || row.counterpart !== '' ? detailOf(row) : ''],
    [words.fee, unitsOf(row.fee) > 0n ? money(row.fee) : ''],
    [words.won, row.won === null ? '' : won.money(row.won)],
    [words.rate, row.rate === null ? '' : won.money(row.rate)],
    [words.change, isOpenRequest(row) ? '' : signed(row.change)],
    [words.reason, REQUESTS.has(row.type) ? row.reason : ''],
  ];
  return (
    <div className="request-sheet">
      <p className="request-sheet__amount">
        <RowAmount row={row} />
        {status !== undefined && <Badge tone={isOpenRequest(row) ? 'brass' : 'neutral'}>{status}</Badge>}
      </p>
      {REQUESTS.has(row.type) && <Steps row={row} />}
      <KeyValueList framed>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <KeyValue key={name} name={name}>
              {value}
            </KeyValue>
          ))}
      </KeyValueList>
    </div>
  );
}

const ENDS: ReadonlySet<string> = new Set(['REJECTED', 'EXPIRED']);

/** The step that comes next is shown hollow, so that nobody wonders whether it is over. */
function Steps({ row }: { readonly row: DnwRow }) {
  const words = useWords(cashierHistoryWords);
  const isOpen = isOpenRequest(row);
  const last = row.steps.length - 1;
  const steps: readonly TimelineStep[] = row.steps.map(({ step, atMillis }, index) => ({
    key: `${step} ${atMillis}`,
    title: words.stepNames[step],
    time: formatDateTime(atMillis),
    text: step === 'REJECTED' && row.reason !== '' ? row.reason : undefined,
    state: ENDS.has(step) ? 'warn' : isOpen && index === last ? 'now' : 'done',
  }));
  const next: readonly TimelineStep[] = isOpen
    ? [{ key: 'next', title: words.next, text: words.nextLead, state: 'waiting' }]
    : [];
  return <Timeline label={words.steps} steps={[...steps, ...next]} />;
}

function Actions({ row, onClose, onChanged }: Required<Omit<Props, 'row'>> & { readonly row: DnwRow }) {
  const words = useWords(cashierHistoryWords);
  const navigate = useNavigate();
  const alerts = useAlerts();
  const toasts = useToasts();
  const { busy, send } = useCall(cancelDnwPost, { untilKnown: true });

  async function cancel() {
    const choice = await alerts.ask({
      title: words.cancelAsk,
      message: words.cancelLead,
      safe: words.cancelKeep,
      other: words.cancel,
    });
    if (choice === 'safe') return;
    const outcome = await send({ body: { dnwHistoryId: row.id } });
    if (!outcome) return;
    onChanged();
    if (!outcome.ok) return alerts.show(outcome.message);
    onClose();
    toasts.show({ kind: 'cancelled', title: words.cancelled });
  }

  return (
    <>
      {row.channel === 'p2p' && (
        <Button onPress={() => void navigate({ to: '/wallet/p2p' })}>{words.toP2p}</Button>
      )}
      {row.status === 0 && (
        <Button kind="tonal" busy={busy} busyLabel={words.cancelling} onPress={() => void cancel()}>
          {words.cancel}
        </Button>
      )}
    </>
  );
}
