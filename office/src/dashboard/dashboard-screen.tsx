// What waits for somebody, and how the platform is. Each figure is that of the screen it belongs to.
import { bookReport, type TurnoverDay } from '@maru/contract/books/calls';
import { dnwFigures } from '@maru/contract/cashier/queue';
import { feedHealth } from '@maru/contract/control/calls';
import { memberCounts } from '@maru/contract/members/calls';
import { riskAlerts } from '@maru/contract/risk/limits';
import { REQUEST_WAITS_MS, staffRequests } from '@maru/contract/staff/calls';
import { amount, sum, toDecimal } from '@maru/engine/amount';
import { WaitingFigures } from '../cashier/waiting-figures.tsx';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Figure, Figures, Tag } from '../parts/facts.tsx';
import { dayOf, minuteOf } from '../parts/moments.ts';
import { isNegative, moneyOf } from '../parts/money.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { subjectText } from '../requests/request-words.ts';
import { alertSubject, figureText } from '../risk/alert-figure.ts';
import { screens } from '../screens.ts';
import { useBadges } from '../shell/badges.ts';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { usePages } from '../shell/use-pages.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/dashboard.ts';
import { words as requestWords } from '../text/requests.ts';
import { words as risk } from '../text/risk.ts';

const { kinds } = requestWords;
const EVERY_MS = 10_000;
const SLOWLY_MS = 60_000;

export function Screen() {
  const may = useMay();
  const now = useOffice().timers.now();
  const figures = useRead(dnwFigures, may('MONEY_READ') ? {} : null, { everyMs: EVERY_MS });
  return (
    <Page title={words.title}>
      <WaitingFigures data={figures.data} now={now} />
      <Today now={now} />
      <WaitingScreens />
      <div className="columns">
        {may('REQUEST_READ') && <WaitingRequests />}
        {may('RISK_READ') && <Alerts />}
      </div>
    </Page>
  );
}

/** Members, and the day in won as the books have it. */
function Today({ now }: { readonly now: number }) {
  const may = useMay();
  const members = useRead(memberCounts, may('MEMBER_READ') ? {} : null, { everyMs: SLOWLY_MS });
  const day = dayOf(now);
  const period = { fromDate: day, toDate: day };
  const report = useRead(bookReport, may('BOOKS_READ') ? period : null, { everyMs: SLOWLY_MS });
  const won = report.data?.content.find(({ currency, date }) => currency === 'KRW' && date === day);
  const notional = notionalOn(report.data?.turnover ?? [], day);
  const shown = (decimal: string) => `${moneyOf(decimal)}${words.won}`;
  const feed = useRead(feedHealth, may('MARKET_READ') ? {} : null, { everyMs: EVERY_MS }).data?.content;
  const troubled = feed?.filter(({ condition }) => condition === 'STALE' || condition === 'SUSPECT') ?? [];
  if (members.data === undefined && won === undefined && feed === undefined) return null;
  return (
    <Figures>
      {members.data !== undefined && (
        <>
          <Figure
            label={words.online}
            value={words.people(moneyOf(String(members.data.online)))}
            aside={words.members(moneyOf(String(members.data.all)))}
          />
          <Figure label={words.joined} value={words.people(moneyOf(String(members.data.today)))} />
        </>
      )}
      {feed !== undefined && (
        <Figure
          label={words.feed}
          value={troubled.length === 0 ? words.feedGood : words.feedBad(troubled.length)}
          tone={troubled.length === 0 ? 'plain' : 'danger'}
          aside={words.feedOf(feed.length)}
        />
      )}
      {notional !== undefined && (
        <Figure label={words.notional} value={shown(notional)} aside={words.hourly} />
      )}
      {won !== undefined && (
        <>
          <Figure label={words.stakes} value={shown(won.betTurnover)} aside={words.decided} />
          <Figure label={words.fees} value={shown(won.fees)} aside={words.unit} />
          <Figure
            label={words.result}
            value={shown(won.result)}
            tone={isNegative(won.result) ? 'danger' : 'plain'}
            aside={words.unit}
          />
        </>
      )}
    </Figures>
  );
}

/** What was filled in all products that have fills; undefined until the day is counted. */
function notionalOn(turnover: readonly TurnoverDay[], day: string): string | undefined {
  const own = turnover.filter(({ date, base }) => date === day && base === 'NOTIONAL');
  if (own.length === 0) return undefined;
  return toDecimal(sum(own.map(({ won }) => amount(won))));
}

function WaitingScreens() {
  const may = useMay();
  const office = useOffice();
  const badges = useBadges();
  const countOf = (path: string) => badges[path] ?? badges[path.slice(1)] ?? 0;
  const waiting = screens.filter(({ path, right }) => countOf(path) > 0 && may(right));
  if (waiting.length === 0) return null;
  return (
    <Panel title={words.screens}>
      <div className="chips">
        {waiting.map(({ path, title, icon }) => (
          <Button key={path} size="small" icon={icon} onPress={() => office.place.go(path)}>
            {title} <b className="figure">{countOf(path)}</b>
          </Button>
        ))}
      </div>
    </Panel>
  );
}

function WaitingRequests() {
  const now = useOffice().timers.now();
  const requests = usePages(staffRequests, {}, { size: 20 });
  const waiting = requests.rows.filter(
    ({ approvedBy, withdrawnBy, requestedMillis }) =>
      approvedBy === null && withdrawnBy === null && now - requestedMillis <= REQUEST_WAITS_MS,
  );
  return (
    <Panel title={words.waiting} isFlush fills>
      <DataTable
        label={words.waiting}
        rows={waiting}
        keyOf={({ id }) => id}
        isLoading={requests.isLoading}
        empty={words.nothingWaits}
        columns={[
          { head: words.since, cell: ({ requestedMillis }) => minuteOf(requestedMillis) },
          { head: words.kind, cell: ({ kind }) => kinds[kind] ?? kind },
          { head: words.subject, cell: ({ subject }) => subjectText(subject) },
          { head: words.reason, cell: ({ reason }) => reason, isExtra: true },
        ]}
      />
    </Panel>
  );
}

function Alerts() {
  const alerts = useRead(riskAlerts, { waiting: true, size: 20 }, { everyMs: EVERY_MS });
  return (
    <Panel title={words.alerts} aside={alerts.data?.waiting} isFlush fills>
      <DataTable
        label={words.alerts}
        rows={alerts.data?.content ?? []}
        keyOf={({ riskAlertId }) => riskAlertId}
        isLoading={alerts.isLoading && alerts.data === undefined}
        empty={words.noAlerts}
        columns={[
          { head: words.alertColumns.at, cell: ({ firedMillis }) => minuteOf(firedMillis) },
          {
            head: words.alertColumns.rule,
            cell: ({ rule, level }) => (
              <>
                {risk.rules[rule]}{' '}
                <Tag tone={level === 'OVER' ? 'danger' : 'warn'}>{words.levels[level]}</Tag>
              </>
            ),
          },
          { head: words.alertColumns.subject, isExtra: true, cell: alertSubject },
          {
            head: words.alertColumns.value,
            align: 'right',
            cell: ({ rule, value }) => <b className="figure">{figureText(rule, value)}</b>,
          },
          {
            head: words.alertColumns.limit,
            align: 'right',
            isExtra: true,
            cell: ({ rule, limit }) => <span className="figure">{figureText(rule, limit)}</span>,
          },
        ]}
      />
    </Panel>
  );
}
