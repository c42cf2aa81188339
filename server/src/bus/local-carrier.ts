// A carrier within one process, for tests and the simulator: what NATS may do to a message can be told it.
import { type Carrier, NoAnswer } from './carrier.ts';

/** What happens to one message. Several delays double it, none loses it. */
export type Fate = (subject: string) => readonly number[];

export interface LocalNetwork {
  /** One more process on the network. */
  join(): LocalCarrier;
}

export interface LocalCarrier extends Carrier {
  /** Cuts this process off the network, or joins it again. */
  connect(isConnected: boolean): void;
}

interface Listening {
  readonly pattern: string;
  readonly member: object;
  readonly receive: (bytes: Uint8Array, subject: string) => void;
}

interface Serving {
  readonly pattern: string;
  readonly member: object;
  readonly answer: (bytes: Uint8Array, subject: string) => Promise<Uint8Array>;
}

const ARRIVES: Fate = () => [0];

export function createLocalNetwork({
  fate = ARRIVES,
  after,
}: {
  readonly fate?: Fate;
  /** Calls after so many milliseconds, also after none, but never within the call. */
  readonly after: (ms: number, call: () => void) => void;
}): LocalNetwork {
  const listening = new Set<Listening>();
  const serving = new Set<Serving>();
  const connected = new Set<object>();
  let turn = 0;

  function send(subject: string, deliver: () => void): void {
    for (const delay of fate(subject)) after(delay, deliver);
  }

  return {
    join() {
      const member = {};
      const connections = new Set<(isConnected: boolean) => void>();
      connected.add(member);

      function ask(subject: string, bytes: Uint8Array, deadlineMs: number): Promise<Uint8Array> {
        return new Promise((resolve, reject) => {
          const servers = [...serving].filter(
            (each) => connected.has(each.member) && matches(each.pattern, subject),
          );
          const late = () => reject(new NoAnswer(subject, 'LATE'));
          after(deadlineMs, late);
          if (!connected.has(member)) return;
          const server = servers[turn++ % Math.max(1, servers.length)];
          if (server === undefined) {
            send(subject, () => reject(new NoAnswer(subject, 'NOBODY')));
            return;
          }
          const copy = bytes.slice();
          send(subject, () => {
            if (!connected.has(server.member) || !serving.has(server)) return;
            server.answer(copy, subject).then(
              (answer) => {
                if (!connected.has(server.member)) return;
                const sent = answer.slice();
                send(subject, () => {
                  if (connected.has(member)) resolve(sent);
                });
              },
              () => undefined,
            );
          });
        });
      }

      return {
        publish(subject, bytes) {
          if (!connected.has(member)) return;
          const copy = bytes.slice();
          for (const each of listening) {
            if (!matches(each.pattern, subject)) continue;
            send(subject, () => {
              if (listening.has(each) && connected.has(each.member)) each.receive(copy, subject);
            });
          }
        },
        listen(pattern, receive) {
          const each = { pattern, member, receive };
          listening.add(each);
          return () => void listening.delete(each);
        },
        ask,
        serve(pattern, answer) {
          const each = { pattern, member, answer };
          serving.add(each);
          return () => void serving.delete(each);
        },
        isConnected: () => connected.has(member),
        onConnection(listen) {
          connections.add(listen);
          return () => void connections.delete(listen);
        },
        connect(isConnected) {
          if (isConnected === connected.has(member)) return;
          if (isConnected) connected.add(member);
          else connected.delete(member);
          for (const listen of connections) listen(isConnected);
        },
        async close() {
          connected.delete(member);
          for (const each of [...listening]) if (each.member === member) listening.delete(each);
          for (const each of [...serving]) if (each.member === member) serving.delete(each);
        },
      };
    },
  };
}

function matches(pattern: string, subject: string): boolean {
  if (!pattern.includes('*') && !pattern.endsWith('>')) return pattern === subject;
  const wanted = pattern.split('.');
  const parts = subject.split('.');
  for (const [at, part] of wanted.entries()) {
    if (part === '>') return parts.length > at;
    if (part !== '*' && part !== parts[at]) return false;
  }
  return wanted.length === parts.length;
}
