import { formatDecimal, formatPrice } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import type { WireOverseaOption } from '@maru/contract/market';
import { tradingState } from '../market/instrument-order.ts';
import { currencyName, openingDate, stateBadge, unitOf } from '../market/instrument-words.ts';
import { useLanguage } from '../text/language.tsx';
import { KeyValue, KeyValueList } from '../ui/key-value.tsx';
import './contract-facts.css';
import { RestNote } from './rest-note.tsx';
import type { Day } from './use-day.ts';

interface Props {
  readonly option: WireOverseaOption;
  /** With it, the prices of the day stand below the facts of the contract. */
  readonly day?: Day;
}

/** What one contract is: facts of the server, nothing that would have to be guessed. */
export function ContractFacts({ option, day }: Props) {
  const { text, language } = useLanguage();
  const { precision, nextOpenMillis } = option;
  const state = tradingState(option);
  const value = formatMoney(option.tickValue, option.currency);
  return (
    <div className={day ? 'contract-facts' : 'contract-facts contract-facts--narrow'}>
      <KeyValueList>
        <KeyValue name={text.oversea.tickSize}>{formatDecimal(option.tickSize)}</KeyValue>
        <KeyValue name={text.oversea.tickValue}>
          {value.figure}
          {unitOf(value, text)}
        </KeyValue>
        <KeyValue name={text.oversea.multiplier}>{formatDecimal(option.multiplier)}</KeyValue>
        <KeyValue name={text.oversea.contractCurrency}>{currencyName(option.currency, text)}</KeyValue>
        <KeyValue name={text.oversea.tradingState}>{stateBadge(state, text) ?? text.oversea.open}</KeyValue>
        {nextOpenMillis !== null && day && (
          <KeyValue name={text.market.nextOpening}>{openingDate(nextOpenMillis, language)}</KeyValue>
        )}
        {day && (
          <>
            <KeyValue name={text.oversea.firstPrice}>{formatPrice(day.openPrice, precision)}</KeyValue>
            <KeyValue name={text.oversea.previousClose}>
              {formatPrice(day.prevClosePrice, precision)}
            </KeyValue>
          </>
        )}
      </KeyValueList>
      {state !== 'open' && !day && <RestNote option={option} state={state} />}
    </div>
  );
}
