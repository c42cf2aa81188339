// Facts and settings around orders: the contract itself, the confirmation, and the link to the settings.
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { useSavedStocks } from '../../market/instruments/use-saved-stocks.ts';
import { useDevice, usePreferences } from '../../shell/device/device.tsx';
import { useWatched } from '../../shell/platform.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { ListRow } from '../../ui/rows/list-row.tsx';
import { SettingRow } from '../../ui/rows/setting-row.tsx';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly instrument: WireOverseaOption;
  readonly isGuest: boolean;
  /** Both open another sheet in place of this one. */
  readonly onCard: () => void;
  readonly onGuard: () => void;
}

export function OrderSettingsSheet({ open, onClose, instrument, isGuest, onCard, onGuard }: Props) {
  const { language } = useLanguage();
  const marketText = useWords(marketWords);
  const words = useWords(overseaTradeWords);
  const navigate = useNavigate();
  const { preferences } = useDevice();
  const { confirmOrders } = usePreferences();
  const saved = useSavedStocks();
  const isStarred = useWatched(saved.favourites).includes(instrument.stock);
  return (
    <BottomSheet open={open} onClose={onClose} title={words.orderSettings} closeLabel={words.close} bleeds>
      <ListRow title={words.contractCard} meta={words.contractCardLead} chevron onPress={onCard} />
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
          <ListRow title={words.guard.name} meta={words.guard.rowLead} chevron onPress={onGuard} />
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
