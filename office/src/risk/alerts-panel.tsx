// What came near a limit, and who has seen it.
import type { ReceivedReply } from '@maru/client/call';
import { acknowledgeRiskAlert, riskAlerts } from '@maru/contract/risk/limits';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Tag } from '../parts/facts.tsx';
import { timeOf } from '../parts/moments.ts';
import { Panel } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/risk.ts';
import { alertSubject, figureText } from './alert-figure.ts';

type Alert = ReceivedReply<typeof riskAlerts>['content'][number];

const EVERY_MS = 5_000;
const valueText = ({ rule, value, limit }: Alert): string =>
  `${figureText(rule, value)} / ${figureText(rule, limit)}`;

export function AlertsPanel() {
  const { data, reload } = useRead(riskAlerts, { size: 20 }, { everyMs: EVERY_MS });
  const { act, isBusy } = useAct(acknowledgeRiskAlert);
  const office = useOffice();
  const may = useMay();
  const [chosen, setChosen] = useState<Alert>();
  const rows = data?.content ?? [];

  async function acknowledge(reason: string): Promise<void> {
    if (chosen === undefined) return;
    const outcome = await act({ riskAlertId: chosen.riskAlertId, reason });
    if (outcome.ok) office.toast('good', words.acknowledged);
    setChosen(undefined);
    await reload();
  }
  return (
    <Panel title={words.alerts} aside={data === undefined ? undefined : words.alertsAside(data.waiting)}>
      {rows.length === 0 && <p className="risk-empty">{words.noAlerts}</p>}
      <ul className="risk-alerts" aria-label={words.alerts}>
        {rows.map((alert) => (
          <li key={alert.riskAlertId}>
            <span className="risk-quiet figure">{timeOf(alert.firedMillis)}</span>
            <span className="text-stack">
              <b className={`tone--${alert.level === 'OVER' ? 'danger' : 'warn'}`}>
                {words.rules[alert.rule]}
              </b>
              <span className="figure">
                {alertSubject(alert)} {valueText(alert)}
              </span>
            </span>
            {alert.clearedMillis !== null && <Tag>{words.ended}</Tag>}
            {alert.acknowledgedBy === null && may('MARKET_CONTROL') && (
              <Button
                size="small"
                label={`${words.rules[alert.rule]} ${alertSubject(alert)} ${words.acknowledge}`}
                onPress={() => setChosen(alert)}
              >
                {words.acknowledge}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ReasonDialog
        open={chosen !== undefined}
        title={words.acknowledgeTitle}
        confirm={words.acknowledge}
        busy={isBusy}
        onClose={() => setChosen(undefined)}
        onConfirm={(reason) => void acknowledge(reason)}
      >
        {chosen !== undefined && (
          <p>
            {words.rules[chosen.rule]} {alertSubject(chosen)} {valueText(chosen)}
          </p>
        )}
      </ReasonDialog>
    </Panel>
  );
}
