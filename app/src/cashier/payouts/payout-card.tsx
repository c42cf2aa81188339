// The account that a withdrawal goes to, on the page of the withdrawal.
import type { ReceivedReply } from '@maru/client/call';
import { formatDateTime } from '@maru/client/format-date';
import { payoutList } from '@maru/contract/cashier/payouts';
import { useState } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { Link, useNavigate } from '../../shell/routing/router.tsx';
import { type CashierWords, cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { MenuSheet } from '../../ui/overlays/menu-sheet.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import './payout-card.css';

export type Payout = ReceivedReply<typeof payoutList>['content'][number];

interface PayoutChoice {
  readonly isLoading: boolean;
  readonly accounts: readonly Payout[];
  readonly chosen: Payout | undefined;
  choose(id: number): void;
}

/** Usable ones first; of these the one that was registered first. */
export function usePayoutChoice(wallet: string): PayoutChoice {
  const { clock } = usePlatform();
  const answer = useAnswer(payoutList, { walletType: wallet });
  const [id, setId] = useState<number>();
  const accounts = answer.reply?.content ?? [];
  const now = clock.now();
  const isUsable = ({ usableMillis }: Payout) => usableMillis !== null && usableMillis <= now;
  return {
    isLoading: answer.state === 'loading',
    accounts,
    chosen: accounts.find((each) => each.id === id) ?? accounts.find(isUsable) ?? accounts[0],
    choose: setId,
  };
}

/** `신한은행 110-***-1234`, or the address. */
export const payoutTitle = ({ bankName, shown }: Payout): string =>
  bankName === null ? shown : `${bankName} ${shown}`;

export function payoutState(payout: Payout, words: CashierWords, now: number): string {
  if (payout.confirmedMillis === null) return words.payoutUnconfirmed;
  if (payout.usableMillis !== null && payout.usableMillis > now)
    return words.payoutFrom(formatDateTime(payout.usableMillis));
  return words.payoutUsable;
}

export const PAYOUTS_PATH = '/wallet/payouts';

export function PayoutCard({ payout }: { readonly payout: PayoutChoice }) {
  const words = useWords(cashierWords);
  const { clock } = usePlatform();
  const [isChoosing, setChoosing] = useState(false);
  const { accounts, chosen } = payout;
  if (payout.isLoading)
    return (
      <div className="payout-card">
        <Skeleton height={64} radius={16} />
      </div>
    );
  if (chosen === undefined)
    return (
      <Link to={PAYOUTS_PATH} className="payout-card payout-card__box">
        <Tile>
          <Icon name="bank" size={22} />
        </Tile>
        <span className="text-stack">
          <b>{words.payoutNone}</b>
          <span className="text-caption">{words.payoutNoneLead}</span>
        </span>
        <Icon name="chevron-right" size={18} />
      </Link>
    );
  const now = clock.now();
  const state = payoutState(chosen, words, now);
  const owner = [chosen.holder, state === words.payoutUsable ? words.payoutOwn : state].filter(Boolean);
  return (
    <>
      <button type="button" className="payout-card payout-card__box" onClick={() => setChoosing(true)}>
        <Tile>
          <Icon name={chosen.kind === 'BANK' ? 'bank' : 'wallet'} size={22} />
        </Tile>
        <span className="text-stack">
          <b className="text-cut">{payoutTitle(chosen)}</b>
          <span className="text-caption">{owner.join(' · ')}</span>
        </span>
        <Icon name="lock" size={18} />
      </button>
      <PayoutMenu
        open={isChoosing}
        onClose={() => setChoosing(false)}
        accounts={accounts}
        chosen={chosen}
        now={now}
        onChoose={payout.choose}
      />
    </>
  );
}

interface MenuProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly accounts: readonly Payout[];
  readonly chosen: Payout;
  readonly now: number;
  readonly onChoose: (id: number) => void;
}

function PayoutMenu({ open, onClose, accounts, chosen, now, onChoose }: MenuProps) {
  const words = useWords(cashierWords);
  const navigate = useNavigate();
  return (
    <MenuSheet<string>
      open={open}
      onClose={onClose}
      closeLabel={words.close}
      title={words.payoutChoose}
      choices={[
        ...accounts.map((each) => ({
          key: String(each.id),
          label: payoutTitle(each),
          line: payoutState(each, words, now),
        })),
        { key: 'manage', label: words.payoutManage },
      ]}
      current={String(chosen.id)}
      onChoose={(key) => {
        onClose();
        if (key === 'manage') void navigate({ to: PAYOUTS_PATH });
        else onChoose(Number(key));
      }}
    />
  );
}
