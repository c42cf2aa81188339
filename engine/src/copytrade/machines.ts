// The states of a trader, of a follow and of one copy (docs/rules.md 5.7), as tables that the rules ask and the
// documentation prints.
import { stateMachine } from '../state-machine.ts';

export const traderMachine = stateMachine({
  name: 'A trader whom others copy',
  states: {
    NONE: 'was never a trader',
    ACTIVE: 'trades are copied by active follows',
    OFF: 'switched off: all follows were detached',
    DELETED: 'no longer a trader; may follow from the next Korean day',
  },
  initial: 'NONE',
  transitions: [
    { from: 'NONE', on: 'ACTIVE', to: 'ACTIVE', by: 'staff, who approve an application' },
    { from: 'ACTIVE', on: 'ACTIVE', to: 'ACTIVE', by: 'the trader or staff, other settings' },
    { from: 'ACTIVE', on: 'OFF', to: 'OFF', by: 'the trader or staff; an account that is blocked or closed' },
    { from: 'OFF', on: 'ACTIVE', to: 'ACTIVE', by: 'staff, or the trader unless staff switched it off' },
    { from: 'OFF', on: 'OFF', to: 'OFF', by: 'the trader or staff, other settings' },
    { from: 'ACTIVE', on: 'DELETED', to: 'DELETED', by: 'staff' },
    { from: 'OFF', on: 'DELETED', to: 'DELETED', by: 'staff' },
    { from: 'DELETED', on: 'ACTIVE', to: 'ACTIVE', by: 'staff, who approve a new application' },
  ],
});

export const followMachine = stateMachine({
  name: 'A follow of copy trading',
  states: {
    NONE: 'nobody is followed',
    ACTIVE: 'what the trader opens and closes is copied',
    DETACHED: 'nothing is mirrored any more: the follower closes the copies that are left',
    ENDED: 'the share is settled',
  },
  initial: 'NONE',
  transitions: [
    { from: 'NONE', on: 'FOLLOW', to: 'ACTIVE', by: 'the follower' },
    { from: 'ACTIVE', on: 'DETACH', to: 'DETACHED', by: 'the trader is off, deleted or liquidated' },
    { from: 'ACTIVE', on: 'END', to: 'ENDED', by: 'the follower or the trader, without open copies' },
    { from: 'DETACHED', on: 'END', to: 'ENDED', by: 'the platform or the follower, without open copies' },
  ],
});

export const copyMachine = stateMachine({
  name: 'A copy of one lead for one follow',
  states: {
    PENDING: 'the trader’s fill is durable; the copy was not tried yet, or waits for a price',
    FILLED: 'opened or closed as the trader did',
    MISSED: 'not copied, for a reason that the follower sees; never tried again',
    DROPPED: 'the follow was detached or ended before',
  },
  initial: 'PENDING',
  transitions: [
    { from: 'PENDING', on: 'FILL', to: 'FILLED', by: 'the platform, on a price within the guard' },
    { from: 'PENDING', on: 'MISS', to: 'MISSED', by: 'a rule, or ten seconds without a usable price' },
    { from: 'PENDING', on: 'DETACH', to: 'DROPPED', by: 'the trader is off, deleted or liquidated' },
    { from: 'PENDING', on: 'END', to: 'DROPPED', by: 'the follow ended' },
  ],
});
