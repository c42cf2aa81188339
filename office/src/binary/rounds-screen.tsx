// Rounds that were bet on, with their skew and result, and the requests to void one that wait for a second person.
import type { ReceivedReply } from '@maru/client/call';
import { officeRounds, voidRequests } from '@maru/contract/binary/office';
import { useState } from 'react';
import { money } from '../control/figures.ts';
import { Button } from '../parts/button.tsx';
import { Meter } from '../parts/charts.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Chips, Tag, type Tone } from '../parts/facts.tsx';
import { minuteOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { usePages } from '../shell/use-pages.ts';
import { useRead } from '../shell/use-read.ts';
import { offerText, words } from '../text/binary.ts';

const text = words.rounds;
const READ_EVERY_MS = 5_000;

type Round = ReceivedReply<typeof officeRounds>['content'][number];
type Filter = 'ALL' | '0' | '1,2' | '3';

const tones: readonly Tone[] = ['plain', 'up', 'down', 'warn'];

export function Screen() {
  const { place } = useOffice();
  const [filter, setFilter] = useState<Filter>('ALL');
  const [chosen, setChosen] = useState<number>();
  const rounds = usePages(officeRounds, filter === 'ALL' ? {} : { statusStrs: filter }, {
    cursorName: 'beforeId',
    everyMs: READ_EVERY_MS,
  });
  const requests = useRead(voidRequests, { size: '50' }, { everyMs: READ_EVERY_MS });
  const waiting = (requests.data?.content ?? []).filter(
    ({ approvedBy, withdrawnBy }) => approvedBy === null && withdrawnBy === null,
  );
  /** A request knows its round by its id; the newest rounds are in the list below. */
  function nameOf(id: number): string {
    const round = rounds.rows.find((each) => each.id === id);
    return round === undefined
      ? String(id)
      : `${text.no(round.no)} ${round.stock} · ${offerText(round.type)}`;
  }
  const open = (id: number) => place.go(`/rounds/void?id=${id}`);
  return (
    <Page
      title={text.title}
      tools={
        <>
          <Chips
            label={text.filter}
            value={filter}
            onChange={setFilter}
            choices={[
              { value: 'ALL', label: text.all },
              { value: '0', label: text.running },
              { value: '1,2', label: text.decided },
              { value: '3', label: text.void },
            ]}
          />
          <Button size="small" onPress={() => place.go('/rounds/odds')}>
            {text.odds}
          </Button>
        </>
      }
    >
      {waiting.length > 0 && (
        <Panel title={text.waiting} aside={String(waiting.length)}>
          <DataTable
            label={text.waiting}
            isSmall
            rows={waiting}
            keyOf={({ id }) => id}
            columns={[
              { head: text.round, cell: ({ tradeRoundId }) => nameOf(tradeRoundId) },
              { head: words.void.reason, cell: ({ reason }) => reason },
              { head: words.void.asks, cell: ({ requestedMillis }) => minuteOf(requestedMillis) },
              {
                head: text.look,
                align: 'right',
                cell: ({ tradeRoundId }) => (
                  <Button size="small" takesTwo onPress={() => open(tradeRoundId)}>
                    {text.look}
                  </Button>
                ),
              },
            ]}
          />
        </Panel>
      )}
      <Panel isFlush fills>
        <DataTable
          label={text.list}
          rows={rounds.rows}
          keyOf={({ id }) => id}
          selected={chosen}
          onSelect={({ id }) => setChosen(id)}
          onOpen={({ id }) => open(id)}
          isLoading={rounds.isLoading}
          hasMore={rounds.hasMore}
          onMore={() => void rounds.more()}
          empty={text.none}
          columns={[
            {
              head: text.round,
              cell: (round) => (
                <span className="text-stack">
                  <b>{text.no(round.no)}</b>
                  <span className="market-board__quiet">
                    {round.stock} · {offerText(round.type)}
                  </span>
                </span>
              ),
            },
            { head: text.closes, isExtra: true, cell: ({ closeMillis }) => minuteOf(closeMillis) },
            {
              head: text.prices,
              isExtra: true,
              cell: ({ openPrice, closePrice }) =>
                `${openPrice === null ? '–' : money(openPrice)} → ${closePrice === null ? '–' : money(closePrice)}`,
            },
            { head: text.result, cell: (round) => <Result round={round} /> },
            {
              head: text.bets,
              align: 'right',
              isExtra: true,
              cell: ({ bets, players }) => text.counts(bets, players),
            },
            { head: text.stake, align: 'right', cell: ({ stake }) => money(stake) },
            { head: text.skew, isExtra: true, width: '140px', cell: (round) => <Skew round={round} /> },
            {
              head: text.look,
              align: 'right',
              cell: ({ id, no }) => (
                <Button
                  size="small"
                  kind="quiet"
                  label={`${text.no(no)} ${text.look}`}
                  onPress={() => open(id)}
                >
                  {text.look}
                </Button>
              ),
            },
          ]}
        />
      </Panel>
    </Page>
  );
}

function Result({ round: { status, ball } }: { readonly round: Round }) {
  if (ball !== null && status === 1) return <Tag>{text.drawn}</Tag>;
  return <Tag tone={tones[status] ?? 'plain'}>{text.results[status]}</Tag>;
}

const SKEWED = 0.8;

/** The share of the larger side. */
function Skew({ round: { stake, stakes } }: { readonly round: Round }) {
  const total = Number(stake);
  const [side, most] = Object.entries(stakes).toSorted((a, b) => Number(b[1]) - Number(a[1]))[0] ?? ['', '0'];
  const share = total === 0 ? 0 : Number(most) / total;
  const label = `${text.sides[side] ?? side} ${Math.round(share * 100)}%`;
  return (
    <span className="text-stack">
      <span>{label}</span>
      <Meter label={label} share={share} tone={share >= SKEWED ? 'warn' : 'plain'} />
    </span>
  );
}
