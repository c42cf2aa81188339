// The audit log: who did what, chained by hashes, with the state of the chain in its head.
import {
  AUDIT_GROUPS,
  type AuditEntry,
  type AuditGroup,
  auditCsv,
  auditList,
  auditVerification,
  verifyAudit,
} from '@maru/contract/audit/calls';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Chips, Tag } from '../parts/facts.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { Field } from '../parts/form.tsx';
import { dayOf, minuteOf, timeOf } from '../parts/moments.ts';
import { Page, SearchBox } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { usePages } from '../shell/use-pages.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/audit.ts';
import './audit.css';
import { AuditDrawer } from './audit-drawer.tsx';
import { changesOf, shortHash, summaryOf } from './diff.ts';
import { actionOf, nameOf, subjectWords } from './entry-words.ts';

type PeriodName = 'TODAY' | 'WEEK' | 'RANGE' | 'EVER';

const DAY_MS = 86_400_000;
const VERIFIED_EVERY_MS = 30_000;
/** Beside the list there is room for the newest entry; on a phone it would hide the list. */
const WIDE = '(min-width: 1024px)';
const startOf = (day: string): number => Date.parse(`${day}T00:00:00+09:00`);

function ChainState() {
  const { data, reload } = useRead(auditVerification, {}, { everyMs: VERIFIED_EVERY_MS });
  const office = useOffice();
  const { act, isBusy } = useAct(verifyAudit);
  const count = (value: number): string => value.toLocaleString('ko-KR');
  async function verify(): Promise<void> {
    const outcome = await act({});
    if (!outcome.ok) return;
    office.toast('good', words.verified);
    await reload();
  }
  if (data === undefined) return null;
  const { fault, checkedNumber } = data;
  return (
    <span className="chain-state" role="status">
      {fault !== null ? (
        <Tag tone="danger">{words.broken(count(fault.number), words.faults[fault.kind])}</Tag>
      ) : (
        <span>
          {checkedNumber < data.count
            ? words.checking(count(checkedNumber), count(data.count))
            : words.whole(count(data.count))}
        </span>
      )}
      <Button size="small" kind="quiet" icon="refresh" busy={isBusy} onPress={() => void verify()}>
        {words.verify}
      </Button>
    </span>
  );
}

const columnsFor = (isOneDay: boolean): readonly Column<AuditEntry>[] => [
  {
    head: words.at,
    cell: ({ atMillis }) => (
      <span className="figure audit-quiet">{isOneDay ? timeOf(atMillis) : minuteOf(atMillis)}</span>
    ),
  },
  { head: words.who, cell: (entry) => <b>{nameOf(entry)}</b> },
  {
    head: words.group,
    cell: ({ group }) => <span className="audit-quiet">{words.groups[group]}</span>,
    isExtra: true,
  },
  {
    head: words.what,
    cell: (entry) => (
      <>
        {actionOf(entry)} {entry.confirmedBy !== null && <Tag tone="brass">{words.two}</Tag>}
        {entry.isUnusual && <Tag tone="warn">{words.attention}</Tag>}
      </>
    ),
  },
  { head: words.subject, cell: (entry) => <span className="audit-quiet">{subjectWords(entry)}</span> },
  {
    head: words.content,
    cell: ({ before, after, reason }) => (
      <span className="audit-content">{summaryOf(changesOf(before, after), reason)}</span>
    ),
    isExtra: true,
  },
  {
    head: words.hash,
    cell: ({ hash }) => <span className="audit-hash">{shortHash(hash)}</span>,
    isExtra: true,
  },
];

