// Which price a fill has and why, what it brought, and the hash chain that contains its tick.
import { directionOf, formatDecimal, formatPrice, readableCode } from '@maru/client/format';
import { formatRoe } from '@maru/client/format-amount';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { FuturesReceipt } from '@maru/contract/futures/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { amount, negate, parseUnits, toDecimal } from '@maru/engine/amount';
import { MinuteCards } from '../../receipt/chain-cards.tsx';
import { ReceiptFiles } from '../../receipt/receipt-files.tsx';
import { ReceiptSection } from '../../receipt/receipt-page.tsx';
import { ticksOf } from '../../receipt/tick-record.ts';
import { secondsOf, TickStrip } from '../../receipt/tick-strip.tsx';
import { usePriceSource } from '../../shell/price-source.ts';
import { futuresHistoryWords } from '../../text/futures-history.ts';
import { useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { useFillNames } from '../history/fill-rows.tsx';
import { OUTSIDE_PROGRAM } from './outside-program.ts';

interface Props {
  readonly receipt: FuturesReceipt;
  readonly record: ReceiptTicks | undefined;
}

export function FillReceiptBody({ receipt, record }: Props) {
  const shared = useWords(receiptWords);
  return (
    <>
      <Money receipt={receipt} />
      <UsedTick receipt={receipt} record={record} />
      <FilledAt receipt={receipt} />
      <MinuteCards minute={receipt.tick} isComplete={record?.complete === true} lead={shared.chainLead} />
      <ReceiptSection title={shared.download}>
        <ReceiptFiles receipt={receipt} record={record} program={OUTSIDE_PROGRAM} />
      </ReceiptSection>
    </>
  );
}

const percentOf = (share: string): string => toDecimal((parseUnits(share) ?? 0n) * 100n);

/** The parts are listed above the net profit; nothing else is subtracted. */
function Money({ receipt: { fill, contract, closed } }: Pick<Props, 'receipt'>) {
  const words = useWords(futuresHistoryWords);
  const off = (text: string) => formatDecimal(toDecimal(negate(amount(text))));
  const fee = words.feeOf(formatDecimal(percentOf(contract.feeRate)));
  const isNone = (text: string) => !/[1-9]/.test(text);
  return (
    <ReceiptSection title={closed === null ? words.openCost : words.netParts}>
      <div className="trade-detail__ruled trade-detail__ruled--sum">
        <KeyValueList framed>
          {closed === null ? (
            <KeyValue name={fee} strong>
              {off(fill.fee)}
            </KeyValue>
          ) : (
            <>
              <KeyValue name={words.gross} strong>
                <span className={`figure--${directionOf(fill.pnl)}`}>{formatDecimal(fill.pnl)}</span>
              </KeyValue>
              <KeyValue name={words.funding}>{formatDecimal(fill.funding)}</KeyValue>
              <KeyValue name={words.entryFee}>{off(fill.entryFee)}</KeyValue>
              <KeyValue name={`${words.exitFee} · ${fee}`}>{off(fill.exitFee)}</KeyValue>
              {!isNone(fill.liquidationFee) && (
                <KeyValue name={words.liquidationFee}>{off(fill.liquidationFee)}</KeyValue>
              )}
              {!isNone(fill.insured) && (
                <KeyValue name={words.insured}>{formatDecimal(fill.insured)}</KeyValue>
              )}
              {fill.coinPnl !== null && (
                <KeyValue name={words.coinPnl}>{formatDecimal(fill.coinPnl)}</KeyValue>
              )}
              {fill.roe !== null && <KeyValue name={words.roe}>{formatRoe(percentOf(fill.roe))}</KeyValue>}
              <KeyValue name={words.net} strong>
                <span className={`figure--${directionOf(fill.net)}`}>
                  {`${formatDecimal(fill.net)} ${fill.currency}`}
                </span>
              </KeyValue>
            </>
          )}
        </KeyValueList>
      </div>
    </ReceiptSection>
  );
}

/** How many ticks before the instant fit on the strip. */
const SHOWN_BEFORE = 3;

function UsedTick({ receipt: { tick, fill, condition }, record }: Props) {
  const words = useWords(futuresHistoryWords);
  const priceSource = usePriceSource();
  const { precision } = useFillNames()(fill);
  const ticks = record === undefined ? [] : ticksOf(record.minutes.filter(({ ticks: text }) => text !== ''));
  if (ticks.length === 0) return null;
  const isShown = ticks.filter(({ ts }) => ts > tick.time && ts <= fill.createdMillis).length < SHOWN_BEFORE;
  const instant = isShown ? fill.createdMillis : tick.time;
  return (
    <ReceiptSection
      title={words.whichTick}
      end={words.feed(priceSource(readableCode(fill.stock)), formatDecimal(String(ticks.length)))}
    >
      <div className="trade-detail__strip">
        <p>
          <b>{words.usedTick}</b>
          <span>{condition === null ? words.lastTickRule : words.firstTickRule}</span>
        </p>
        <TickStrip
          label={words.stripLabel(formatPrice(tick.last, precision), formatTimeOfDay(tick.time))}
          instant={instant}
          instantLabel={words.filledTime(secondsOf(instant))}
          ticks={ticks}
          used={tick}
          precision={precision}
        />
      </div>
    </ReceiptSection>
  );
}

function FilledAt({ receipt: { fill, tick, condition, rule } }: Pick<Props, 'receipt'>) {
  const words = useWords(futuresHistoryWords);
  const { precision } = useFillNames()(fill);
  const figure = (text: string) => formatPrice(text, precision);
  return (
    <ReceiptSection title={words.filledHow}>
      <div className="trade-detail__ruled">
        <KeyValueList framed>
          {condition !== null && (
            <KeyValue name={words.condition} strong>
              {condition.fires === 'AT_OR_ABOVE'
                ? words.reachedAbove(words.quoted[condition.by], figure(condition.level))
                : words.reachedBelow(words.quoted[condition.by], figure(condition.level))}
            </KeyValue>
          )}
          <KeyValue name={words.quoted.last}>{figure(tick.last)}</KeyValue>
          <KeyValue name={words.quoted.mark}>{figure(tick.mark)}</KeyValue>
          <KeyValue name={words.bidAsk}>
            {figure(tick.bid)} / {figure(tick.ask)}
          </KeyValue>
          <KeyValue name={words.filledPrice} strong>
            {figure(fill.price)}
          </KeyValue>
          <KeyValue name={words.ruleOf(rule)}>
            <span className="trade-detail__wrap text-note">{words.ruleMarket}</span>
          </KeyValue>
        </KeyValueList>
      </div>
    </ReceiptSection>
  );
}
