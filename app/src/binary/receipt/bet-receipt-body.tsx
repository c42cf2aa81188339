// Which prices counted, the verdict, the money, and the hash chain that contains the prices.

import { directionOf, formatDecimal, formatPrice, readableCode } from '@maru/client/format';
import { formatChange } from '@maru/client/format-amount';
import { formatClock } from '@maru/client/format-date';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { Receipt } from '@maru/contract/binary/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { amount, minus, price, priceGap, toDecimal } from '@maru/engine/amount';
import { useState } from 'react';
import { DrawnBalls } from '../../bitball/receipt/ball.tsx';
import { oddsOf } from '../../bitball/trade/market-words.ts';
import { type Minute, MinuteCards } from '../../receipt/chain-cards.tsx';
import { IndexProofRow } from '../../receipt/index-proof-row.tsx';
import { ReceiptFiles } from '../../receipt/receipt-files.tsx';
import { ReceiptSection } from '../../receipt/receipt-page.tsx';
import { ticksOf } from '../../receipt/tick-record.ts';
import { secondsOf, TickStrip } from '../../receipt/tick-strip.tsx';
import { type Explanation, WhySheet } from '../../receipt/why-sheet.tsx';
import { WhyValue } from '../../receipt/why-value.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePriceSource } from '../../shell/price-source.ts';
import { useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { Triangle } from '../../ui/icons/icon.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { exactPayout, type ReceiptWords } from '../history/bet-words.ts';
import { OutcomeChart } from './outcome-chart.tsx';

interface Props {
  readonly receipt: Receipt;
  readonly record: ReceiptTicks | undefined;
}

export function BetReceiptBody({ receipt, record }: Props) {
  const words = useWords(receiptWords);
  const priceSource = usePriceSource();
  const [why, setWhy] = useState<Explanation>();
  const ticks = ticksOf(record?.minutes ?? []);
  const isBall = receipt.ball !== null;
  const minute = minuteOf(receipt, record);
  const asked = { receipt, onWhy: setWhy };
  return (
    <>
      {!isBall && (
        <div className="trade-detail__chart">
          <OutcomeChart receipt={receipt} ticks={ticks} />
        </div>
      )}
      {!isBall && ticks.length > 0 && (
        <ReceiptSection
          title={words.whichPrices}
          end={words.feed(
            priceSource(readableCode(receipt.bet.stock)),
            formatDecimal(String(receipt.round.tickCount ?? ticks.length)),
          )}
        >
          <UsedTick name="entry" {...asked} ticks={ticks} />
          <UsedTick name="exit" {...asked} ticks={ticks} />
        </ReceiptSection>
      )}
      <ReceiptSection title={words.verdict}>
        <div className="trade-detail__ruled">
          <Verdict {...asked} />
        </div>
      </ReceiptSection>
      <ReceiptSection title={words.settlement}>
        <div className="trade-detail__ruled trade-detail__ruled--sum">
          <Settlement {...asked} />
        </div>
      </ReceiptSection>
      {minute && (
        <MinuteCards
          minute={minute}
          isComplete={record?.complete === true}
          lead={isBall ? `${words.chainLead} ${words.ballChainLead}` : words.chainLead}
        />
      )}
      <IndexProofRow stock={receipt.bet.stock} at={receipt.round.closeMillis} />
      <ReceiptSection title={words.download}>
        <ReceiptFiles receipt={receipt} record={record} />
      </ReceiptSection>
      <WhySheet explanation={why} onClose={() => setWhy(undefined)} />
    </>
  );
}

/** For a bet the minute of its exit, for a ball the minute of its salt. */
function minuteOf({ exit, ball }: Receipt, record: ReceiptTicks | undefined): Minute | undefined {
  if (ball === null) return exit ?? record?.minutes.at(-1);
  const saltedAt = Number(ball.salt?.split(':')[2]);
  return record?.minutes.findLast(({ minuteMillis }) => minuteMillis <= saltedAt) ?? record?.minutes.at(-1);
}

interface Asked {
  readonly receipt: Receipt;
  readonly onWhy: (explanation: Explanation) => void;
}

function UsedTick({
  name,
  receipt,
  ticks,
}: Asked & { readonly name: 'entry' | 'exit'; readonly ticks: ReturnType<typeof ticksOf> }) {
  const words = useWords(receiptWords);
  const { round, bet } = receipt;
  const used = receipt[name];
  const isOwn = round.strikeMode === 'AT_BET';
  const [instant, instantLabel, rule] =
    name === 'exit'
      ? [round.closeMillis, words.closed(secondsOf(round.closeMillis)), words.lastBeforeClose]
      : isOwn
        ? [bet.acceptedMillis, words.accepted(secondsOf(bet.acceptedMillis)), words.firstAfter]
        : [round.openMillis, words.opened(secondsOf(round.openMillis)), words.lastBefore];
  return (
    <div className="trade-detail__strip">
      <p>
        <b>{words[name]}</b>
        <span>{rule}</span>
      </p>
      <TickStrip
        label={words.stripLabel(
          words[name],
          formatPrice(used?.price, round.precision),
          used ? formatTimeOfDay(used.time) : '–',
        )}
        instant={instant}
        instantLabel={instantLabel}
        ticks={ticks}
        used={used}
        precision={round.precision}
      />
    </div>
  );
}

function Verdict({ receipt, onWhy }: Asked) {
  const words = useWords(receiptWords);
  const { round, entry, exit, ball, bet, result, rule } = receipt;
  const reason = result.status === 3 ? (result.voidReason ?? round.voidReason) : null;
  const gap = entry && exit ? toDecimal(priceGap(price(entry.compared), price(exit.compared))) : undefined;
  const direction = gap === undefined ? 'flat' : directionOf(gap);
  return (
    <KeyValueList framed>
      {ball === null && <UsedPrice name="entry" receipt={receipt} onWhy={onWhy} />}
      {ball === null && <UsedPrice name="exit" receipt={receipt} onWhy={onWhy} />}
      {gap !== undefined && (
        <KeyValue name={words.difference} strong>
          <span className={`trade-detail__gap figure--${direction}`}>
            {direction !== 'flat' && <Triangle direction={direction} />}
            {formatChange(gap, round.precision)}
          </span>
        </KeyValue>
      )}
      {ball?.balls && (
        <KeyValue name={words.sumIs(String(ball.sum))}>
          <span className="trade-detail__balls">
            <DrawnBalls balls={ball.balls} power={ball.powerBall} />
          </span>
        </KeyValue>
      )}
      {reason !== null && (
        <KeyValue name={words.voidReason} strong>
          <span className="trade-detail__wrap text-note">{round.voidText ?? words.reasons[reason]}</span>
        </KeyValue>
      )}
      <KeyValue name={words.rule(`${bet.optionType} · ${rule}`)}>
        <span className="trade-detail__wrap text-note">
          {ball !== null ? (
            words.ruleBall
          ) : (
            <>
              {bet.type === 'LONG' ? words.ruleUp : words.ruleDown}
              <br />
              {words.ruleTie}
            </>
          )}
        </span>
      </KeyValue>
    </KeyValueList>
  );
}

function UsedPrice({ name, receipt, onWhy }: Asked & { readonly name: 'entry' | 'exit' }) {
  const words = useWords(receiptWords);
  const { round } = receipt;
  const tick = receipt[name];
  if (tick === null)
    return (
      <KeyValue name={words[name]} strong>
        –
      </KeyValue>
    );
  const figure = formatPrice(tick.compared, round.precision);
  const ofEntry = round.strikeMode === 'AT_BET' ? words.whyPriceEntry : words.whyPriceOpen;
  const explain = (): Explanation => ({
    title: words.whyPayout(figure),
    sentence: `${name === 'exit' ? words.whyPriceExit : ofEntry} ${words.whyRounding(round.precision)}`,
    parts: [
      { name: words.recorded, value: formatDecimal(tick.price) },
      { name: words.compared, value: figure },
      { name: words.tickTime, value: `${formatClock(tick.time)}:${secondsOf(tick.time)}` },
      { name: words.tickNumber, value: formatDecimal(String(tick.seq)) },
    ],
  });
  return (
    <KeyValue name={words[name]} strong>
      <WhyValue label={`${words[name]} ${figure}, ${words.why}`} onPress={() => onWhy(explain())}>
        {figure}
      </WhyValue>
    </KeyValue>
  );
}

/** A bet that paid nothing is explained by its prices; a ball or a missing price has none. */
function comparisonOf({ entry, exit, round }: Receipt, words: ReceiptWords): Explanation['formula'] {
  if (entry === null || exit === null) return undefined;
  const figure = (text: string) => formatPrice(text, round.precision);
  return {
    name: words.difference,
    words: `${words.exit} − ${words.entry}`,
    result: formatChange(toDecimal(priceGap(price(entry.compared), price(exit.compared))), round.precision),
    figures: `${figure(exit.compared)} − ${figure(entry.compared)}`,
  };
}

function Settlement({ receipt, onWhy }: Asked) {
  const words = useWords(receiptWords);
  const { bet, result } = receipt;
  const { money } = useMoneyText(bet.currency);
  const isWon = bet.currency === 'KRW';
  const shownPlaces = isWon ? 2 : 8;
  const credit = result.credit ?? '0';
  const paid = money(credit);
  const exact = result.status === 1 ? exactPayout(bet) : credit;
  const cut = toDecimal(minus(amount(exact), amount(credit)));
  const cutName = words.cut(isWon ? words.cutUnit.won : words.cutUnit.coin);
  const oddsText = oddsOf(bet.rate);
  const explain = (): Explanation => ({
    title: words.whyPayout(paid),
    sentence: { 0: words.whyHit, 1: words.whyHit, 2: words.whyMiss, 3: words.whyVoid }[result.status],
    formula:
      result.status === 1
        ? {
            name: words.whyResult,
            words: `${words.stake} × ${words.rate}`,
            result: formatPrice(exact, shownPlaces),
            figures: `${formatDecimal(bet.point)} × ${oddsText}`,
          }
        : comparisonOf(receipt, words),
    parts: [
      { name: words.stake, value: money(bet.point) },
      { name: words.rate, value: oddsText },
      { name: cutName, value: formatPrice(cut, shownPlaces) },
    ],
  });
  return (
    <KeyValueList framed>
      <KeyValue name={words.stake} strong>
        {money(bet.point)}
      </KeyValue>
      <KeyValue name={words.rate} strong>
        <small className="text-micro">{words.rateFixed}</small> × {oddsText}
      </KeyValue>
      <KeyValue name={words.exact} strong>
        {formatPrice(exact, shownPlaces)}
      </KeyValue>
      <KeyValue name={cutName} strong>
        {formatPrice(cut, shownPlaces)}
      </KeyValue>
      <KeyValue name={words.credit} strong>
        <WhyValue label={`${words.credit} ${paid}, ${words.why}`} onPress={() => onWhy(explain())}>
          {paid}
        </WhyValue>
      </KeyValue>
    </KeyValueList>
  );
}
