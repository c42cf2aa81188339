// A funding payment recomputed on this device with the rules that the server itself runs
// (contract/src/futures/funding-receipt.ts lists them), from the receipt and the recorded ticks alone.
import type { FundingReceipt } from '@maru/contract/futures/funding-receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { amount, price, qty, type Rate, rate, toDecimal, unitOf } from '@maru/engine/amount';
import { fundingRate, meanPremium } from '@maru/engine/futures/funding-rate';
import { fundingPayment } from '@maru/engine/futures/value';
import { liveQuoteAt } from '../../receipt/recorded-quotes.ts';
import { checkChain } from '../../receipt/tick-record.ts';
import { type Check, check, isEverySame, type Recomputed, type Verdict } from '../../receipt/verification.ts';

export type FundingCheckKey = 'chain' | 'mark' | 'rate' | 'amount';
export type FundingVerdict = Verdict<FundingCheckKey>;

export function recomputeFunding(
  { payment, contract, tick, premium }: FundingReceipt,
  record: ReceiptTicks,
): Recomputed<FundingVerdict> {
  if (!record.complete) return { kind: 'unsealed' };
  if (record.minutes.length === 0) return { kind: 'unrecorded' };
  const quote = liveQuoteAt(record, payment.fundingMillis);
  const minute = record.minutes.find(({ minuteMillis }) => minuteMillis === quote?.minuteMillis);
  const isNamed = tick === null || (tick.hash === minute?.hash && tick.seq === quote?.seq);
  const chain = checkChain(record);
  const mark = price(payment.markPrice);
  const paid = fundingPayment(
    { side: payment.tradeType, qty: qty(payment.qty) },
    { rate: rate(payment.rate), mark },
    { contract: contract.contractType },
    unitOf(contract.places),
  );
  const checks: readonly Check<FundingCheckKey>[] = [
    check('chain', chain.server, chain.device, chain.isWhole && record.stock === payment.stock && isNamed),
    check('mark', toDecimal(mark), quote === undefined ? '' : toDecimal(quote.mark)),
    ...(premium === null ? [] : [check('rate', toDecimal(rate(payment.rate)), toDecimal(rateOf(premium)))]),
    check('amount', toDecimal(amount(payment.amount)), toDecimal(paid)),
  ];
  return { kind: 'judged', isSame: isEverySame(checks), checks };
}

const rateOf = (premium: NonNullable<FundingReceipt['premium']>): Rate =>
  fundingRate(meanPremium({ weighted: BigInt(premium.weighted), ms: premium.coveredMillis }), {
    most: rate(premium.mostRate),
    intervalMs: premium.intervalMillis,
  });
