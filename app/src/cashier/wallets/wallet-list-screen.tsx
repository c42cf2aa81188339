// All wallets of the member, what can be done with each, and where a coupon is entered.
import { useState } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useNavigate, useRouter } from '../../shell/routing/router.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { ListRow, SectionGap } from '../../ui/rows/list-row.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { CouponSheet } from '../coupon/coupon-sheet.tsx';
import { PAYOUTS_PATH } from '../payouts/payout-card.tsx';
import { WalletRows } from './wallet-rows.tsx';

export function WalletListScreen() {
  const words = useWords(cashierWords);
  const navigate = useNavigate();
  const { history } = useRouter();
  const platform = usePlatform();
  const coins = useWatched(platform.site)?.coins ?? [];
  const held = useWatched(platform.wallets);
  // The menu leads to the coupon by this page.
  const [isCoupon, setCoupon] = useState(() => new URLSearchParams(history.location.search).has('coupon'));
  return (
    <>
      {held.state === 'loading' && <SkeletonRows count={4} height={64} />}
      {held.state === 'failed' && (
        <LoadFailed
          title={words.failed}
          message={held.message}
          onRetry={() => void platform.reloadWallets()}
        />
      )}
      {held.state === 'ready' && <WalletRows wallets={coins} />}
      <SectionGap />
      <ListRow
        plain
        height={56}
        tile={<Icon name="gift" size={22} />}
        title={words.coupon}
        chevron
        onPress={() => setCoupon(true)}
      />
      <ListRow
        plain
        height={56}
        tile={<Icon name="bank" size={22} />}
        title={words.payouts}
        chevron
        onPress={() => void navigate({ to: PAYOUTS_PATH })}
      />
      <ListRow
        plain
        height={56}
        tile={<Icon name="history" size={22} />}
        title={words.history}
        chevron
        onPress={() => void navigate({ to: '/wallet/dnw_history' })}
      />
      <CouponSheet open={isCoupon} onClose={() => setCoupon(false)} />
    </>
  );
}
