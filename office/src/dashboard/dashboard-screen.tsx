// What waits for somebody, and how the platform is.
import { staffRequests } from '@maru/contract/staff/calls';
import { DataTable } from '../parts/data-table.tsx';
import { minuteOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useMay } from '../shell/office-context.tsx';
import { usePages } from '../shell/use-pages.ts';
import { words } from '../text/dashboard.ts';

export function Screen() {
  const may = useMay();
  const requests = usePages(staffRequests, may('REQUEST_READ') ? {} : null, { size: 20 });
  const waiting = requests.rows.filter(
    ({ approvedBy, withdrawnBy }) => approvedBy === null && withdrawnBy === null,
  );
  return (
    <Page title={words.title}>
      {may('REQUEST_READ') && (
        <Panel title={words.waiting} isFlush fills>
          <DataTable
            label={words.waiting}
            rows={waiting}
            keyOf={({ id }) => id}
            isLoading={requests.isLoading}
            empty={words.nothingWaits}
            columns={[
              { head: words.since, cell: ({ requestedMillis }) => minuteOf(requestedMillis) },
              { head: words.kind, cell: ({ kind }) => kind },
              { head: words.subject, cell: ({ subject }) => subject },
              { head: words.reason, cell: ({ reason }) => reason, isExtra: true },
            ]}
          />
        </Panel>
      )}
    </Page>
  );
}
