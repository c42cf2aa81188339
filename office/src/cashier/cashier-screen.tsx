// Deposits and withdrawals that wait for a decision. R rejects, H marks, A approves; J and K choose.
import { dnwFigures, dnwQueue } from '@maru/contract/cashier/queue';
import { useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Choice } from '../parts/choice.tsx';
import { ConfirmDialog, ReasonDialog } from '../parts/dialogs.tsx';
import { Chips, Tag } from '../parts/facts.tsx';
import { Page, SearchBox } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/cashier.ts';
import './cashier.css';
import type { QueueRow } from './check-words.ts';
import { GrantDialog } from './grant-dialog.tsx';
import { type Decision, QueueDrawer } from './queue-drawer.tsx';
import { canPick, QueueTable } from './queue-table.tsx';
import { useRefusalTexts } from './refusal-texts.tsx';
import { useDecide } from './use-decide.ts';
import { WaitingFigures } from './waiting-figures.tsx';

const EVERY_MS = 5_000;
const MOST_SHOWN = 100;
const WIDE = '(min-width: 1024px)';

type Filter = keyof typeof words.kinds;

const isOfKind: Readonly<Record<Filter, (row: QueueRow) => boolean>> = {
  ALL: () => true,
  DEPOSIT: ({ type, channel }) => (type === 'D' || type === 'WB') && channel !== 'p2p',
  WITHDRAWAL: ({ type, channel }) => (type === 'W' || type === 'WS') && channel !== 'p2p',
  P2P: ({ channel }) => channel === 'p2p',
  GRANT: ({ type }) => type === 'PB' || type === 'PM',
  ATTENTION: ({ worst }) => worst !== 'PLAIN',
  HELD: ({ hold }) => hold !== null,
};

const ORDERS = ['OLDEST', 'LARGEST'] as const;
const FILTERS: readonly Filter[] = ['ALL', 'DEPOSIT', 'WITHDRAWAL', 'P2P', 'GRANT', 'ATTENTION', 'HELD'];

