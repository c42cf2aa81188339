// What one contract is and costs, and when it trades: only facts that the server sends.

import { formatDecimal, formatPrice, readableCode } from '@maru/client/format';
import { formatClock, formatDateTime, isSameDay } from '@maru/client/format-date';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import type { WireOverseaTerms } from '@maru/contract/oversea/terms';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { NEVER } from '@maru/engine/oversea/terms';
import { tradingState } from '../../market/instruments/instrument-order.ts';
import { currencyName, nameOf, openingDate, stateBadge } from '../../market/instruments/instrument-words.ts';
import { HERO_PACE_MS } from '../../market/prices/paced-quote.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePriceSource } from '../../shell/price-source.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { overseaWords } from '../../text/oversea.ts';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { useWalletMoney } from '../account/wallet-money.ts';
import './contract-card.css';
import { useDay } from '../../market/prices/use-day.ts';
import { ticksWorth } from '../position/contract-money.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly instrument: WireOverseaOption;
}

export function ContractCard({ open, onClose, instrument }: Props) {
  const words = useWords(overseaTradeWords);
  return (
    <BottomSheet open={open} onClose={onClose} title={words.contractCard} closeLabel={words.close}>
      {open && <Facts instrument={instrument} />}
    </BottomSheet>
  );
}

interface PartProps {
  readonly instrument: WireOverseaOption;
}

function Facts({ instrument }: PartProps) {
  const { language } = useLanguage();
  const marketText = useWords(marketWords);
  const overseaText = useWords(overseaWords);
  const words = useWords(overseaTradeWords);
  const day = useDay(instrument.stock, HERO_PACE_MS);
  const { terms, currency, precision } = instrument;
  const own = useMoneyText(currency);
  const { money } = useWalletMoney(instrument);
  const inWallet = terms && terms.walletCurrency !== currency ? ticksWorth(instrument, 1, 1) : undefined;
  const state = tradingState(instrument);
  const priceSource = usePriceSource();
  return (
    <section
      className="contract-card"
      aria-label={words.contractCard}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and it contains nothing else that can be focused.
      tabIndex={0}
    >
      <p className="text-lead">{nameOf(instrument, language)}</p>
      <KeyValueList framed>
        <KeyValue name={words.card.tick}>{formatDecimal(instrument.tickSize)}</KeyValue>
        <KeyValue name={words.card.tickValue} strong>
          {own.money(instrument.tickValue)}
          {inWallet !== undefined && <span className="contract-card__also"> {money(inWallet)}</span>}
        </KeyValue>
        <KeyValue name={words.card.multiplier}>{formatDecimal(instrument.multiplier)}</KeyValue>
        <KeyValue name={words.card.currency}>{currencyName(currency, marketText)}</KeyValue>
        <KeyValue name={words.card.source}>{priceSource(readableCode(instrument.stock))}</KeyValue>
      </KeyValueList>
      {terms && <Costs terms={terms} currency={currency} />}
      {terms && <Hours terms={terms} />}
      <KeyValueList framed>
        <KeyValue name={words.card.state}>{stateBadge(state, marketText) ?? overseaText.open}</KeyValue>
        {instrument.nextOpenMillis !== null && (
          <KeyValue name={words.nextOpening}>{openingDate(instrument.nextOpenMillis, language)}</KeyValue>
        )}
        <KeyValue name={words.card.first}>{formatPrice(day.openPrice, precision)}</KeyValue>
        <KeyValue name={words.card.previousClose}>{formatPrice(day.prevClosePrice, precision)}</KeyValue>
      </KeyValueList>
    </section>
  );
}

interface TermsProps {
  readonly terms: WireOverseaTerms;
}

function Costs({ terms, currency }: TermsProps & { readonly currency: string }) {
  const words = useWords(overseaTradeWords);
  const { money } = useMoneyText(terms.walletCurrency);
  const percent = toDecimal((parseUnits(terms.lossCutRate) ?? 0n) * 100n);
  return (
    <KeyValueList framed>
      <KeyValue name={words.card.entryMargin} strong>
        {words.card.perContract(money(terms.entryMargin))}
      </KeyValue>
      <KeyValue name={words.card.overnightMargin}>
        {isEndless(terms) ? words.card.keptOvernight : words.card.perContract(money(terms.overnightMargin))}
      </KeyValue>
      <KeyValue name={words.card.commission}>{words.card.perSide(money(terms.commission))}</KeyValue>
      <KeyValue name={words.card.lossCut}>{words.card.lossCutOf(formatDecimal(percent))}</KeyValue>
      <KeyValue name={words.card.most}>
        {words.card.mostOf({
          instrument: formatDecimal(String(terms.contractsMost)),
          all: formatDecimal(String(terms.playerContractsMost)),
        })}
      </KeyValue>
      {terms.walletCurrency !== currency && (
        <KeyValue name={words.card.rate}>
          {formatDecimal(terms.rate)}{' '}
          <span className="contract-card__also">
            {words.card.rateSince(formatDateTime(terms.rateSinceMillis))}
          </span>
        </KeyValue>
      )}
    </KeyValueList>
  );
}

const isEndless = ({ session }: WireOverseaTerms): boolean => session?.endsMillis === NEVER;

function Hours({ terms }: TermsProps) {
  const words = useWords(overseaTradeWords);
  if (isEndless(terms))
    return (
      <KeyValueList framed>
        <KeyValue name={words.card.hours}>{words.card.allDay}</KeyValue>
        <KeyValue name={words.card.lastDay}>{words.card.noExpiry}</KeyValue>
      </KeyValueList>
    );
  const stretches = terms.tradeDay?.stretches ?? [];
  const [first] = stretches;
  const last = stretches.at(-1);
  const clock = (at: number) =>
    first && !isSameDay(first.opensMillis, at) ? words.card.nextDay(formatClock(at)) : formatClock(at);
  const breaks = stretches
    .slice(1)
    .map(({ opensMillis }, index) => `${clock(stretches[index]!.closesMillis)} – ${clock(opensMillis)}`);
  const [year = '', month = ''] = terms.month?.split('-') ?? [];
  return (
    <KeyValueList framed>
      {first && last && (
        <KeyValue
          name={words.card.hours}
        >{`${formatClock(first.opensMillis)} – ${clock(last.closesMillis)}`}</KeyValue>
      )}
      {first && (
        <KeyValue name={words.card.breaks}>
          {breaks.length === 0 ? words.card.noBreak : breaks.join(', ')}
        </KeyValue>
      )}
      {terms.month !== null && (
        <KeyValue name={words.card.month}>
          {words.card.monthOf({ year, month: String(Number(month)) })}
        </KeyValue>
      )}
      {terms.lastTradingDate !== null && (
        <KeyValue name={words.card.lastDay}>{terms.lastTradingDate.replaceAll('-', '.')}</KeyValue>
      )}
    </KeyValueList>
  );
}
