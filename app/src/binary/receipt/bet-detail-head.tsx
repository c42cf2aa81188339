import { formatDecimal, readableCode } from '@maru/client/format';
import { formatDay } from '@maru/client/format-date';
import { formatTimeOfDay } from '@maru/client/format-time';
import { tradeOptions } from '@maru/contract/binary/offers';
import type { Receipt } from '@maru/contract/binary/receipt';
import { amount, minus, ONE, rate, rateOfUnits, toDecimal } from '@maru/engine/amount';
import { payoutOf } from '../../bitball/trade/market-words.ts';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { Profit } from '../../receipt/profit.tsx';
import { ShareResult } from '../../receipt/share/share-result.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { gameName, resultLabel, roundNumber } from '../history/bet-words.ts';
import { SideBadge, useSideOf } from '../history/side-badge.tsx';

/** The names of the offers; a stock without one is called by its code. */
export function useStockName(): (stock: string) => string {
  const { language } = useLanguage();
  const { reply } = useAnswer(tradeOptions, {});
  return (stock) => {
    const offer = reply?.find((each) => each.stock === stock);
    return offer === undefined ? readableCode(stock) : nameOf(offer, language);
  };
}

export function BetDetailHead({ receipt }: { readonly receipt: Receipt }) {
  const words = useWords(receiptWords);
  const { language } = useLanguage();
  const stockName = useStockName();
  const sideOf = useSideOf();
  const { bet, result } = receipt;
  const { money } = useMoneyText(bet.currency);
  const isDecided = result.status !== 0;
  const paidAt = result.paidMillis ?? receipt.round.frozenMillis;
  const odds = rateOfUnits(ONE + rate(bet.rate));
  const number = roundNumber(receipt);
  const roundText = number === undefined ? words.seconds(15) : words.round(formatDecimal(String(number)));
  return (
    <header className="trade-detail__head">
      <p className="trade-detail__line">
        <SideBadge type={bet.type} />
        <b className="trade-detail__name">{gameName(stockName(bet.stock), bet.optionType, words)}</b>
        <span className="trade-detail__round figure">{roundText}</span>
        <span className="trade-detail__result">
          <Badge tone={isDecided ? 'neutral' : 'brass'}>
            {result.status === 1 && <Icon name="check" size={13} weight={2.6} />}
            {resultLabel(result.status, words)}
          </Badge>
        </span>
      </p>
      {isDecided && result.credit !== null ? (
        <>
          <ShareResult
            net={{
              value: toDecimal(minus(amount(result.credit), amount(bet.point))),
              currency: bet.currency,
            }}
            name={gameName(stockName(bet.stock), bet.optionType, words)}
            side={sideOf(bet.type)}
            outcome={resultLabel(result.status, words)}
            way={roundText}
            when={paidAt === null ? '' : `${formatDay(paidAt, language)} ${formatTimeOfDay(paidAt)}`}
          />
          <Profit
            size="hero"
            value={toDecimal(minus(amount(result.credit), amount(bet.point)))}
            currency={bet.currency}
          />
          <p className="trade-detail__caption figure">
            {words.orderLine(money(bet.point), money(result.credit))}
            {paidAt !== null && ` · ${formatDay(paidAt, language)} ${formatTimeOfDay(paidAt)}`}
          </p>
        </>
      ) : (
        <p className="trade-detail__caption figure">
          {words.promiseLine(money(bet.point), money(toDecimal(payoutOf(bet.point, odds, bet.places))))}
        </p>
      )}
    </header>
  );
}