export function Screen() {
  const { timers } = useOffice();
  const today = dayOf(timers.now());
  const [group, setGroup] = useState<AuditGroup | 'ALL'>('ALL');
  const [period, setPeriod] = useState<PeriodName>('TODAY');
  const [range, setRange] = useState({ from: today, to: today });
  const [isTwoOnly, setTwoOnly] = useState(false);
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [person, setPerson] = useState<AuditEntry>();
  const [chosen, setChosen] = useState<number>();
  const [isOpen, setOpen] = useState(() => globalThis.matchMedia?.(WIDE).matches ?? true);

  const begins = {
    TODAY: startOf(today),
    WEEK: startOf(today) - 6 * DAY_MS,
    RANGE: startOf(range.from),
    EVER: Number.NaN,
  }[period];
  const ends = period === 'RANGE' ? startOf(range.to) + DAY_MS : Number.NaN;
  const query = {
    ...(group === 'ALL' ? {} : { group }),
    ...(isTwoOnly ? { twoOnly: true } : {}),
    ...(search === '' ? {} : { search }),
    ...(person === undefined ? {} : { staff: person.staff }),
    ...(Number.isNaN(begins) ? {} : { fromMillis: begins }),
    ...(Number.isNaN(ends) ? {} : { toMillis: ends }),
  };
  const pages = usePages(auditList, query, { cursorOf: ({ number }) => number });
  const entry = isOpen ? (pages.rows.find(({ number }) => number === chosen) ?? pages.rows[0]) : undefined;

  return (
    <Page
      title={words.title}
      badge={<ChainState />}
      tools={
        <>
          <Chips
            label={words.period}
            choices={[
              { value: 'TODAY', label: words.today },
              { value: 'WEEK', label: words.week },
              { value: 'RANGE', label: words.range },
              { value: 'EVER', label: words.ever },
            ]}
            value={period}
            onChange={setPeriod}
          />
          <SearchBox
            label={words.search}
            value={typed}
            onChange={(value) => {
              setTyped(value);
              if (value === '') setSearch('');
            }}
            onSubmit={() => setSearch(typed.trim())}
          />
        </>
      }
    >
      <div className={entry === undefined ? 'list-and-drawer' : 'list-and-drawer list-and-drawer--open'}>
        <Panel isFlush fills>
          <div className="audit-filters">
            <Chips
              label={words.group}
              choices={[
                { value: 'ALL' as const, label: words.all },
                ...AUDIT_GROUPS.map((value) => ({ value, label: words.groups[value] })),
              ]}
              value={group}
              onChange={setGroup}
            />
            <span className="audit-filters__space" />
            <div className="chips">
              {person !== undefined && (
                <button
                  type="button"
                  className="chips__choice"
                  aria-pressed="true"
                  onClick={() => setPerson(undefined)}
                >
                  {words.onlyPerson(nameOf(person))}
                </button>
              )}
              <button
                type="button"
                className="chips__choice"
                aria-pressed={isTwoOnly}
                onClick={() => setTwoOnly(!isTwoOnly)}
              >
                {words.twoOnly}
              </button>
              <FileButton call={auditCsv} query={query} />
            </div>
          </div>
          {period === 'RANGE' && (
            <div className="audit-filters">
              <Field
                label={words.from}
                type="date"
                value={range.from}
                onChange={(from) => from !== '' && setRange({ ...range, from })}
              />
              <Field
                label={words.to}
                type="date"
                value={range.to}
                onChange={(to) => to !== '' && setRange({ ...range, to })}
              />
            </div>
          )}
          <DataTable
            label={words.list}
            columns={columnsFor(period === 'TODAY')}
            rows={pages.rows}
            keyOf={({ number }) => number}
            selected={entry?.number}
            onSelect={({ number }) => {
              setChosen(number);
              setOpen(true);
            }}
            isLoading={pages.isLoading}
            empty={pages.fault?.message ?? words.empty}
            hasMore={pages.hasMore}
            onMore={() => void pages.more()}
            foot={words.foot}
          />
        </Panel>
        {entry !== undefined && (
          <AuditDrawer
            number={entry.number}
            onPerson={setPerson}
            onClose={() => setOpen(false)}
            onSubject={(subject) => {
              setTyped(subject);
              setSearch(subject);
              setPeriod('EVER');
            }}
          />
        )}
      </div>
    </Page>
  );
}
