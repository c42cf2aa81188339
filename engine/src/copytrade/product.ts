import { amountOfUnits } from '../amount.ts';
import type { Book } from '../book.ts';
import { type Followed, type MoneyChange, NO_CHANGE } from '../follower.ts';
import type { FuturesFilled } from '../futures/events.ts';
import type { Product } from '../product.ts';
import { applyCopytrade, applyNote } from './apply.ts';
import { bars, type CopyBar } from './bars.ts';
import {
  type CloseCopiesRefusal,
  type CloseCopyRefusal,
  type CloseLeadRefusal,
  closeCopies,
  closeCopy,
  closeLead,
} from './close.ts';
import type { CopytradeCommand } from './commands.ts';
import { describeCopytrade, weighCopytrade } from './digest.ts';
import type { CopyEnded, CopyShared, CopytradeEvent, CopytradeNote } from './events.ts';
import { followOf } from './find.ts';
import { changeFollow, type FollowRefusal, followTrader } from './follow.ts';
import { barredLead, type MirrorRefusal, mirrorLead } from './mirror.ts';
import { note } from './observe.ts';
import { type EndRefusal, endFollow, type ShareRefusal, shareCopyProfit } from './pay-share.ts';
import { dueShare } from './share.ts';
import { type CopytradeState, emptyCopytrade } from './state.ts';
import { COPY_WALLET } from './terms.ts';
import { setCopyTrader, type TraderRefusal } from './trader.ts';

type CopytradeRefusal =
  | TraderRefusal
  | FollowRefusal
  | MirrorRefusal
  | CloseCopyRefusal
  | CloseLeadRefusal
  | CloseCopiesRefusal
  | ShareRefusal
  | EndRefusal
  | CopyBar;

export interface CopytradeTypes {
  readonly name: 'copytrade';
  readonly playerCommand: CopytradeCommand;
  readonly platformCommand: never;
  readonly event: CopytradeEvent;
  readonly also: FuturesFilled;
  readonly state: CopytradeState;
  readonly refusal: CopytradeRefusal;
  readonly note: CopytradeNote;
}

export const copytrade: Product<CopytradeTypes> = {
  name: 'copytrade',
  playerCommands: {
    SET_COPY_TRADER: setCopyTrader,
    FOLLOW_TRADER: followTrader,
    CHANGE_FOLLOW: changeFollow,
    END_FOLLOW: endFollow,
    MIRROR_LEAD: mirrorLead,
    CLOSE_COPY: closeCopy,
    CLOSE_LEAD: closeLead,
    CLOSE_COPIES: closeCopies,
    SHARE_COPY_PROFIT: shareCopyProfit,
  },
  takesFree: {
    SET_COPY_TRADER: 'NOTHING',
    FOLLOW_TRADER: 'NOTHING',
    CHANGE_FOLLOW: 'NOTHING',
    END_FOLLOW: 'OWN_RULE',
    MIRROR_LEAD: 'OWN_RULE',
    CLOSE_COPY: 'OWN_RULE',
    CLOSE_LEAD: 'OWN_RULE',
    CLOSE_COPIES: 'OWN_RULE',
    SHARE_COPY_PROFIT: 'OWN_RULE',
  },
  alsoNeeds(command) {
    if (command.kind === 'END_FOLLOW') return [command.other];
    return command.kind === 'SHARE_COPY_PROFIT' ? [command.trader] : [];
  },
  tooEarly: ['COPY_WAITS', 'FUNDING_DUE', 'PRICES_MISSING'],
  platformCommands: {},
  events: {
    COPY_TRADER_SET: {},
    COPY_FOLLOWED: {},
    COPY_FOLLOW_CHANGED: {},
    COPY_MISSED: {},
    COPY_SHARED: {},
    COPY_ENDED: {},
  },
  changes: {
    COPY_TRADER_SET: 'NOTHING',
    COPY_FOLLOWED: 'NOTHING',
    COPY_FOLLOW_CHANGED: 'NOTHING',
    COPY_MISSED: 'NOTHING',
    COPY_SHARED: shareChanges,
    COPY_ENDED: shareChanges,
  },
  whenBarred: (book, player, command, context) =>
    command.kind === 'MIRROR_LEAD' ? barredLead(book, player, command, context) : undefined,
  observer: { kinds: ['FUTURES_FILLED', 'ACCOUNT_BLOCKED'], note, applyNote },
  bars,
  empty: emptyCopytrade,
  apply: applyCopytrade,
  // A book of one player has neither the trader nor the other followers. Copies are positions of coin futures: nothing
  // else of this product is open in an account.
  applySeen: () => {},
  describe: describeCopytrade,
  weigh: weighCopytrade,
  carriedDigest: ({ digest }) => digest[0]!,
  // Traders, follows and leads are read at the start with all of it. Who has a copy has a position, and stays for that.
  playersWithOpen: () => [],
  // A share that is due belongs to the run that earned it: money of the next one would pay it, or nothing would.
  isOpenIn(state, player, wallet) {
    const follow = wallet === COPY_WALLET ? followOf(state, player) : undefined;
    return follow !== undefined && dueShare(follow) > 0n;
  },
};

/** The share is a cost of the follower and an income of the trader. */
function shareChanges(
  _book: Book,
  { follower, trader, share }: CopyShared | CopyEnded,
  followed: Followed,
): readonly MoneyChange[] {
  if (share === 0n) return [];
  const changes: MoneyChange[] = [];
  if (followed.has(follower))
    changes.push({
      ...NO_CHANGE,
      player: follower,
      wallet: COPY_WALLET,
      result: amountOfUnits(-share),
    });
  if (followed.has(trader))
    changes.push({ ...NO_CHANGE, player: trader, wallet: COPY_WALLET, result: share });
  return changes;
}
