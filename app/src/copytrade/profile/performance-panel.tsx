// How a trader does, first by what followers themselves earned (picture 12b). Every figure is after fees and funding.
import { directionOf, formatDecimal, MISSING } from '@maru/client/format';
import { formatDate } from '@maru/client/format-date';
import type { TraderCard } from '@maru/contract/copytrade/wire';
import { DAY_MS } from '@maru/engine/time';
import type { ReactNode } from 'react';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { type CopytradeWords, copytradeWords } from '../../text/copytrade.ts';
import { useWords } from '../../text/language.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { countText, finePercent, plainPercent, shortTime, signedPercent } from '../figures.ts';
import type { Pairs } from '../use-pairs.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** `2일 3시간`, `5시간 10분`, `12분`. */
function holdingText(ms: number | null, { holding }: CopytradeWords): string {
  if (ms === null) return MISSING;
  const [days, hours, minutes] = [DAY_MS, HOUR_MS, MINUTE_MS].map((unit) => Math.floor(ms / unit)) as [
    number,
    number,
    number,
  ];
  if (days > 0) return holding.days(countText(days), String(hours % 24));
  return hours > 0 ? holding.hours(String(hours), String(minutes % 60)) : holding.minutes(String(minutes));
}

const ratioText = (ratio: number | null): string =>
  ratio === null ? MISSING : formatDecimal(ratio.toFixed(2));

interface Props {
  readonly trader: TraderCard;
  readonly pairs: Pairs;
}

export function PerformancePanel({ trader, pairs }: Props) {
  const words = useWords(copytradeWords);
  const { signed, money } = useMoneyText('USDT');
  const figures = trader.statistics;
  const toned = (text: string | number | null, shown: string): ReactNode => (
    <b className={toneClass(directionOf(text ?? undefined)).trim()}>{shown}</b>
  );
  const worst = figures.worstFollower;
  return (
    <div className="trader-results">
      <section aria-labelledby="trader-followers">
        <h2 id="trader-followers" className="trader-results__title">
          {words.ofFollowers}
        </h2>
        <KeyValueList>
          <KeyValue name={words.followerProfit30}>
            {toned(figures.followerProfit30, signed(figures.followerProfit30))}
          </KeyValue>
          <KeyValue name={words.followerReturn}>
            {toned(figures.followerReturn30, signedPercent(figures.followerReturn30))}
          </KeyValue>
          <KeyValue name={words.followerProfit}>
            {toned(figures.followerProfit, signed(figures.followerProfit))}
          </KeyValue>
          <KeyValue name={words.inProfit} strong>
            {words.countOf(countText(figures.followersInProfit), countText(trader.followers))}
          </KeyValue>
          <KeyValue name={worst?.startsWith('-') === false ? words.worstInPlus : words.worstFollower}>
            {toned(worst, worst === null ? MISSING : signed(worst))}
          </KeyValue>
          <KeyValue name={words.followerCapital} strong>
            {money(figures.followerCapital)}
          </KeyValue>
          <KeyValue name={words.slippage} strong>
            {finePercent(figures.averageSlippage30)}
          </KeyValue>
          <KeyValue name={words.copiedOf} strong>
            {words.copiedMissed(countText(figures.copied30), countText(figures.missed30))}
          </KeyValue>
        </KeyValueList>
        <p className="text-caption">{words.afterCosts}</p>
      </section>
      <section aria-labelledby="trader-own">
        <h2 id="trader-own" className="trader-results__title">
          {words.ofTrader}
        </h2>
        <KeyValueList>
          <KeyValue name={words.winRateAll} strong>
            {plainPercent(figures.winRate)}
          </KeyValue>
          <KeyValue name={words.profitLossRatio} strong>
            {ratioText(figures.profitLossRatio)}
          </KeyValue>
          <KeyValue name={words.averageLeverage} strong>
            {figures.averageLeverage === null
              ? MISSING
              : words.leverage(formatDecimal(figures.averageLeverage.toFixed(1)))}
          </KeyValue>
          <KeyValue name={words.averageHolding} strong>
            {holdingText(figures.averageHoldingMs, words)}
          </KeyValue>
          <KeyValue name={words.sharpe} strong>
            {ratioText(figures.sharpe)}
          </KeyValue>
          <KeyValue name={words.tradesCount} strong>
            {words.count(countText(figures.trades))}
          </KeyValue>
          <KeyValue name={words.drawdownAll} strong>
            {plainPercent(figures.maxDrawdown)}
          </KeyValue>
          <KeyValue name={words.tradedPairs} strong>
            <span className="trader-results__pairs">{pairs.textOf(trader.pairs, 8)}</span>
          </KeyValue>
          <KeyValue name={words.lastLiquidation} strong>
            {figures.lastLiquidationMillis === null
              ? words.neverLiquidated
              : formatDate(figures.lastLiquidationMillis)}
          </KeyValue>
        </KeyValueList>
      </section>
      <p className="trader-results__age text-caption">
        {figures.asOfMillis === null ? words.noFigures : words.asOf(shortTime(figures.asOfMillis))}
        {' · '}
        {words.pastNote}
      </p>
    </div>
  );
}
