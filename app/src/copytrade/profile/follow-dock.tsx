// What can be done at the floor of a trader's page: follow, or why not, or where one's own page is.
import { formatDate } from '@maru/client/format-date';
import { lazy, Suspense, useEffect, useReducer, useState } from 'react';
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
  const mayFollowAt = useAhead(mine?.trader?.mayFollowMillis ?? undefined);
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
  const asker = { role: member.role, status: mine?.trader?.status, mayFollowAt, follow: follows.current };
  const barred = barredBy(trader, asker, words);
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

/** The moment while it is still to come. A page that stays open over it is drawn again then. */
function useAhead(at: number | undefined): number | undefined {
  const { clock, timers } = usePlatform();
  const [looks, look] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a look that came too early one waits again.
  useEffect(() => {
    const leftMs = at === undefined ? 0 : at - clock.now();
    return leftMs > 0 ? timers.after(leftMs, look) : undefined;
  }, [clock, timers, at, looks]);
  return at !== undefined && clock.now() < at ? at : undefined;
}

interface Asker {
  readonly role: string;
  /** As a trader. */
  readonly status: string | undefined;
  /** Of somebody who is no trader any more: when the next Korean day begins, until it does. */
  readonly mayFollowAt: number | undefined;
  readonly follow: MyFollows['current'];
}

/** In the order in which the server refuses it. */
function barredBy(
  trader: Trader,
  { role, status, mayFollowAt, follow }: Asker,
  { why }: CopytradeWords,
): string | undefined {
  if (role === 'PARTNER') return why.partner;
  if (status === 'ACTIVE') return why.trader;
  if (mayFollowAt !== undefined) return why.deleted(formatDate(mayFollowAt));
  if (follow !== undefined) return why.other(follow.traderNick);
  if (trader.status !== 'ACTIVE') return why.off;
  if (!trader.isAccepting) return why.closed;
  return trader.isFull ? why.full : undefined;
}
