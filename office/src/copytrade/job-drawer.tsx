// One copy: how it was filled beside the trader's fill, or why it was missed, and what its size was decided with.

import { percentOf } from '../partner/rate-fields.tsx';
import { Button } from '../parts/button.tsx';
import { CheckList, type Fact, Facts, Tag } from '../parts/facts.tsx';
import { secondOf } from '../parts/moments.ts';
import { moneyOf } from '../parts/money.ts';
import { Drawer, DrawerSection } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { words } from '../text/copytrade.ts';
import { type Job, kindText, percentText, resultText, toneOf, whyOf } from './copy-words.ts';
import { memberPath } from './copytrade-page.tsx';

interface Props {
  readonly job: Job;
  readonly onClose: () => void;
}

export function JobDrawer({ job, onClose }: Props) {
  const office = useOffice();
  const may = useMay();
  const why = whyOf(job);
  const sizing = sizingFacts(job);
  return (
    <Drawer
      label={`${words.parts.JOBS} ${job.id}`}
      onClose={onClose}
      head={
        <span className="text-stack">
          <b>
            {job.stock} {kindText(job)}{' '}
            <Tag tone={why === undefined ? 'plain' : 'warn'}>{words.statuses[job.status]}</Tag>
          </b>
          <span className="copytrade-quiet figure">{secondOf(job.atMillis)}</span>
        </span>
      }
    >
      {why !== undefined && (
        <DrawerSection title={words.why}>
          <CheckList checks={[why]} />
        </DrawerSection>
      )}
      <DrawerSection title={words.copy}>
        <Facts facts={factsOf(job)} />
      </DrawerSection>
      {may('MEMBER_READ') && (
        <div className="copytrade-links">
          <Button size="small" icon="user" onPress={() => office.place.go(memberPath(job.playerId))}>
            {words.toMember}
          </Button>
        </div>
      )}
      {sizing.length > 0 && (
        <DrawerSection title={words.decidedWith}>
          <Facts facts={sizing} />
        </DrawerSection>
      )}
    </Drawer>
  );
}

const given = (label: string, value: string | null): readonly Fact[] =>
  value === null ? [] : [{ label, value: moneyOf(value) }];

function factsOf(job: Job): readonly Fact[] {
  const { net, slippage, futuresFillId } = job;
  return [
    { label: words.follower, value: `${job.nick} #${job.playerId}` },
    { label: words.trader, value: `${job.traderNick} #${job.traderId}` },
    { label: words.cause, value: words.causes[job.cause] },
    ...given(words.qty, job.qty),
    ...given(words.price, job.price),
    ...given(words.traderPrice, job.traderPrice),
    ...(slippage === null ? [] : [{ label: words.slippage, value: percentText(slippage) }]),
    ...given(words.fee, job.fee),
    ...(net === null || job.kind === 'OPEN'
      ? []
      : [{ label: words.net, value: resultText(net), tone: toneOf(net) }]),
    ...(futuresFillId === null ? [] : [{ label: words.fill, value: String(futuresFillId) }]),
  ];
}

/** As the app explains a copy to its follower. */
function sizingFacts({ sizing }: Job): readonly Fact[] {
  if (sizing === null) return [];
  const text = words.sizing;
  return [
    ...given(text.traderMargin, sizing.traderMargin ?? null),
    { label: text.multiplyPer, value: words.percent(words.count(sizing.multiplyPer)) },
    ...given(text.maxBet, sizing.maxBet),
    ...given(text.oneMaxBet, sizing.oneMaxBet),
    { label: text.guard, value: words.percent(percentOf(sizing.guard)) },
    ...given(text.used, sizing.used ?? null),
    ...given(text.available, sizing.available ?? null),
    ...(sizing.leverage === undefined
      ? []
      : [{ label: text.leverage, value: words.leverage(String(sizing.leverage)) }]),
    ...given(text.held, sizing.held ?? null),
    ...given(text.qtyLeast, sizing.qtyLeast),
  ];
}
