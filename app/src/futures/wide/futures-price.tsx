import { formatPrice } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { usePacedQuote } from '../../market/prices/live-price.tsx';
import { HERO_PACE_MS } from '../../market/prices/paced-quote.ts';
import { useDay } from '../../market/prices/use-day.ts';
import { WidePrice } from '../../market/prices/wide-price.tsx';
import { useWatched } from '../../shell/platform.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { futuresWideWords } from '../../text/futures-wide.ts';
import { useWords } from '../../text/language.tsx';
import { IconButton } from '../../ui/buttons/button.tsx';
import { UntilFunding } from '../trade/until-funding.tsx';
import type { WideTradeProps } from './wide-trade.tsx';

type Props = Pick<WideTradeProps, 'instrument' | 'isGuest' | 'onSettings'>;

export function FuturesPrice({ instrument, isGuest, onSettings }: Props) {
  const words = useWords(futuresTradeWords);
  const wideText = useWords(futuresWideWords);
  const navigate = useNavigate();
  const { stock, precision } = instrument;
  const day = useDay(stock, HERO_PACE_MS);
  const { quote } = useWatched(usePacedQuote(stock, HERO_PACE_MS));
  const price = (text: string | null | undefined) => formatPrice(text ?? undefined, precision);
  const rate = quote?.fundingRate ?? instrument.fundingRate;
  const percent = toDecimal((parseUnits(rate) ?? 0n) * 100n);
  return (
    <WidePrice
      instrument={instrument}
      title={displayName(stock)}
      detail={words.perpetual}
      day={day}
      facts={[
        { name: wideText.mark, value: price(quote?.markPrice ?? instrument.markPrice) },
        { name: wideText.index, value: price(quote?.indexPrice ?? instrument.indexPrice) },
        { name: wideText.dayHigh, value: price(day.highPrice) },
        { name: wideText.dayLow, value: price(day.lowPrice) },
        { name: words.funding, value: `${formatPrice(percent, 4)}%` },
        { name: words.untilFunding, value: <UntilFunding instrument={instrument} />, isNow: true },
      ]}
    >
      {!isGuest && (
        <IconButton
          icon="history"
          size={18}
          quiet
          label={words.history}
          onPress={() => void navigate({ to: '/wallet/history?product=futures' })}
        />
      )}
      <IconButton icon="sliders" size={18} quiet label={words.orderSettings} onPress={onSettings} />
    </WidePrice>
  );
}
