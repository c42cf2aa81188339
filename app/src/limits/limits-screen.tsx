// The limits that members set for themselves, breaks and self-exclusion (picture 37).
import { formatMoney } from '@maru/client/format-amount';
import { setLimit, takeBackLimit, type WireLimit, type WireLimits } from '@maru/contract/limits/calls';
import { useState } from 'react';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useCall } from '../shell/connection/use-call.ts';
import { useServerSecond } from '../shell/connection/use-server-second.ts';
import { HeaderEnd } from '../shell/layouts/header-end.tsx';
import { useMyLimits } from '../shell/member/own-limits.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { useMoneyText } from '../shell/money-text.ts';
import { useWords } from '../text/language.tsx';
import { limitsWords } from '../text/limits.ts';
import { IconButton } from '../ui/buttons/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { ListRow } from '../ui/rows/list-row.tsx';
import { Tile } from '../ui/rows/tile.tsx';
import { Skeleton, SkeletonRows } from '../ui/states/skeleton.tsx';
import { BreakPanel } from './break-panel.tsx';
import { CountSheet } from './count-sheet.tsx';
import { ExcludeSheet } from './exclude-sheet.tsx';
import { LimitRow } from './limit-row.tsx';
import { LimitSheet } from './limit-sheet.tsx';
import { type LimitKind, momentText, sharePercent } from './limit-words.ts';
import { RecordCard } from './record-card.tsx';
import { UsedBar } from './used-bar.tsx';
import './limits-screen.css';

export function LimitsScreen() {
  const words = useWords(limitsWords);
  const answer = useMyLimits();
  if (answer.state === 'failed')
    return <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />;
  if (answer.state === 'loading')
    return (
      <div className="limits">
        <Skeleton height={96} radius={16} />
        <SkeletonRows count={4} tile={false} />
      </div>
    );
  return <Limits limits={answer.reply} reload={answer.reload} />;
}

interface Props {
  readonly limits: WireLimits;
  readonly reload: () => void;
}

function Limits({ limits, reload }: Props) {
  const words = useWords(limitsWords);
  const { show } = useAlerts();
  const toasts = useToasts();
  const setting = useCall(setLimit);
  const takingBack = useCall(takeBackLimit);
  const [changed, setChanged] = useState<LimitKind>();
  const [isExcluding, setIsExcluding] = useState(false);
  const [isExplained, setExplained] = useState(false);
  const chosen = limits.limits.find(({ kind }) => kind === changed);

  async function set(kind: LimitKind, value: string | null): Promise<void> {
    const outcome = await setting.send({ body: { kind, value } });
    if (outcome === undefined) return;
    if (!outcome.ok) return show(outcome.message);
    setChanged(undefined);
    reload();
    const isPending = outcome.reply.limits.find((each) => each.kind === kind)?.pending !== null;
    toasts.show({ kind: 'order', title: words.name[kind], line: isPending ? words.waits : words.applied });
  }

  async function takeBack(kind: LimitKind): Promise<void> {
    const outcome = await takingBack.send({ body: { kind } });
    if (outcome?.ok === false) show(outcome.message);
    if (outcome?.ok) toasts.show({ kind: 'order', title: words.takenBack });
    reload();
  }

  return (
    <div className="limits">
      <HeaderEnd>
        <IconButton icon="info" size={22} label={words.counting} onPress={() => setExplained(true)} />
      </HeaderEnd>
      <LeftToLose limits={limits} />
      <p className="limits__rule">
        <span className="limits__rule-part">
          <Icon name="arrow-down" size={18} /> <strong>{words.less}</strong> {words.atOnce}
        </span>
        <span className="limits__rule-part limits__rule-more">
          <Icon name="arrow-up" size={18} /> <strong>{words.more}</strong> {words.afterDay}
        </span>
      </p>
      {limits.limits.map((limit) => (
        <LimitRow
          key={limit.kind}
          limit={limit}
          onChange={() => setChanged(limit.kind)}
          onTakeBack={() => void takeBack(limit.kind)}
        />
      ))}
      <Since limits={limits} />
      <BreakPanel pause={limits.pause} onChanged={reload} />
      <div className="limits__help">
        {limits.pause.state !== 'EXCLUDED' && (
          <ListRow
            height={72}
            tile={
              <Tile>
                <Icon name="lock" size={22} />
              </Tile>
            }
            title={words.exclude}
            meta={words.excludeLead}
            chevron
            onPress={() => setIsExcluding(true)}
          />
        )}
        <ListRow
          height={72}
          tile={
            <Tile>
              <Icon name="headset" size={22} />
            </Tile>
          }
          title={words.help}
          meta={words.helpLead}
          chevron
          renderLink={({ 'aria-current': _, ...link }) => <a href="tel:1336" {...link} />}
        />
      </div>
      {limits.record !== null && <RecordCard limits={limits.limits} record={limits.record} />}
      {isExplained && <CountSheet onClose={() => setExplained(false)} />}
      {chosen !== undefined && (
        <LimitSheet
          limit={chosen}
          busy={setting.busy}
          onClose={() => setChanged(undefined)}
          onSet={(value) => void set(chosen.kind, value)}
        />
      )}
      {isExcluding && (
        <ExcludeSheet
          onClose={() => setIsExcluding(false)}
          onExcluded={() => {
            setIsExcluding(false);
            reload();
            toasts.show({ kind: 'order', title: words.excluded });
          }}
        />
      )}
    </div>
  );
}

const lossOf = ({ limits }: WireLimits): WireLimit | undefined => limits.find(({ kind }) => kind === 'LOSS');

function LeftToLose({ limits }: { readonly limits: WireLimits }) {
  const words = useWords(limitsWords);
  const { money, unit } = useMoneyText('KRW');
  const loss = lossOf(limits);
  if (limits.leftToLose === null || loss === undefined || loss.value === null)
    return (
      <section className="limits__left">
        <h2 className="limits__none text-title3">{words.noLossLimit}</h2>
        <p className="text-note">{words.noLossLimitLead}</p>
      </section>
    );
  return (
    <section className="limits__left">
      <h2 className="text-lead">{words.leftToLose}</h2>
      <p className="limits__figure figure">
        {formatMoney(limits.leftToLose, 'KRW').figure}
        <small>{unit}</small>
      </p>
      <UsedBar label={words.lostToday} share={sharePercent(loss)} size={8} />
      <p className="limits__of">
        <span>
          {words.lostToday} <strong className="figure">{money(loss.used)}</strong>
        </span>
        <span>
          {words.limit} <strong className="figure">{money(loss.value)}</strong>
        </span>
      </p>
      {limits.openStake !== '0' && <p className="text-caption">{words.openStake(money(limits.openStake))}</p>}
    </section>
  );
}

/** Only while it matters: on the day on which the first limit was set. */
function Since({ limits: { sinceMillis, dayEndsMillis } }: { readonly limits: WireLimits }) {
  const words = useWords(limitsWords);
  const now = useServerSecond();
  const dayBegan = dayEndsMillis - 86_400_000;
  if (sinceMillis === null || sinceMillis < dayBegan) return null;
  return <p className="limits__since text-caption">{words.since(momentText(sinceMillis, now, words))}</p>;
}