/** The chosen row; when it was decided, the one that has moved into its place. */
function useChoice(rows: readonly QueueRow[]) {
  const [id, setId] = useState<number>();
  const place = useRef(0);
  const [isOpen, setOpen] = useState(() => globalThis.matchMedia?.(WIDE).matches ?? true);
  const found = rows.findIndex((row) => row.id === id);
  if (found >= 0) place.current = found;
  const row = isOpen ? rows[found >= 0 ? found : Math.min(place.current, rows.length - 1)] : undefined;
  return {
    row,
    choose(chosen: QueueRow) {
      setId(chosen.id);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}

export function Screen() {
  const office = useOffice();
  const may = useMay();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('ALL');
  const [partner, setPartner] = useState('');
  const [order, setOrder] = useState<keyof typeof words.orders>('OLDEST');
  const [isGranting, setGranting] = useState(false);
  const query = { size: MOST_SHOWN, ...(search.trim() === '' ? {} : { search: search.trim() }) };
  const queue = useRead(dnwQueue, query, { everyMs: EVERY_MS });
  const figures = useRead(dnwFigures, {}, { everyMs: EVERY_MS });
  const now = office.timers.now();
  const all = queue.data?.content ?? [];
  const rows = all
    .filter((row) => isOfKind[filter](row) && (partner === '' || row.partner === partner))
    .toSorted((a, b) => (order === 'LARGEST' ? Number(b.point) - Number(a.point) : a.id - b.id));
  const choice = useChoice(rows);
  const partners = [...new Set(all.map((row) => row.partner))].filter((code) => code !== '').sort();
  const reload = () => Promise.all([queue.reload(), figures.reload()]);

  return (
    <Page
      title={words.title}
      badge={<Tag tone="brass">{words.waiting(all.length)}</Tag>}
      tools={
        <>
          <Button size="small" icon="history" onPress={() => office.place.go('/cashier/ended')}>
            {words.ended.open}
          </Button>
          <Button size="small" icon="gear" onPress={() => office.place.go('/cashier/setting')}>
            {words.setting}
          </Button>
          {may('MONEY_GRANT') && (
            <Button size="small" takesTwo onPress={() => setGranting(true)}>
              {words.grant.open}
            </Button>
          )}
          <SearchBox label={words.search} value={search} onChange={setSearch} />
        </>
      }
    >
      <WaitingFigures data={figures.data} now={now} />
      <div className="queue">
        <Queue
          rows={rows}
          now={now}
          targetMs={figures.data?.targetMs ?? Number.POSITIVE_INFINITY}
          isLoading={queue.isLoading && queue.data === undefined}
          choice={choice}
          reload={reload}
          head={
            <>
              <Chips
                label={words.filters}
                choices={FILTERS.map((value) => ({
                  value,
                  label: words.kinds[value],
                  count: all.filter(isOfKind[value]).length,
                }))}
                value={filter}
                onChange={setFilter}
              />
              <span className="panel__space" />
              <Choice
                label={words.order}
                value={order}
                choices={ORDERS.map((value) => [value, words.orders[value]] as const)}
                onChange={setOrder}
              />
              <Choice
                label={words.partner}
                value={partner}
                choices={[['', words.allPartners] as const, ...partners.map((code) => [code, code] as const)]}
                onChange={setPartner}
              />
            </>
          }
        />
      </div>
      <GrantDialog
        open={isGranting}
        onClose={() => setGranting(false)}
        onDone={() => {
          setGranting(false);
          void reload();
        }}
      />
    </Page>
  );
}

interface QueueProps {
  readonly rows: readonly QueueRow[];
  readonly now: number;
  readonly targetMs: number;
  readonly isLoading: boolean;
  readonly choice: ReturnType<typeof useChoice>;
  readonly reload: () => Promise<unknown>;
  readonly head: React.ReactNode;
}

function Queue({ rows, now, targetMs, isLoading, choice, reload, head }: QueueProps) {
  const decide = useDecide(reload);
  const refusals = useRefusalTexts();
  const may = useMay();
  const [asked, setAsked] = useState<{ readonly what: Decision; readonly id: number }>();
  const [picks, setPicks] = useState<ReadonlySet<number>>(new Set());
  const picked = new Set(rows.filter((row) => picks.has(row.id) && canPick(row)).map(({ id }) => id));
  const { row } = choice;

  function onDecide(what: Decision): void {
    if (row === undefined) return;
    if (what === 'TAKE') void decide.take(row.id);
    else if (what === 'RELEASE') void decide.release(row.id);
    else if (what === 'APPROVE' && row.worst !== 'RED') void decide.approve(row.id);
    else setAsked({ what, id: row.id });
  }
  const close = () => setAsked(undefined);
  const isAsked = (what: Decision) => asked?.what === what;
  const dialog = { onClose: close, busy: decide.isBusy };
  return (
    <>
      <Panel isFlush fills>
        <div className="panel__tools">{head}</div>
        <QueueTable
          rows={rows}
          now={now}
          targetMs={targetMs}
          selected={row?.id}
          onSelect={choice.choose}
          picked={picked}
          onPick={(id) =>
            setPicks(new Set(picks.has(id) ? [...picks].filter((each) => each !== id) : [...picks, id]))
          }
          isLoading={isLoading}
          foot={
            may('MONEY_DECIDE') && (
              <Button
                size="small"
                disabled={picked.size === 0}
                busy={decide.isBusy}
                onPress={() => void decide.approveMany([...picked]).then(() => setPicks(new Set()))}
              >
                {words.batch(picked.size)}
              </Button>
            )
          }
        />
      </Panel>
      {row !== undefined && (
        <QueueDrawer row={row} now={now} isBusy={decide.isBusy} onDecide={onDecide} onClose={choice.close} />
      )}
      <ReasonDialog
        {...dialog}
        key={`reject ${asked?.id}`}
        open={isAsked('REJECT')}
        title={words.rejectTitle}
        confirm={words.reject}
        kind="danger"
        usual={refusals}
        hint={words.rejectHint}
        onConfirm={(reason) => asked && void decide.reject(asked.id, reason).then(close)}
      />
      <ReasonDialog
        {...dialog}
        key={`hold ${asked?.id}`}
        open={isAsked('HOLD')}
        title={words.holdTitle}
        confirm={words.hold}
        usual={words.holdUsual}
        hint={words.holdHint}
        onConfirm={(reason) => asked && void decide.hold(asked.id, reason).then(close)}
      />
      <ConfirmDialog
        {...dialog}
        open={isAsked('APPROVE')}
        title={words.redTitle}
        confirm={words.approve}
        kind="danger"
        onConfirm={() => asked && void decide.approve(asked.id).then(close)}
      >
        <p>{words.redSentence}</p>
      </ConfirmDialog>
    </>
  );
}
