// Requests that were decided, cancelled or ran out: who decided, when and why.
import type { ReceivedReply } from '@maru/client/call';
import { dnwEnded } from '@maru/contract/cashier/queue';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Choice } from '../parts/choice.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Chips, type Fact, Facts, Tag, type Tone } from '../parts/facts.tsx';
import { minuteOf } from '../parts/moments.ts';
import { amountOf } from '../parts/money.ts';
import { Page } from '../parts/page.tsx';
import { Drawer, DrawerSection, Panel } from '../parts/panel.tsx';
import { useMay, useOffice, useWatched } from '../shell/office-context.tsx';
import { queryOf } from '../shell/place.ts';
import { usePages } from '../shell/use-pages.ts';
import { words } from '../text/cashier.ts';
import { typeName, walletName } from './check-words.ts';
import './cashier.css';
import { P2pTalk } from './p2p-talk.tsx';

type Row = ReceivedReply<typeof dnwEnded>['content'][number];
type Kind = 'ALL' | 'DEPOSIT' | 'WITHDRAWAL' | 'P2P' | 'GRANT';

const text = words.ended;
const KINDS: readonly Kind[] = ['ALL', 'DEPOSIT', 'WITHDRAWAL', 'P2P', 'GRANT'];
const STATES = ['', '1', '2', '3'] as const;
const TONES: Readonly<Record<number, Tone>> = { 1: 'up', 2: 'danger', 3: 'plain' };

const stateOf = ({ status, isExpired }: Row): string =>
  isExpired ? text.expired : (text.states[String(status)] ?? '');

/** By one person, by two, or by the rule for small amounts. */
function decidersOf({ isByRule, askedName, confirmedName, decidedName }: Row): string {
  if (isByRule) return text.byRule;
  const names = [askedName, confirmedName, decidedName].filter((name) => name !== null && name !== '');
  return [...new Set(names)].join(' · ') || '–';
}

export function Screen() {
  const office = useOffice();
  const member = Number(queryOf(useWatched(office.place.at)).get('player')) || undefined;
  const [kind, setKind] = useState<Kind>('ALL');
  const [status, setStatus] = useState<(typeof STATES)[number]>('');
  const [chosen, setChosen] = useState<number>();
  const ended = usePages(dnwEnded, {
    ...(kind === 'ALL' ? {} : { kind }),
    ...(status === '' ? {} : { status }),
    ...(member === undefined ? {} : { playerId: member }),
  });
  const row = ended.rows.find(({ id }) => id === chosen);
  return (
    <Page
      title={text.title}
      tools={
        <Button size="small" icon="back" onPress={() => office.place.go('/cashier')}>
          {text.back}
        </Button>
      }
    >
      <div className={row === undefined ? 'list-and-drawer' : 'list-and-drawer list-and-drawer--open'}>
        <Panel isFlush fills>
          <div className="panel__tools">
            <Chips
              label={words.filters}
              choices={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
              value={kind}
              onChange={setKind}
            />
            <span className="panel__space" />
            <Choice
              label={text.state}
              value={status}
              choices={STATES.map(
                (value) => [value, value === '' ? text.allStates : (text.states[value] ?? '')] as const,
              )}
              onChange={setStatus}
            />
          </div>
          <DataTable
            label={text.title}
            rows={ended.rows}
            keyOf={({ id }) => id}
            selected={chosen}
            onSelect={({ id }) => setChosen(id)}
            isLoading={ended.isLoading}
            empty={ended.fault?.message ?? text.empty}
            hasMore={ended.hasMore}
            onMore={() => void ended.more()}
            columns={[
              {
                head: text.endedAt,
                cell: ({ endedMillis, createdMillis }) => (
                  <span className="queue__quiet">{minuteOf(endedMillis ?? createdMillis)}</span>
                ),
              },
              { head: words.columns.type, cell: typeName },
              {
                head: words.columns.member,
                cell: ({ name, username }) => (
                  <>
                    <b>{name}</b> <span className="queue__quiet">{username}</span>
                  </>
                ),
              },
              {
                head: words.columns.amount,
                align: 'right',
                cell: ({ point, currency }) => <b className="figure">{amountOf(point, currency)}</b>,
              },
              {
                head: text.state,
                cell: (each) => <Tag tone={TONES[each.status] ?? 'plain'}>{stateOf(each)}</Tag>,
              },
              { head: text.by, isExtra: true, cell: decidersOf },
              {
                head: words.facts.reason,
                isExtra: true,
                cell: ({ reason }) => <span className="queue__quiet">{reason || '–'}</span>,
              },
            ]}
          />
        </Panel>
        {row !== undefined && <EndedDrawer row={row} onClose={() => setChosen(undefined)} />}
      </div>
    </Page>
  );
}

function EndedDrawer({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const office = useOffice();
  const may = useMay();
  const facts: readonly Fact[] = [
    { label: text.state, value: stateOf(row) },
    { label: text.by, value: decidersOf(row) },
    ...(row.reason === '' ? [] : [{ label: words.facts.reason, value: row.reason }]),
    { label: words.facts.fee, value: amountOf(row.fee, row.currency) },
    { label: text.change, value: amountOf(row.change, row.currency) },
    ...(row.counterpart === '' ? [] : [{ label: words.facts.account, value: row.counterpart }]),
  ];
  return (
    <Drawer
      label={`${typeName(row)} ${row.username}`}
      onClose={onClose}
      head={
        <span className="text-stack">
          <b>{amountOf(row.point, row.currency)}</b>
          <span>
            {typeName(row)} · {walletName(row.walletType)} ·{' '}
            <span className="figure">{`#${row.type}-${row.id}`}</span>
          </span>
        </span>
      }
      actions={
        may('MEMBER_READ') && (
          <Button icon="user" onPress={() => office.place.go(`/members?id=${row.playerId}`)}>
            {text.openMember}
          </Button>
        )
      }
    >
      <Facts facts={facts} />
      <DrawerSection title={text.steps}>
        <Facts
          facts={row.steps.map(({ step, atMillis }) => ({
            label: text.stepNames[step] ?? step,
            value: minuteOf(atMillis),
          }))}
        />
      </DrawerSection>
      {row.channel === 'p2p' && <P2pTalk dnwHistoryId={row.id} />}
    </Drawer>
  );
}
