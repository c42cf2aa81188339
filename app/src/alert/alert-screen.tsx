// A price alert over the chart of its instrument (picture 40b). The line can be dragged: there is no scrim.
import { directionOf, formatPercent, formatPrice } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import { type AlertInstrument, myAlerts, type WireAlert } from '@maru/contract/alert/calls';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { ChartLine } from '../chart/drawing/chart-line.ts';
import { ROW_PACE_MS } from '../market/prices/paced-quote.ts';
import { useDay } from '../market/prices/use-day.ts';
import { useLiveTick } from '../market/prices/use-live-tick.ts';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { useParams, useRouter } from '../shell/routing/router.tsx';
import { alertWords } from '../text/alert.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { TradePage } from '../ui/layout/trade-page.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import { type AlertDraft, firstDraft, levelText, withLevel } from './alert-draft.ts';
import { AlertForm } from './alert-form.tsx';
import './alert-screen.css';

const TradeChart = lazy(async () => ({
  default: (await import('../chart/panel/trade-chart.tsx')).TradeChart,
}));

const LIST = '/more/alerts';

export function AlertScreen() {
  const words = useWords(alertWords);
  const { stock = '' } = useParams();
  const router = useRouter();
  const answer = useAnswer(myAlerts, { stock });
  const leave = () =>
    router.history.canGoBack() ? router.history.back() : void router.navigate({ to: LIST });
  const instrument = answer.reply?.instruments.find((each) => each.stock === stock);
  if (answer.reply !== undefined && instrument !== undefined)
    return (
      <Alert
        key={stock}
        instrument={instrument}
        alerts={answer.reply.alerts}
        most={answer.reply.most}
        onLeave={() => {
          answer.reload();
          leave();
        }}
      />
    );
  return (
    <TradePage
      isBusy={answer.state === 'loading'}
      head={<PageHeader kind="trade" title="" back={{ label: words.back, onPress: leave }} />}
    >
      <main className="trade-page__main alert-page__main">
        {answer.state === 'failed' && (
          <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />
        )}
        {answer.state === 'ready' && <StatePanel kind="empty" title={words.unknown} />}
        {answer.state === 'loading' && <Skeleton height={280} radius={16} />}
      </main>
    </TradePage>
  );
}

interface Props {
  readonly instrument: AlertInstrument;
  readonly alerts: readonly WireAlert[];
  readonly most: number;
  readonly onLeave: () => void;
}

function Alert({ instrument, alerts, most, onLeave }: Props) {
  const { language } = useLanguage();
  const words = useWords(alertWords);
  const { history } = useRouter();
  const { stock, precision, tickSize, hasMark } = instrument;
  const tick = useLiveTick(stock, ROW_PACE_MS);
  const { priceChange } = useDay(stock, ROW_PACE_MS);
  const editedId = Number(/^\?id=(\d{1,15})$/.exec(history.location.search)?.[1] ?? 0);
  const edited = alerts.find(({ id, stock: of }) => id === editedId && of === stock);
  const [chosen, setChosen] = useState<AlertDraft | undefined>(edited);
  const draft = chosen ?? (tick && firstDraft(tick.last, instrument));
  const now = draft?.basis === 'MARK' ? tick?.mark : tick?.last;
  const name = hasMark ? displayName(stock) : language === 'ko' ? instrument.koName : instrument.enName;

  const others = alerts.filter((each) => each.stock === stock && each.id !== edited?.id);
  const lines = useMemo((): readonly ChartLine[] => {
    const sideOf = (fires: WireAlert['fires']) => (fires === 'AT_OR_ABOVE' ? words.above : words.below);
    const level = draft && levelText(draft.level, precision);
    return [
      ...others.map(
        ({ id, level: price, fires, repeat }): ChartLine => ({
          id: `alert-${id}`,
          price,
          kind: 'takeProfit',
          icon: 'bell',
          isPriced: true,
          label: `${sideOf(fires)} · ${repeat === 'ONCE' ? words.lineOnce : words.lineAlways}`,
        }),
      ),
      ...(draft === undefined || draft.level === '' || level === undefined
        ? []
        : [
            {
              id: 'draft',
              price: draft.level,
              kind: 'alert',
              icon: 'bell',
              isPriced: true,
              label: draft.fires === 'AT_OR_ABOVE' ? words.levelAbove(level) : words.levelBelow(level),
              tickSize,
              onMove: (price: string) => setChosen(withLevel(draft, price, now)),
            } as const,
          ]),
    ];
  }, [others, draft, now, precision, tickSize, words]);

  return (
    <TradePage
      head={
        <PageHeader
          kind="trade"
          title={name}
          code={hasMark ? words.perpetual : undefined}
          back={{ label: words.back, onPress: onLeave }}
        >
          <PriceNow stock={stock} precision={precision} />
        </PageHeader>
      }
    >
      <main className="trade-page__main alert-page__main">
        <div className="alert-page__chart">
          <Suspense>
            <TradeChart
              stock={stock}
              name={name}
              precision={precision}
              change={priceChange}
              lines={lines}
              isBare
            />
          </Suspense>
        </div>
        {draft !== undefined && (
          <AlertForm
            instrument={instrument}
            draft={draft}
            now={now}
            editedId={edited?.id}
            counts={{
              here: alerts.filter((each) => each.stock === stock).length,
              all: alerts.length,
              most,
            }}
            onChange={setChosen}
            onClose={onLeave}
          />
        )}
      </main>
    </TradePage>
  );
}

function PriceNow({ stock, precision }: { readonly stock: string; readonly precision: number }) {
  const { lastPrice, priceChangePercent } = useDay(stock, ROW_PACE_MS);
  const direction = directionOf(priceChangePercent);
  return (
    <p className={`alert-page__price figure figure--${direction}`}>
      <b>{formatPrice(lastPrice, precision)}</b>
      <span className="text-micro">{formatPercent(priceChangePercent)}</span>
    </p>
  );
}
