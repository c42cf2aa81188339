import { unreachable } from '../assert.ts';
import type { Product } from '../product.ts';
import { applyAccount, openPlayer } from './apply.ts';
import type { AccountCommand, OpenAccount } from './commands.ts';
import {
  type AccountRefusal,
  blockAccount,
  endSessions,
  holdFunds,
  openAccount,
  refillPractice,
  releaseFunds,
  unblockAccount,
} from './decide.ts';
import type { AccountEvent } from './events.ts';
import { type AccountState, describeHold, holdDigest } from './state.ts';

export interface AccountTypes {
  readonly name: 'account';
  readonly playerCommand: Exclude<AccountCommand, OpenAccount>;
  readonly platformCommand: OpenAccount;
  readonly event: AccountEvent;
  readonly state: AccountState;
  readonly refusal: AccountRefusal;
}

export const account: Product<AccountTypes> = {
  name: 'account',
  commands: {
    OPEN_ACCOUNT: 'PLATFORM',
    REFILL_PRACTICE: 'PLAYER',
    HOLD_FUNDS: 'PLAYER',
    RELEASE_FUNDS: 'PLAYER',
    BLOCK_ACCOUNT: 'PLAYER',
    UNBLOCK_ACCOUNT: 'PLAYER',
    END_SESSIONS: 'PLAYER',
  },
  events: {
    ACCOUNT_OPENED: { opensAccount: true },
    PRACTICE_REFILLED: {},
    FUNDS_HELD: { setsAside: 'HOLD' },
    FUNDS_RELEASED: { setsAside: 'RELEASE' },
    ACCOUNT_BLOCKED: {},
    ACCOUNT_UNBLOCKED: {},
    SESSIONS_ENDED: {},
  },
  empty: () => ({ holds: new Map() }),
  decide(book, player, command, context) {
    switch (command.kind) {
      case 'REFILL_PRACTICE':
        return refillPractice(book, player, command, context);
      case 'HOLD_FUNDS':
        return holdFunds(book, player, command, context);
      case 'RELEASE_FUNDS':
        return releaseFunds(book, player, command, context);
      case 'BLOCK_ACCOUNT':
        return blockAccount(book, player, context);
      case 'UNBLOCK_ACCOUNT':
        return unblockAccount(book, player, context);
      case 'END_SESSIONS':
        return endSessions(book, player, context);
      default:
        return unreachable(command);
    }
  },
  decideForPlatform: openAccount,
  /** The account must be there before the common part of an event looks for its player. */
  prepare(book, event) {
    if (event.kind === 'ACCOUNT_OPENED') openPlayer(book, event);
  },
  apply: applyAccount,
  describe: ({ holds }) => Array.from(holds.values(), describeHold),
  weigh({ holds }) {
    let sum = 0n;
    for (const hold of holds.values()) sum += holdDigest(hold);
    return sum;
  },
  playersWithOpen: ({ holds }) => Array.from(holds.values(), ({ player }) => player),
};
