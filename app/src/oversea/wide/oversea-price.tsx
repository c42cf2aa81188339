import { formatDecimal, formatPrice, readableCode } from '@maru/client/format';
import { formatDuration } from '@maru/client/format-date';
import { NEVER } from '@maru/engine/oversea/terms';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { HERO_PACE_MS } from '../../market/prices/paced-quote.ts';
import { useDay } from '../../market/prices/use-day.ts';
import { WidePrice } from '../../market/prices/wide-price.tsx';
import { useServerSecond } from '../../shell/connection/use-server-second.ts';
import type { WideFact } from '../../shell/layouts/wide-grid.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { listingWords } from '../../text/listing.ts';
import { overseaWords } from '../../text/oversea.ts';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { overseaWideWords } from '../../text/oversea-wide.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { useWalletMoney } from '../account/wallet-money.ts';
import { ticksWorth } from '../position/contract-money.ts';
import type { WideTradeProps } from './wide-trade.tsx';

type Props = Pick<WideTradeProps, 'instrument' | 'onSettings'>;

export function OverseaPrice({ instrument, onSettings }: Props) {
  const { text, language } = useLanguage();
  const listingText = useWords(listingWords);
  const words = useWords(overseaTradeWords);
  const navigate = useNavigate();
  const day = useDay(instrument.stock, HERO_PACE_MS);
  const facts = useFacts(instrument, day);
  const month = instrument.terms?.month;
  return (
    <WidePrice
      instrument={instrument}
      title={nameOf(instrument, language)}
      detail={[
        readableCode(instrument.stock),
        ...(month ? [listingText.contractMonth(String(Number(month.slice(5))))] : []),
      ].join(' · ')}
      day={day}
      facts={facts}
    >
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
    </WidePrice>
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
