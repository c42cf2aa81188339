// Which price a fill has and why, what it brought, and the hash chain that contains its tick.
import { directionOf, formatDecimal } from '@maru/client/format';
import { formatRoe, formatSignedDecimal } from '@maru/client/format-amount';
import type { FuturesReceipt } from '@maru/contract/futures/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { amount, negate, parseUnits, toDecimal } from '@maru/engine/amount';
import { FilledAt } from '../../receipt/filled-at.tsx';
import { ReceiptSection } from '../../receipt/receipt-page.tsx';
import { ReceiptProof } from '../../receipt/receipt-proof.tsx';
import { UsedTick } from '../../receipt/used-tick.tsx';
import { fillReceiptWords } from '../../text/fill-receipt.ts';
import { futuresHistoryWords } from '../../text/futures-history.ts';
import { useWords } from '../../text/language.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { useFillNames } from '../history/fill-rows.tsx';
import { OUTSIDE_PROGRAM } from './outside-program.ts';

interface Props {
  readonly receipt: FuturesReceipt;
  readonly record: ReceiptTicks | undefined;
}

export function FillReceiptBody({ receipt, record }: Props) {
  const { fill, tick, condition, rule } = receipt;
  const { precision } = useFillNames()(fill);
  return (
    <>
      <Money receipt={receipt} />
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
        // Only a resting limit is reached by a quote of the other side.
        isRested={condition?.by === 'bid' || condition?.by === 'ask'}
        isPurchase={fill.tradeType === 'LONG'}
        rule={rule}
        precision={precision}
      />
      <ReceiptProof receipt={receipt} record={record} program={OUTSIDE_PROGRAM} minute={tick} />
    </>
  );
}

const percentOf = (share: string): string => toDecimal((parseUnits(share) ?? 0n) * 100n);

/** The parts are listed above the net profit; nothing else is subtracted. */
function Money({ receipt: { fill, contract, closed } }: Pick<Props, 'receipt'>) {
  const words = useWords(futuresHistoryWords);
  const shared = useWords(fillReceiptWords);
  const off = (text: string) => formatSignedDecimal(toDecimal(negate(amount(text))));
  const percent = formatDecimal(percentOf(contract.feeRate));
  const { instrument } = useFillNames()(fill);
  const isNone = (text: string) => !/[1-9]/.test(text);
  return (
    <ReceiptSection title={closed === null ? words.openCost : words.netParts}>
      <div className="trade-detail__ruled trade-detail__ruled--sum">
        <KeyValueList framed>
          {closed === null ? (
            <KeyValue name={words.feeOf(percent)} strong>
              {off(fill.fee)}
            </KeyValue>
          ) : (
            <>
              <KeyValue name={words.gross} strong>
                <span className={`figure--${directionOf(fill.pnl)}`}>{formatSignedDecimal(fill.pnl)}</span>
              </KeyValue>
              <KeyValue name={words.funding}>{formatSignedDecimal(fill.funding)}</KeyValue>
              <KeyValue name={words.entryFee}>{off(fill.entryFee)}</KeyValue>
              <KeyValue name={words.exitFeeOf(percent)}>{off(fill.exitFee)}</KeyValue>
              {!isNone(fill.liquidationFee) && (
                <KeyValue name={words.liquidationFee}>{off(fill.liquidationFee)}</KeyValue>
              )}
              {!isNone(fill.insured) && (
                <KeyValue name={words.insured}>{formatSignedDecimal(fill.insured)}</KeyValue>
              )}
              {fill.coinPnl !== null && (
                <KeyValue name={words.coinPnl}>
                  {`${formatSignedDecimal(fill.coinPnl)} ${instrument?.terms?.baseCurrency ?? ''}`}
                </KeyValue>
              )}
              {fill.roe !== null && <KeyValue name={words.roe}>{formatRoe(percentOf(fill.roe))}</KeyValue>}
              <KeyValue name={shared.net} strong>
                <span className={`figure--${directionOf(fill.net)}`}>
                  {`${formatSignedDecimal(fill.net)} ${fill.currency}`}
                </span>
              </KeyValue>
            </>
          )}
        </KeyValueList>
      </div>
    </ReceiptSection>
  );
}
