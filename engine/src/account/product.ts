import { NO_CHANGE } from '../follower.ts';
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
  playerCommands: {
    REFILL_PRACTICE: refillPractice,
    HOLD_FUNDS: holdFunds,
    RELEASE_FUNDS: releaseFunds,
    BLOCK_ACCOUNT: blockAccount,
    UNBLOCK_ACCOUNT: unblockAccount,
    END_SESSIONS: endSessions,
  },
  takesFree: {
    REFILL_PRACTICE: 'OWN_RULE',
    HOLD_FUNDS: 'OWN_RULE',
    RELEASE_FUNDS: 'NOTHING',
    BLOCK_ACCOUNT: 'NOTHING',
    UNBLOCK_ACCOUNT: 'NOTHING',
    END_SESSIONS: 'NOTHING',
  },
  platformCommands: { OPEN_ACCOUNT: openAccount },
  events: {
    ACCOUNT_OPENED: { opensAccount: true },
    PRACTICE_REFILLED: {},
    FUNDS_HELD: { setsAside: 'HOLD' },
    FUNDS_RELEASED: { setsAside: 'RELEASE' },
    ACCOUNT_BLOCKED: {},
    ACCOUNT_UNBLOCKED: {},
    SESSIONS_ENDED: {},
  },
  changes: {
    ACCOUNT_OPENED: 'NOTHING',
    // Practice money is no money that is brought in.
    PRACTICE_REFILLED: (_book, { steps, wallet }, followed) =>
      steps.flatMap(({ player }) =>
        followed.has(player) ? [{ ...NO_CHANGE, player, wallet, startsOver: true }] : [],
      ),
    FUNDS_HELD: 'NOTHING',
    FUNDS_RELEASED: 'NOTHING',
    ACCOUNT_BLOCKED: 'NOTHING',
    ACCOUNT_UNBLOCKED: 'NOTHING',
    SESSIONS_ENDED: 'NOTHING',
  },
  empty: () => ({ holds: new Map() }),
  /** The account must exist before the common part of `apply` looks up the event's player. */
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
  *openThings({ holds }, player) {
    for (const hold of holds.values()) {
      if (hold.player !== player) continue;
      const { id, wallet, amount, purpose: type } = hold;
      yield { kind: 'REQUEST', id, wallet, amount, type };
    }
  },
  playersWithOpen: ({ holds }) => Array.from(holds.values(), ({ player }) => player),
};
