// What a member is told about copies: what was copied and what was missed, shares, and that a follow was detached or has
// ended. A trader's own fills are told as those of everybody.
import type { Made } from '../notification/of-push.ts';
import type { CopyPush } from '../realtime.ts';
import type { WireMissedReason } from './wire.ts';

const MINE = '/copytrade/mine';
const TRADING = '/copytrade/trading';
const CURRENCY = 'USDT';

/** The member chose these, or had nothing to close: they are listed, and not told. */
export const CHOSEN_MISSES: ReadonlySet<WireMissedReason> = new Set(['PAIR_OFF', 'PAUSED', 'NO_COPY']);

/** What no command of copy trading did has a notification as a fill. */
const COPIED: ReadonlySet<string> = new Set(['LEAD', 'OWN', 'LOSS_LIMIT']);

export function copyNotifications({
  role,
  traderFollowerId,
  copied,
  follow,
  share,
}: CopyPush): readonly Made[] {
  const path = role === 'TRADER' ? TRADING : MINE;
  const isFollower = role === 'FOLLOWER';
  if (copied !== undefined) return isFollower ? toldOf(copied) : [];
  // An event of the trader alone: a follow is detached once, so its number is a name.
  if (follow === 'DETACHED' && isFollower) {
    const name = `follow ${traderFollowerId} detached`;
    return [{ part: 'follow', name, category: 'RISK', path, content: { kind: 'FOLLOW_DETACHED' } }];
  }
  if (follow === 'ENDED' && isFollower) {
    const paid = share?.share ?? '0';
    const content = { kind: 'FOLLOW_ENDED', share: paid, currency: share?.currency ?? CURRENCY } as const;
    return [{ part: 'follow', category: 'COPY', path, content }];
  }
  if (share === undefined || !/[1-9]/.test(share.share)) return [];
  const content = {
    kind: 'COPY_SHARED',
    share: share.share,
    currency: share.currency,
    isPaid: isFollower,
  } as const;
  return [{ part: 'share', category: 'COPY', path, content }];
}

function toldOf(copied: NonNullable<CopyPush['copied']>): readonly Made[] {
  const { stock, isOpen, reason, net, cause } = copied;
  const part = `copied ${stock}`;
  if (reason !== null) {
    if (CHOSEN_MISSES.has(reason)) return [];
    return [{ part, category: 'COPY', path: MINE, content: { kind: 'COPY_MISSED', stock, isOpen, reason } }];
  }
  if (!COPIED.has(cause)) return [];
  const content = {
    kind: 'COPIED',
    stock,
    isOpen,
    net: isOpen ? null : net,
    currency: CURRENCY,
    isLossLimit: cause === 'LOSS_LIMIT',
  } as const;
  return [{ part, category: cause === 'LOSS_LIMIT' ? 'RISK' : 'COPY', path: MINE, content }];
}
