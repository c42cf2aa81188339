// Which price a fill has and why, its profit, and the hash chain that contains its tick.

import { directionOf, formatDecimal, formatMean, formatPrice } from '@maru/client/format';
import { formatChange } from '@maru/client/format-amount';
import type { OverseaReceipt } from '@maru/contract/oversea/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { amount, minus, negate, plus, price, priceGap, toDecimal } from '@maru/engine/amount';
import { ticksBeyondFees } from '@maru/engine/oversea/net-profit';
import { FilledAt } from '../../receipt/filled-at.tsx';
import { IndexProofRow } from '../../receipt/index-proof-row.tsx';
import { ReceiptSection } from '../../receipt/receipt-page.tsx';
import { ReceiptProof } from '../../receipt/receipt-proof.tsx';
import { UsedTick } from '../../receipt/used-tick.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
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
  const { tick, closed, fill, condition, rule } = receipt;
  const { precision } = useFillNames()(fill);
  return (
    <>
      {closed !== null && (
        <ReceiptSection title={words.netParts}>
          <NetParts receipt={receipt} />
        </ReceiptSection>
      )}
      <UsedTick
        record={record}
        tick={tick}
        filledMillis={fill.createdMillis}
        isConditional={condition !== null}
        precision={precision}
      />
      <FilledAt
        condition={condition}
        tick={tick}
        price={fill.price}
        isRested={fill.marketType === 'LIMIT' && condition !== null}
        isPurchase={fill.tradeType === 'LONG'}
        rule={rule}
        ruleText={fill.isAfterGap ? words.ruleGap : undefined}
        precision={precision}
      />
      <ReceiptSection title={closed === null ? words.settlement : words.grossHow}>
        <div className="trade-detail__ruled trade-detail__ruled--sum">
          <Settlement receipt={receipt} />
        </div>
      </ReceiptSection>
      <ReceiptProof receipt={receipt} record={record} minute={tick}>
        <IndexProofRow stock={fill.stock} at={tick.time} />
      </ReceiptProof>
    </>
  );
}

interface PartProps {
  readonly receipt: OverseaReceipt;
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
