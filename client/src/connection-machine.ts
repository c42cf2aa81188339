// The texts for the table of the live connection, for docs/state-machines.md.
import { stateMachine } from '@maru/engine/state-machine';
import { type ConnectionEvent, type ConnectionState, connectionTable } from './connection.ts';

const CAUSES: Readonly<Record<ConnectionEvent, string>> = {
  OPEN: 'the page, once it has started or a member has signed in',
  CONNECTED: 'the server, with CONNECTED',
  FAILED: 'a socket that closes, a pong or a connection that does not come in time',
  FAILED_HIDDEN: 'the same while the page is hidden: not counted as a retry',
  RESTART: 'a page that is shown again, a network that is back, a machine that slept',
  OFFLINE: 'the device, when it has no network',
  CLOSE: 'the page, before another member or a guest',
};

export const connectionMachine = stateMachine<ConnectionState, ConnectionEvent>({
  name: 'Live connection of the app',
  initial: 'closed',
  states: {
    closed: 'no connection is wanted',
    connecting: 'the first attempt is under way',
    connected: 'subscribed, with a pong every two seconds',
    restarting: 'an attempt is under way that counts as no retry',
    retrying1: 'the first retry is under way or half a second away',
    retrying2: 'the second retry is under way or half a second away',
    lost: 'the retries failed; the page is locked and quiet attempts go on',
    offline: 'the device has no network; quiet attempts go on',
  },
  transitions: Object.entries(connectionTable).flatMap(([from, row]) =>
    Object.entries(row).map(([on, to]) => ({
      from: from as ConnectionState,
      on: on as ConnectionEvent,
      to,
      by: CAUSES[on as ConnectionEvent],
    })),
  ),
});
