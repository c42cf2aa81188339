// One waiting request: whose it is, what speaks for or against it, and what can be done with it.
import { Icon } from '@maru/app/ui/icons/icon';
import { Button } from '../parts/button.tsx';
import { CheckList, type Fact, Facts, Notice } from '../parts/facts.tsx';
import { minuteOf } from '../parts/moments.ts';
import { amountOf } from '../parts/money.ts';
import { Drawer, DrawerSection } from '../parts/panel.tsx';
import { useMay, useMe } from '../shell/office-context.tsx';
import { words } from '../text/cashier.ts';
import { isOut, type QueueRow, shownChecks, typeName, walletName } from './check-words.ts';
import { P2pTalk } from './p2p-talk.tsx';
import { iconOf } from './queue-table.tsx';

const DAY_MS = 86_400_000;

export type Decision = 'APPROVE' | 'REJECT' | 'HOLD' | 'RELEASE' | 'TAKE';

interface Props {
  readonly row: QueueRow;
  readonly now: number;
  readonly isBusy: boolean;
  readonly onDecide: (decision: Decision) => void;
  readonly onClose: () => void;
}

function factsOf(row: QueueRow): readonly Fact[] {
  const money = (text: string) => amountOf(text, row.currency);
  const won =
    row.channel === 'p2p' && row.won !== null
      ? [{ label: isOut(row) ? words.facts.wonOut : words.facts.wonIn, value: amountOf(row.won, 'KRW') }]
      : [];
  const totals = { label: words.facts.totals, value: `${money(row.came.total)} / ${money(row.went.total)}` };
  if (row.askedBy !== null)
    return [
      { label: words.facts.asked, value: row.askedName ?? '' },
      { label: words.facts.reason, value: row.reason },
      { label: words.facts.balance, value: money(row.free) },
      totals,
    ];
  if (!isOut(row)) return [...won, { label: words.facts.balance, value: money(row.free) }, totals];
  const isShort = Number(row.free) < Number(row.reserved);
  return [
    ...won,
    { label: words.facts.account, value: `${row.bankName ?? ''} ${row.counterpart}`.trim() },
    { label: words.facts.after, value: money(row.free) },
    { label: words.facts.reserved, value: money(row.reserved), tone: isShort ? 'warn' : undefined },
    { label: words.facts.fee, value: money(row.fee) },
    totals,
  ];
}

export function QueueDrawer({ row, now, isBusy, onDecide, onClose }: Props) {
  const may = useMay();
  const me = useMe();
  const first = row.confirmedBy ?? row.askedBy;
  const isMine = row.needsTwo && first === me.id;
  const approve = row.needsTwo ? (first === null ? words.first : words.second) : words.approve;
  return (
    <Drawer
      label={`${typeName(row)} ${row.username}`}
      onClose={onClose}
      head={<Head row={row} now={now} />}
      actions={
        <>
          <Notes row={row} isMine={isMine} isBusy={isBusy} onTake={() => onDecide('TAKE')} />
          {may('MONEY_DECIDE') && (
            <>
              <Button hotkey="r" busy={isBusy} onPress={() => onDecide('REJECT')}>
                {words.reject}
              </Button>
              <Button
                hotkey="h"
                busy={isBusy}
                onPress={() => onDecide(row.hold === null ? 'HOLD' : 'RELEASE')}
              >
                {row.hold === null ? words.hold : words.release}
              </Button>
              <Button
                kind="primary"
                hotkey="a"
                busy={isBusy}
                disabled={isMine}
                onPress={() => onDecide('APPROVE')}
              >
                {approve}
              </Button>
            </>
          )}
        </>
      }
    >
      <Facts facts={factsOf(row)} />
      {row.checks.length > 0 && (
        <DrawerSection title={words.checks}>
          <CheckList checks={shownChecks(row, now)} />
        </DrawerSection>
      )}
      {row.channel === 'p2p' && <P2pTalk dnwHistoryId={row.id} />}
    </Drawer>
  );
}

const Head = ({ row, now }: { readonly row: QueueRow; readonly now: number }) => (
  <>
    <p className="queue-head__line">
      <span className="queue__kind">
        <Icon name={iconOf(row)} size={15} weight={2} />
        {typeName(row)} · {walletName(row.walletType)}
      </span>
      <span className="figure">{`#${row.type}-${row.id}`}</span>
    </p>
    <p className="queue-head__amount figure">{amountOf(row.point, row.currency)}</p>
    <p className="queue-head__who">
      <b>{row.name}</b>{' '}
      <span className="queue__quiet">
        {row.username} · {words.joined(Math.floor((now - row.joinedMillis) / DAY_MS))}
      </span>
    </p>
  </>
);

interface NotesProps {
  readonly row: QueueRow;
  /** Whether who looks is the first of the two. */
  readonly isMine: boolean;
  readonly isBusy: boolean;
  readonly onTake: () => void;
}

/** What colleagues have done with it, and what it still takes. */
function Notes({ row, isMine, isBusy, onTake }: NotesProps) {
  const may = useMay();
  const me = useMe();
  return (
    <div className="queue-notes">
      {row.hold !== null && (
        <Notice tone="warn">
          {words.heldBy(row.hold.staffName, minuteOf(row.hold.atMillis), row.hold.reason)}
        </Notice>
      )}
      {row.isDisputed && <Notice tone="danger">{words.disputed}</Notice>}
      {row.takenName !== null && row.takenBy !== me.id && <Notice>{words.takenBy(row.takenName)}</Notice>}
      {row.confirmedName !== null && !isMine && <Notice>{words.confirmedBy(row.confirmedName)}</Notice>}
      {row.needsTwo && <Notice tone="warn">{isMine ? words.waitsForOther : words.twoPeople}</Notice>}
      {row.status === 0 && row.askedBy === null && may('MONEY_DECIDE') && (
        <Button size="small" hotkey="t" busy={isBusy} onPress={onTake}>
          {words.take}
        </Button>
      )}
    </div>
  );
}
