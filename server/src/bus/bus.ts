// Hints and fan-out between the parts of the platform. In one process a publish is a function call; on several machines
// the same interface is a message. Losing a message may cost latency, never money.

export interface Bus {
  publish<Message>(subject: Subject<Message>, message: Message): void;
  subscribe<Message>(subject: Subject<Message>, listen: (message: Message) => void): () => void;
}

/** The name of a stream with the type of its messages. */
export interface Subject<Message> {
  readonly name: string;
  /** Never present: it only carries the type. */
  readonly message?: Message;
}

export const subject = <Message>(name: string): Subject<Message> => ({ name });

/** `onFault` is called for a listener that threw: one bad listener must not stop the others. */
export function createBus(onFault: (fault: unknown) => void): Bus {
  const listeners = new Map<string, Set<(message: never) => void>>();
  return {
    publish(to, message) {
      for (const listen of listeners.get(to.name) ?? []) {
        try {
          listen(message as never);
        } catch (fault) {
          onFault(fault);
        }
      }
    },
    subscribe(to, listen) {
      const set = listeners.get(to.name) ?? new Set();
      listeners.set(to.name, set.add(listen as (message: never) => void));
      return () => void set.delete(listen as (message: never) => void);
    },
  };
}
