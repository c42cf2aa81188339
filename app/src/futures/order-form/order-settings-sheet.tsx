// Settings around orders: the confirmation, whether a limit may be filled at once, and the link to all settings.
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { useSavedStocks } from '../../market/instruments/use-saved-stocks.ts';
import { useDevice, usePreferences } from '../../shell/device/device.tsx';
import { useWatched } from '../../shell/platform.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { ListRow } from '../../ui/rows/list-row.tsx';
import { SettingRow } from '../../ui/rows/setting-row.tsx';
import { type Ticket, type TicketStore, useTicket } from './order-ticket.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly instrument: WireFuturesOption;
  readonly ticketStore: TicketStore;
  readonly isGuest: boolean;
}

export function OrderSettingsSheet({ open, onClose, instrument, ticketStore, isGuest }: Props) {
  const { language } = useLanguage();
  const marketText = useWords(marketWords);
  const words = useWords(futuresTradeWords);
  const navigate = useNavigate();
  const { preferences } = useDevice();
  const { confirmOrders } = usePreferences();
  const saved = useSavedStocks();
  const ticket = useTicket(ticketStore);
  const isStarred = useWatched(saved.favourites).includes(instrument.stock);
  const immediacy = (kind: Exclude<Ticket['immediacy'], 'any'>) => ({
    checked: ticket.immediacy === kind,
    onChange: (checked: boolean) => ticket.change({ immediacy: checked ? kind : 'any' }),
  });
  return (
    <BottomSheet open={open} onClose={onClose} title={words.orderSettings} closeLabel={words.close} bleeds>
      <SettingRow
        label={marketText.star(nameOf(instrument, language))}
        checked={isStarred}
        onChange={() => saved.toggleFavourite(instrument.stock)}
      />
      {!isGuest && (
        <>
          <SettingRow
            label={words.confirmOrders}
            lead={words.confirmOrdersLead}
            checked={confirmOrders}
            onChange={(checked) => preferences.change({ confirmOrders: checked })}
          />
          <SettingRow label={words.postOnly} lead={words.postOnlyLead} {...immediacy('postOnly')} />
          <SettingRow label={words.ioc} lead={words.iocLead} {...immediacy('ioc')} />
          <ListRow
            title={words.allSettings}
            meta={words.allSettingsLead}
            chevron
            onPress={() => void navigate({ to: '/more/setting' })}
          />
        </>
      )}
    </BottomSheet>
  );
}
