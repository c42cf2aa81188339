// The head of the quick-order list: the value of the overseas wallet, and the button that refills practice money.

import { formatMoney } from '@maru/client/format-amount';
import { amount, plus, toDecimal } from '@maru/engine/amount';
import { lazy, Suspense, useState } from 'react';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { Link } from '../../shell/routing/router.tsx';
import { useText, useWords } from '../../text/language.tsx';
import { overseaWords } from '../../text/oversea.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import './equity.css';
import { useOverseaAccount } from './use-oversea-account.ts';
import { walletPoint } from './wallet-point.ts';

const EquityToday = lazy(async () => ({ default: (await import('./equity-today.tsx')).EquityToday }));
const RefillSheet = lazy(async () => ({
  default: (await import('../../shell/member/refill-sheet.tsx')).RefillSheet,
}));

/** The page on which members manage their practice money. */
const MONEY_PAGE = '/more/mypage';

export function Equity() {
  const text = useText();
  const overseaText = useWords(overseaWords);
  const { wallets, site, reloadWallets } = usePlatform();
  const balances = useWatched(wallets);
  const isPractice = useWatched(site)?.moneyMode === 'PRACTICE';
  const { cross } = useOverseaAccount();
  const wallet = balances.reply?.['BINARY'];
  const { unit } = useMoneyText(wallet?.currency ?? 'KRW');
  const [refill, setRefill] = useState<'never' | 'open' | 'closed'>('never');
  if (balances.state === 'loading') return <EquitySkeleton />;
  if (balances.state === 'failed')
    return (
      <section className="equity" aria-label={overseaText.equity}>
        <p className="equity__failed">{overseaText.equityFailed}</p>
        <Button kind="tonal" size="medium" width="fit" onPress={() => void reloadWallets()}>
          {text.shell.retry}
        </Button>
      </section>
    );
  if (!wallet) return null;
  const practice = isPractice && (
    <span className="equity__practice">
      <b>{overseaText.practiceMoney}</b> {overseaText.practiceMoneyMeaning}
    </span>
  );
  // Until the server has sent the positions' profit, the margin locked for them is counted in full.
  const point = toDecimal(plus(amount(wallet.point), amount(wallet.gameWaitPoint)));
  const money = formatMoney(walletPoint({ point }, cross), wallet.currency);
  return (
    <section className="equity" aria-label={overseaText.equity}>
      <Link to={MONEY_PAGE} className="equity__link">
        <span className="equity__name text-lead">
          {overseaText.equity}
          <Icon name="chevron-right" size={14} weight={2} />
        </span>
        <span className="equity__figure figure">
          {money.figure}
          <small className="equity__unit">{unit}</small>
        </span>
        <Suspense fallback={practice}>
          <EquityToday currency={wallet.currency} otherwise={practice} />
        </Suspense>
      </Link>
      {isPractice && (
        <Button kind="tonal" size="medium" width="fit" onPress={() => setRefill('open')}>
          {overseaText.refill}
        </Button>
      )}
      <Suspense>
        {refill !== 'never' && <RefillSheet open={refill === 'open'} onClose={() => setRefill('closed')} />}
      </Suspense>
    </section>
  );
}

function EquitySkeleton() {
  return (
    <div className="equity equity--skeleton" aria-hidden="true">
      <Skeleton width={116} height={14} />
      <Skeleton width={200} height={32} radius={8} />
      <Skeleton width={132} height={14} />
    </div>
  );
}

/** A guest has no wallet to show. */
export function GuestHead() {
  const overseaText = useWords(overseaWords);
  return (
    <section className="equity" aria-label={overseaText.guestTitle}>
      <div className="equity__link">
        <span className="text-title2">{overseaText.guestTitle}</span>
        <span className="equity__practice">{overseaText.guestLead}</span>
      </div>
      <Link to="/register" className={buttonClass({ kind: 'tonal', size: 'medium', width: 'fit' })}>
        {overseaText.signUp}
      </Link>
    </section>
  );
}
