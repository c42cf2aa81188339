// How a figure is computed (picture 31b): the formula in words, the same with its figures, and the source of each.

import { formatPrice } from '@maru/client/format';
import { formatChange } from '@maru/client/format-amount';
import type { WireTradeBet, WireTradeTerms } from '@maru/contract/binary/calls';
import { amount, rate, toDecimal } from '@maru/engine/amount';
import { breakEven, profitOf } from '@maru/engine/binary/prices';
import { priceDifference } from '../../market/prices/price-difference.ts';
import { WhyFormula } from '../../receipt/why-formula.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { Link } from '../../shell/routing/router.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useWords } from '../../text/language.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { percentOf } from '../offers/percent.ts';
import { directionOfBet, payoutText, placesOf } from './bet-view.ts';
import './why-sheet.css';

interface PayoutProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly stake: string;
  readonly terms: WireTradeTerms;
  readonly source: string;
  readonly base: string;
  readonly cutOff: string;
}

/** The payout of a hit, and the rules that will decide it. */
export function WhyPayoutSheet({ open, onClose, stake, terms, source, base, cutOff }: PayoutProps) {
  const words = useWords(binaryWords);
  const { money, unit } = useMoneyText(terms.currency);
  const staked = stake === '' ? terms.stakeMin : stake;
  const payout = money(payoutText(staked, terms.rate, terms.currency));
  const profit = toDecimal(profitOf(amount(staked), rate(terms.rate), placesOf(terms.currency)));
  return (
    <BottomSheet open={open} onClose={onClose} title={words.whyPayout(payout)} closeLabel={words.close}>
      <p className="why-sheet__lead text-lead">{words.whyPayoutLead}</p>
      <WhyFormula name={words.whyPaid}>{words.whyFormula}</WhyFormula>
      <WhyFormula name={payout} isFigures>
        {money(staked)} + {money(staked)} × {percentOf(terms.rate)}
      </WhyFormula>
      <KeyValueList framed>
        <KeyValue name={words.whyStake}>{money(staked)}</KeyValue>
        <KeyValue name={<Noted name={words.whyRate} note={words.whyRateNote} />}>
          {percentOf(terms.rate)}
        </KeyValue>
        <KeyValue name={<Noted name={words.whyProfit} note={words.whyProfitNote(unit)} />}>
          {money(profit)}
        </KeyValue>
        <KeyValue name={words.whyBreakEven}>{percentOf(toDecimal(breakEven(rate(terms.rate))))}</KeyValue>
        <KeyValue name={words.whyBase}>{base}</KeyValue>
        <KeyValue name={words.whySource}>{source}</KeyValue>
        <KeyValue name={words.whyTie}>{words.whyTieValue}</KeyValue>
        <KeyValue name={words.whyCutOff}>{cutOff}</KeyValue>
      </KeyValueList>
      <p className="why-sheet__small text-micro">{words.whyDecided}</p>
    </BottomSheet>
  );
}

const Noted = ({ name, note }: { readonly name: string; readonly note: string }) => (
  <>
    {name} <small className="why-sheet__note">{note}</small>
  </>
);

interface ResultProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly bet: WireTradeBet | undefined;
  readonly currency: string;
  readonly precision: number;
}

/** Why a bet ended as it did. */
export function WhyResultSheet({ open, onClose, bet, currency, precision }: ResultProps) {
  const words = useWords(binaryWords);
  const title = bet === undefined || bet.status === 0 ? words.status[0] : words.whyResult[bet.status];
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={words.close}
      action={
        bet && (
          <Link to={`/wallet/history/${bet.id}`} className={buttonClass({ kind: 'tonal' })}>
            {words.receipt}
          </Link>
        )
      }
    >
      {bet && <ResultReasons bet={bet} currency={currency} precision={precision} />}
    </BottomSheet>
  );
}

function ResultReasons({
  bet,
  currency,
  precision,
}: Pick<ResultProps, 'currency' | 'precision'> & { readonly bet: WireTradeBet }) {
  const words = useWords(binaryWords);
  const { money } = useMoneyText(currency);
  const gap = priceDifference(bet.closePrice ?? undefined, bet.strikePrice ?? undefined);
  const rule = directionOfBet(bet) === 'up' ? words.whyRuleUp : words.whyRuleDown;
  return (
    <>
      <p className="why-sheet__lead text-lead">
        {bet.voidReason === null ? rule : words.voidReasons[bet.voidReason]}
      </p>
      {gap !== undefined && (
        <WhyFormula name={formatChange(gap, precision)} isFigures>
          {formatPrice(bet.closePrice ?? undefined, precision)} −{' '}
          {formatPrice(bet.strikePrice ?? undefined, precision)}
        </WhyFormula>
      )}
      <KeyValueList framed>
        <KeyValue name={words.whyBase}>{formatPrice(bet.strikePrice ?? undefined, precision)}</KeyValue>
        <KeyValue name={words.whyClose}>{formatPrice(bet.closePrice ?? undefined, precision)}</KeyValue>
        <KeyValue name={words.whyStake}>{money(bet.point)}</KeyValue>
        <KeyValue name={<Noted name={words.whyRate} note={words.whyRateNote} />}>
          {percentOf(bet.rate)}
        </KeyValue>
        <KeyValue name={words.ifHit}>{money(bet.payout)}</KeyValue>
        <KeyValue name={words.whyCredit} strong>
          {money(bet.credit ?? undefined)}
        </KeyValue>
      </KeyValueList>
    </>
  );
}
