// The carrier over NATS. It reconnects for ever; what was sent meanwhile may be lost, and whoever needs more asks again.
import { readFileSync } from 'node:fs';
import {
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  type NatsConnection,
  RequestError,
} from '@nats-io/transport-node';
import { type Carrier, NoAnswer } from './carrier.ts';

export interface NatsPlace {
  /** One or more, each `nats://host:port` or `tls://host:port`. */
  readonly servers: readonly string[];
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** A file with a JWT and a key, of an account of NATS; instead of user and password. */
  readonly credentialsFile?: string | undefined;
  /** The authority that signed the certificate of the servers; with it the connection is encrypted. */
  readonly caFile?: string | undefined;
  readonly certificateFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

/** Shown in the list of connections of a server. */
interface Options {
  readonly name: string;
  readonly onFault: (fault: unknown) => void;
}

const RECONNECT_MS = 100;
/** A server that was stopped or cut off is noticed after two pings without an answer. */
const PING_MS = 500;
const MOST_PINGS_OUT = 2;
const SERVING = 'serving';

export async function openNatsCarrier(place: NatsPlace, { name, onFault }: Options): Promise<Carrier> {
  const connection = await connect(optionsOf(place, name));
  const listeners = new Set<(isConnected: boolean) => void>();
  let isConnected = true;

  function changed(to: boolean): void {
    if (isConnected === to) return;
    isConnected = to;
    for (const listen of listeners) listen(to);
  }

  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect' || status.type === 'staleConnection') changed(false);
      else if (status.type === 'reconnect') changed(true);
      else if (status.type === 'error') onFault(status.error);
    }
    changed(false);
  })();

  function subscribe(subject: string, receive: Parameters<typeof subscribeTo>[2], queue?: string) {
    const subscription = subscribeTo(connection, { subject, queue }, receive, onFault);
    return () => {
      if (!connection.isClosed()) subscription.unsubscribe();
    };
  }

  return {
    publish(subject, bytes) {
      // What is sent while there is no connection would arrive much later, when nobody waits for it.
      if (isConnected && !connection.isClosed()) connection.publish(subject, bytes);
    },
    listen: (subject, receive) => subscribe(subject, ({ data, subject: to }) => receive(data, to)),
    async ask(subject, bytes, deadlineMs) {
      if (!isConnected || connection.isClosed()) throw new NoAnswer(subject, 'NOBODY');
      try {
        return (await connection.request(subject, bytes, { timeout: deadlineMs })).data;
      } catch (fault) {
        const isNobody = fault instanceof RequestError && fault.isNoResponders();
        throw new NoAnswer(subject, isNobody ? 'NOBODY' : 'LATE');
      }
    },
    serve: (subject, answer) =>
      subscribe(
        subject,
        (message) => {
          answer(message.data, message.subject).then((bytes) => {
            if (!connection.isClosed()) message.respond(bytes);
          }, onFault);
        },
        SERVING,
      ),
    isConnected: () => isConnected,
    onConnection(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    async close() {
      // Sends what is waiting. A server that does not answer must not keep a process from ending.
      if (isConnected) await connection.flush().catch(() => undefined);
      await connection.close();
    },
  };
}

function subscribeTo(
  connection: NatsConnection,
  { subject, queue }: { readonly subject: string; readonly queue: string | undefined },
  receive: (message: {
    readonly data: Uint8Array;
    readonly subject: string;
    respond(bytes: Uint8Array): boolean;
  }) => void,
  onFault: (fault: unknown) => void,
) {
  return connection.subscribe(subject, {
    ...(queue === undefined ? {} : { queue }),
    callback(fault, message) {
      if (fault !== null) return onFault(fault);
      try {
        receive(message);
      } catch (thrown) {
        onFault(thrown);
      }
    },
  });
}

function optionsOf(place: NatsPlace, name: string): ConnectionOptions {
  const { caFile, certificateFile, keyFile } = place;
  const isEncrypted = caFile !== undefined || place.servers.some((each) => each.startsWith('tls://'));
  return {
    servers: [...place.servers],
    name,
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    reconnectJitter: RECONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: MOST_PINGS_OUT,
    timeout: 2_000,
    ignoreAuthErrorAbort: true,
    ...(place.user === undefined ? {} : { user: place.user, pass: place.password ?? '' }),
    ...(place.credentialsFile === undefined
      ? {}
      : { authenticator: credsAuthenticator(readFileSync(place.credentialsFile)) }),
    ...(isEncrypted
      ? {
          tls: {
            ...(caFile === undefined ? {} : { caFile }),
            ...(certificateFile === undefined ? {} : { certFile: certificateFile }),
            ...(keyFile === undefined ? {} : { keyFile }),
          },
        }
      : {}),
  };
}
