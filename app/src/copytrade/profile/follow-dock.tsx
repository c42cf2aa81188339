// What can be done at the floor of a trader's page: follow, or why not, or where one's own page is.
import { formatDate } from '@maru/client/format-date';
import { lazy, Suspense, useState } from 'react';
import { type MyFollows, useMyFollows, useMyTrader } from '../../futures/copied/use-my-copy.ts';
import { useDevice } from '../../shell/device/device.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useNavigate, usePathname } from '../../shell/routing/router.tsx';
import { type CopytradeWords, copytradeWords } from '../../text/copytrade.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import type { Trader } from './trader-screen.tsx';

const FollowSheet = lazy(async () => ({ default: (await import('../follow/follow-sheet.tsx')).FollowSheet }));

interface Props {
  readonly trader: Trader;
  readonly onFollowed: () => void;
}

export function FollowDock({ trader, onFollowed }: Props) {
  const words = useWords(copytradeWords);
  const navigate = useNavigate();
  const pathname = usePathname();
  const { lastPage } = useDevice();
  const member = useWatched(usePlatform().member);
  const follows = useMyFollows();
  const mine = useMyTrader().reply;
  const [isOpen, setOpen] = useState(false);
  const go = (to: string) => void navigate({ to });

  if (member === undefined)
    return (
      <Dock label={words.followDock} kind="page">
        <Button
          onPress={() => {
            // Signing in leads back to this trader.
            lastPage.remember(pathname);
            go('/signin');
          }}
        >
          {words.signInToFollow}
        </Button>
      </Dock>
    );
  if (member.id === trader.traderId)
    return (
      <Dock label={words.followDock} kind="page">
        <Button kind="tonal" onPress={() => go('/copytrade/trading')}>
          {words.ownProfile}
        </Button>
      </Dock>
    );
  if (follows.current?.traderId === trader.traderId)
    return (
      <Dock label={words.followDock} kind="page">
        <Button kind="tonal" onPress={() => go('/copytrade/mine')}>
          {words.followingMine}
        </Button>
      </Dock>
    );
  const barred = barredBy(trader, follows, mine?.trader ?? undefined, words);
  return (
    <Dock label={words.followDock} kind="page">
      {barred !== undefined && (
        <p id="follow-barred" className="trader__barred text-caption">
          {barred}
        </p>
      )}
      <Button disabled={barred !== undefined || follows.state === 'loading'} onPress={() => setOpen(true)}>
        {barred !== undefined && isTaken(trader) ? words.full : words.follow}
      </Button>
      <Suspense>
        {isOpen && (
          <FollowSheet
            trader={trader}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false);
              follows.reload();
              onFollowed();
              go('/copytrade/mine');
            }}
          />
        )}
      </Suspense>
    </Dock>
  );
}

const isTaken = ({ isFull, isAccepting, status }: Trader): boolean =>
  status === 'ACTIVE' && (isFull || !isAccepting);

/** In the order in which the server refuses it. */
function barredBy(
  trader: Trader,
  { current }: Pick<MyFollows, 'current'>,
  mine: { readonly status: string; readonly mayFollowMillis: number | null } | undefined,
  { why }: CopytradeWords,
): string | undefined {
  if (mine?.status === 'ACTIVE' || mine?.status === 'OFF') return why.trader;
  if (mine !== undefined && mine.mayFollowMillis !== null)
    return why.deleted(formatDate(mine.mayFollowMillis));
  if (current !== undefined) return why.other(current.traderNick);
  if (trader.status !== 'ACTIVE') return why.off;
  if (!trader.isAccepting) return why.closed;
  return trader.isFull ? why.full : undefined;
}
