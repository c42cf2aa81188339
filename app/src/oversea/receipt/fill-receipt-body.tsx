// Which price a fill has and why, its profit, and the hash chain that contains its tick.

import { directionOf, formatDecimal, formatMean, formatPrice, readableCode } from '@maru/client/format';
import { formatChange } from '@maru/client/format-amount';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { OverseaReceipt } from '@maru/contract/oversea/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { amount, minus, negate, plus, price, priceGap, toDecimal } from '@maru/engine/amount';
import { ticksBeyondFees } from '@maru/engine/oversea/net-profit';
import { MinuteCards } from '../../receipt/chain-cards.tsx';
import { IndexProofRow } from '../../receipt/index-proof-row.tsx';
import { ReceiptFiles } from '../../receipt/receipt-files.tsx';
import { ReceiptSection } from '../../receipt/receipt-page.tsx';
import { ticksOf } from '../../receipt/tick-record.ts';
import { secondsOf, TickStrip } from '../../receipt/tick-strip.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePriceSource } from '../../shell/price-source.ts';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { receiptWords } from '../../text/receipt.ts';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { useFillNames } from '../history/fill-rows.tsx';
import { receiptTermsOf } from '../position/engine-view.ts';
import { heldText } from './holding-time.ts';
import { NetBars } from './net-bars.tsx';
import { exactProfit } from './recompute-fill.ts';

interface Props {
  readonly receipt: OverseaReceipt;
  readonly record: ReceiptTicks | undefined;
}

export function FillReceiptBody({ receipt, record }: Props) {
  const words = useWords(overseaAccountWords);
  const shared = useWords(receiptWords);
  const { tick, closed } = receipt;
  return (
    <>
      {closed !== null && (
        <ReceiptSection title={words.netParts}>
          <NetParts receipt={receipt} />
        </ReceiptSection>
      )}
      <UsedTick receipt={receipt} record={record} />
      <ReceiptSection title={words.filledHow}>
        <div className="trade-detail__ruled">
          <FilledAt receipt={receipt} />
        </div>
      </ReceiptSection>
      <ReceiptSection title={closed === null ? words.settlement : words.grossHow}>
        <div className="trade-detail__ruled trade-detail__ruled--sum">
          <Settlement receipt={receipt} />
        </div>
      </ReceiptSection>
      <MinuteCards minute={tick} isComplete={record?.complete === true} lead={shared.chainLead} />
      <IndexProofRow stock={receipt.fill.stock} at={tick.time} />
      <ReceiptSection title={shared.download}>
        <ReceiptFiles receipt={receipt} record={record} />
      </ReceiptSection>
    </>
  );
}

/** How many ticks before the instant fit on the strip. */
const SHOWN_BEFORE = 3;

