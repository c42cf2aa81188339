// One trader: settings, figures with their age, the followers, and what staff can change.
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { type Fact, Facts, Tag } from '../parts/facts.tsx';
import { minuteOf, spanOf } from '../parts/moments.ts';
import { moneyOf } from '../parts/money.ts';
import { Drawer, DrawerSection } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { words } from '../text/copytrade.ts';
import {
  gainText,
  gainTone,
  percentText,
  resultText,
  shareText,
  TRADER_TONES,
  type Trader,
  toneOf,
} from './copy-words.ts';
import { jobsPath, memberPath } from './copytrade-page.tsx';
import { Follows } from './follows.tsx';
import { useInstruments } from './instruments.ts';
import { ChangeTrader, SwitchTrader } from './trader-dialogs.tsx';

interface Props {
  readonly trader: Trader;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function TraderDrawer({ trader, onClose, onChanged }: Props) {
  const office = useOffice();
  const may = useMay();
  const instruments = useInstruments();
  const [asking, setAsking] = useState<'CHANGE' | Trader['status']>();
  const { traderId, nick, intro, status, statistics } = trader;
  const now = office.timers.now();
  const dialog = {
    trader,
    onClose: () => setAsking(undefined),
    onDone: () => {
      setAsking(undefined);
      onChanged();
    },
  };
  return (
    <Drawer
      label={`${words.trader} ${nick}`}
      onClose={onClose}
      head={
        <span className="text-stack">
          <b>
            {nick} <Tag tone={TRADER_TONES[status]}>{words.traderStates[status]}</Tag>
            {trader.isHeld && (
              <>
                {' '}
                <Tag tone="warn">{words.held}</Tag>
              </>
            )}
          </b>
          <span className="copytrade-quiet figure">
            #{traderId} · {words.since} {minuteOf(trader.sinceMillis)}
          </span>
        </span>
      }
      actions={
        may('COPY_EDIT') && status !== 'DELETED' ? (
          <>
            <Button kind="danger" onPress={() => setAsking('DELETED')}>
              {words.delete}
            </Button>
            <Button onPress={() => setAsking(status === 'ACTIVE' ? 'OFF' : 'ACTIVE')}>
              {status === 'ACTIVE' ? words.switchOff : words.switchOn}
            </Button>
            <Button kind="primary" hotkey="e" onPress={() => setAsking('CHANGE')}>
              {words.change}
            </Button>
          </>
        ) : undefined
      }
    >
      {intro !== '' && <p className="copytrade-intro">{intro}</p>}
      <Facts
        facts={[
          { label: words.followers, value: words.ofQuota(trader.followers, trader.quota) },
          { label: words.accepting, value: trader.isAccepting ? words.yes : words.no },
          { label: words.share, value: shareText(trader.shareRate) },
          { label: words.instruments, value: trader.followStock.map(instruments.nameOf).join(', ') },
          {
            label: words.pending,
            value: words.times(trader.pending),
            tone: trader.pending > 0 ? 'warn' : undefined,
          },
        ]}
      />
      <div className="copytrade-links">
        <Button size="small" icon="history" onPress={() => office.place.go(jobsPath({ trader: traderId }))}>
          {words.toJobs}
        </Button>
        {may('MEMBER_READ') && (
          <Button size="small" icon="user" onPress={() => office.place.go(memberPath(traderId))}>
            {words.toMember}
          </Button>
        )}
      </div>
      <DrawerSection title={words.figures}>
        <Facts facts={ownFigures(statistics, now)} />
      </DrawerSection>
      <DrawerSection title={words.followerFigures}>
        <Facts facts={followerFigures(statistics)} />
      </DrawerSection>
      <Follows title={words.followers} of={{ traderId }} />
      {asking === 'CHANGE' && <ChangeTrader {...dialog} instruments={instruments} />}
      {asking !== undefined && asking !== 'CHANGE' && <SwitchTrader {...dialog} status={asking} />}
    </Drawer>
  );
}

type Statistics = Trader['statistics'];

function ownFigures(statistics: Statistics, now: number): readonly Fact[] {
  const { asOfMillis, averageLeverage, lastLiquidationMillis } = statistics;
  return [
    {
      label: words.asOf,
      value: asOfMillis === null ? words.none : words.ago(spanOf(now - asOfMillis)),
    },
    ...(['return7', 'return30', 'return90', 'returnAll'] as const).map((name) => ({
      label: words.returnOf(words.days[name]),
      value: gainText(statistics[name]),
      tone: gainTone(statistics[name]),
    })),
    {
      label: words.maxDrawdown,
      value: words.pair(percentText(statistics.maxDrawdown30), percentText(statistics.maxDrawdown)),
    },
    {
      label: words.winRate,
      value: words.pair(percentText(statistics.winRate30), percentText(statistics.winRate)),
    },
    {
      label: words.trades,
      value: words.pair(words.count(statistics.trades30), words.count(statistics.trades)),
    },
    {
      label: words.averageLeverage,
      value: averageLeverage === null ? words.none : words.leverage(averageLeverage.toFixed(1)),
    },
    {
      label: words.lastLiquidation,
      value: lastLiquidationMillis === null ? words.none : minuteOf(lastLiquidationMillis),
      tone: lastLiquidationMillis === null ? undefined : 'warn',
    },
  ];
}

const followerFigures = (statistics: Statistics): readonly Fact[] => [
  {
    label: words.followerProfit,
    value: words.pair(resultText(statistics.followerProfit30), resultText(statistics.followerProfit)),
    tone: toneOf(statistics.followerProfit30),
  },
  {
    label: words.followerReturn30,
    value: gainText(statistics.followerReturn30),
    tone: gainTone(statistics.followerReturn30),
  },
  { label: words.followersInProfit, value: words.people(statistics.followersInProfit) },
  {
    label: words.worstFollower,
    value: statistics.worstFollower === null ? words.none : resultText(statistics.worstFollower),
    tone: statistics.worstFollower === null ? undefined : toneOf(statistics.worstFollower),
  },
  { label: words.followerCapital, value: moneyOf(statistics.followerCapital) },
  { label: words.averageSlippage30, value: percentText(statistics.averageSlippage30) },
  {
    label: words.copied30,
    value: words.pair(words.count(statistics.copied30), words.count(statistics.missed30)),
  },
];
