import { directionOf, formatDecimal, formatPercent, formatPrice, readableCode } from '@maru/client/format';
import { formatDuration } from '@maru/client/format-date';
import { NEVER } from '@maru/engine/oversea/terms';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { Star } from '../../market/instruments/star.tsx';
import { useSavedStocks } from '../../market/instruments/use-saved-stocks.ts';
import { HERO_PACE_MS } from '../../market/prices/paced-quote.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useDay } from '../../market/prices/use-day.ts';
import { useServerSecond } from '../../shell/connection/use-server-second.ts';
import { type WideFact, WideHead } from '../../shell/layouts/wide-grid.tsx';
import { useWatched } from '../../shell/platform.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { listingWords } from '../../text/listing.ts';
import { marketWords } from '../../text/market.ts';
import { overseaWords } from '../../text/oversea.ts';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { overseaWideWords } from '../../text/oversea-wide.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { useWalletMoney } from '../account/wallet-money.ts';
import { ticksWorth } from '../position/contract-money.ts';
import type { WideTradeProps } from './wide-trade.tsx';

type Props = Pick<WideTradeProps, 'instrument' | 'onSettings'>;

/** Name, price and facts above the chart. It is no live region: reading every tick aloud would be useless. */
export function WidePrice({ instrument, onSettings }: Props) {
  const { text, language } = useLanguage();
  const marketText = useWords(marketWords);
  const listingText = useWords(listingWords);
  const words = useWords(overseaTradeWords);
  const navigate = useNavigate();
  const saved = useSavedStocks();
  const isStarred = useWatched(saved.favourites).includes(instrument.stock);
  const day = useDay(instrument.stock, HERO_PACE_MS);
  const facts = useFacts(instrument, day);
  const name = nameOf(instrument, language);
  const month = instrument.terms?.month;
  const tone = toneClass(instrument.isOpen === 0 ? 'flat' : directionOf(day.priceChangePercent));
  return (
    <WideHead
      title={name}
      detail={[
        readableCode(instrument.stock),
        ...(month ? [listingText.contractMonth(String(Number(month.slice(5))))] : []),
      ].join(' · ')}
      mark={
        <span className="oversea-wide__marks">
          <Star
            label={marketText.star(name)}
            isSet={isStarred}
            onPress={() => saved.toggleFavourite(instrument.stock)}
          />
          {instrument.kind === 'INDEX' && (
            <IconButton
              icon="shield"
              size={18}
              quiet
              label={text.shell.indexProof}
              onPress={() => void navigate({ to: `/index/${instrument.stock}` })}
            />
          )}
          <IconButton icon="sliders" size={18} quiet label={words.orderSettings} onPress={onSettings} />
        </span>
      }
      facts={facts}
    >
      <div className={`oversea-wide__price figure${tone}`}>
        <span>{formatPrice(day.lastPrice, instrument.precision)}</span>
        <b>{formatPercent(day.priceChangePercent)}</b>
      </div>
    </WideHead>
  );
}

function useFacts(
  instrument: Props['instrument'],
  { highPrice, lowPrice }: ReturnType<typeof useDay>,
): readonly WideFact[] {
  const overseaText = useWords(overseaWords);
  const words = useWords(overseaTradeWords);
  const wideText = useWords(overseaWideWords);
  const { money } = useWalletMoney(instrument);
  const now = useServerSecond();
  const { terms, precision, currency } = instrument;
  const endsAt = terms?.session?.endsMillis;
  return [
    { name: overseaText.high, value: formatPrice(highPrice, precision) },
    { name: overseaText.low, value: formatPrice(lowPrice, precision) },
    ...(terms === null ? [] : [{ name: wideText.oneTick, value: money(ticksWorth(instrument, 1, 1)) }]),
    ...(terms !== null && terms.walletCurrency !== currency
      ? [{ name: words.card.rate, value: formatDecimal(terms.rate) }]
      : []),
    ...(endsAt === undefined || endsAt === NEVER
      ? []
      : [{ name: wideText.untilClose, value: formatDuration(endsAt - now), isNow: true }]),
  ];
}