function UsedTick({ receipt, record }: Props) {
  const words = useWords(overseaAccountWords);
  const priceSource = usePriceSource();
  const { tick, fill } = receipt;
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
          <span>{receipt.condition === null ? words.lastTickRule : words.firstTickRule}</span>
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

interface PartProps {
  readonly receipt: OverseaReceipt;
}

function FilledAt({ receipt }: PartProps) {
  const words = useWords(overseaAccountWords);
  const { fill, tick, condition, rule } = receipt;
  const { precision } = useFillNames()(fill);
  const figure = (text: string) => formatPrice(text, precision);
  const rested = fill.marketType === 'LIMIT' && condition !== null;
  const filledBy = rested ? words.byOwnPrice : fill.tradeType === 'LONG' ? words.byAsk : words.byBid;
  return (
    <KeyValueList framed>
      {condition !== null && (
        <KeyValue name={words.condition} strong>
          {condition.fires === 'AT_OR_ABOVE'
            ? words.reachedAbove(words.quoted[condition.by], figure(condition.level))
            : words.reachedBelow(words.quoted[condition.by], figure(condition.level))}
        </KeyValue>
      )}
      <KeyValue name={words.quoted.last} strong>
        {figure(tick.last)}
      </KeyValue>
      <KeyValue name={words.bidAsk} strong>
        {figure(tick.bid)} / {figure(tick.ask)}
      </KeyValue>
      <KeyValue name={words.filledPrice} strong>
        <small className="text-micro">{filledBy}</small> {figure(fill.price)}
      </KeyValue>
      <KeyValue name={words.ruleOf(rule)}>
        <span className="trade-detail__wrap text-note">
          {fill.isAfterGap ? words.ruleGap : words.ruleMarket}
        </span>
      </KeyValue>
    </KeyValueList>
  );
}

/** The parts are listed above the net profit; nothing else is subtracted. */
function NetParts({ receipt }: PartProps) {
  const words = useWords(overseaAccountWords);
  const { fill, contract } = receipt;
  const { signed } = useMoneyText(fill.currency);
  const off = (text: string) => signed(toDecimal(negate(amount(text))));
  const fees = plus(amount(fill.entryCommission), amount(fill.exitCommission));
  const terms = receiptTermsOf(contract);
  const ticks = ticksBeyondFees(fill.closedQty, fees, terms, terms.unit);
  return (
    <>
      <NetBars fill={fill} />
      <div className="trade-detail__ruled trade-detail__ruled--sum">
        <KeyValueList framed>
          <KeyValue name={words.gross} strong>
            {signed(fill.pnl)}
          </KeyValue>
          <KeyValue name={<Fee name={words.entryFee} fee={fill.entryCommission} fill={fill} />} strong>
            {off(fill.entryCommission)}
          </KeyValue>
          <KeyValue name={<Fee name={words.exitFee} fee={fill.exitCommission} fill={fill} />} strong>
            {off(fill.exitCommission)}
          </KeyValue>
          <KeyValue name={words.beyondFees}>{words.ticksOrMore(formatDecimal(String(ticks)))}</KeyValue>
          <KeyValue name={words.net} strong>
            <span className={`figure--${directionOf(fill.net)}`}>{signed(fill.net)}</span>
          </KeyValue>
        </KeyValueList>
      </div>
      <p className="net-bars__note text-caption">{words.sameEverywhere}</p>
    </>
  );
}

interface FeeProps {
  readonly name: string;
  readonly fee: string;
  readonly fill: OverseaReceipt['fill'];
}

/** Shown per contract where it divides; parts of a commission that was rounded up do not. */
function Fee({ name, fee, fill }: FeeProps) {
  const words = useWords(overseaAccountWords);
  const [units, count] = [amount(fee), BigInt(fill.closedQty)];
  const contracts = words.contracts(formatDecimal(String(fill.closedQty)));
  const each = units % count === 0n ? ` × ${formatDecimal(toDecimal(units / count))}` : '';
  return (
    <>
      {name}{' '}
      <small className="figure">
        {contracts}
        {each}
      </small>
    </>
  );
}

function Settlement({ receipt }: PartProps) {
  const words = useWords(overseaAccountWords);
  const { fill, contract, closed } = receipt;
  const { precision } = useFillNames()(fill);
  const { money, signed } = useMoneyText(fill.currency);
  const commission = (
    <KeyValue
      name={words.commissionOf(
        words.contracts(formatDecimal(String(fill.qty))),
        formatDecimal(contract.commissionPerContract),
      )}
      strong
    >
      {money(toDecimal(negate(amount(fill.commission))))}
    </KeyValue>
  );
  if (closed === null) return <KeyValueList framed>{commission}</KeyValueList>;
  const gap = toDecimal(
    priceGap(price(fill.entryPrice ?? fill.price), price(fill.price)) *
      (closed.tradeType === 'LONG' ? 1n : -1n),
  );
  const exact = exactProfit(receipt);
  const shownPlaces = fill.currency === 'KRW' ? 2 : 8;
  const cut = toDecimal(minus(amount(exact), amount(fill.pnl)));
  return (
    <KeyValueList framed>
      <KeyValue name={words.priceGap} strong>
        <small className="text-micro">
          {words.fromTo(
            formatMean(fill.entryPrice ?? fill.price, precision),
            formatPrice(fill.price, precision),
          )}
        </small>{' '}
        <span className={`figure--${directionOf(gap)}`}>{formatChange(gap, precision)}</span>
      </KeyValue>
      <KeyValue name={words.timesContract} strong>
        {words.productOf(
          words.contracts(formatDecimal(String(fill.closedQty))),
          formatDecimal(contract.multiplier),
          contract.currency,
        )}
      </KeyValue>
      <KeyValue name={words.rateOf(contract.currency)} strong>
        {formatDecimal(contract.rate)}
      </KeyValue>
      <KeyValue name={words.exact} strong>
        {formatPrice(exact, shownPlaces)}
      </KeyValue>
      <KeyValue name={words.cutBelow} strong>
        {formatPrice(cut, shownPlaces)}
      </KeyValue>
      {fill.openedMillis !== null && (
        <KeyValue name={words.heldFor} strong>
          {heldText(fill.createdMillis - fill.openedMillis)}
        </KeyValue>
      )}
      <KeyValue name={words.gross} strong>
        <span className={`figure--${directionOf(fill.pnl)}`}>{signed(fill.pnl)}</span>
      </KeyValue>
    </KeyValueList>
  );
}
