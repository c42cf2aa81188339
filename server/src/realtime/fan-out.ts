// Topics: one message to all subscribers. A message is framed once for all with the same subscription id, which
// published clients number alike (sub-0, sub-1, …).
import type { SiteId } from '@maru/engine/purse';
import { Message } from './batch.ts';
import { escapeHeader } from './frame.ts';
import type { Subscription } from './session.ts';
import type { Slices } from './slices.ts';

export interface FanOut {
  /** Returns how many characters the new subscriber was sent at once. */
  add(subscription: Subscription): number;
  remove(subscription: Subscription): void;
  /** When a site is given, only to subscribers of that site. */
  publish(topic: string, body: string, site?: SiteId): void;
  /** Only the newest of each key is kept and sent; `write` is called once, for the first subscriber who gets it. */
  publishLatest(topic: string, key: string, write: () => string): void;
  /** Sends the newest bodies to every subscriber who does not have them yet and has no backlog. */
  sendLatest(): void;
}

/** Subscribers that are sent to before other work of the thread may run. */
const PER_STEP = 16;

interface Latest {
  readonly version: number;
  readonly write: () => string;
  text?: string;
}

interface Topic {
  readonly name: string;
  readonly groups: Map<string, Set<Subscription>>;
  readonly latest: Map<string, Latest>;
  version: number;
  sentVersion: number;
  /** Subscribers that had a backlog when the newest was sent. */
  readonly late: Set<Subscription>;
}

/** `gathered` topics send all changes as one object by key; the others send each body by itself. */
export function createFanOut(gathered: ReadonlySet<string>, slices: Slices): FanOut {
  const topics = new Map<string, Topic>();
  let isSending = false;

  function topicOf(name: string): Topic {
    let topic = topics.get(name);
    if (topic === undefined) {
      topic = { name, groups: new Map(), latest: new Map(), version: 0, sentVersion: 0, late: new Set() };
      topics.set(name, topic);
    }
    return topic;
  }

  function newest(topic: Topic, since: number): string[] {
    const bodies: string[] = [];
    const isGathered = gathered.has(topic.name);
    for (const [key, latest] of topic.latest) {
      if (latest.version <= since) continue;
      latest.text ??= latest.write();
      bodies.push(isGathered ? `${JSON.stringify(key)}:${latest.text}` : latest.text);
    }
    return isGathered && bodies.length > 0 ? [`{${bodies.join(',')}}`] : bodies;
  }

  /** Subscribers with the same version get the same bodies, and in one group the same messages. */
  function createSending(topic: Topic) {
    const bodies = new Map<number, { readonly list: readonly string[]; readonly upTo: number }>();
    function bodiesSince(seen: number) {
      let body = bodies.get(seen);
      if (body === undefined) {
        body = { list: newest(topic, seen), upTo: topic.version };
        bodies.set(seen, body);
      }
      return body;
    }
    return (id: string) => {
      const bySeen = new Map<number, readonly Message[]>();
      return (listener: Subscription): number => {
        const { seen, session } = listener;
        if (seen === topic.version) return 0;
        if (session.wire.backlog() > 0) {
          topic.late.add(listener);
          return 0;
        }
        const { list, upTo } = bodiesSince(seen);
        let messages = bySeen.get(seen);
        if (messages === undefined) {
          messages = list.map((body) => messageOf(topic.name, id, body));
          bySeen.set(seen, messages);
        }
        listener.seen = upTo;
        topic.late.delete(listener);
        for (const message of messages) session.send(message);
        return messages.reduce((sum, message) => sum + message.text.length, 0);
      };
    };
  }

  function* sendingNewest(topic: Topic) {
    const sending = createSending(topic);
    let count = 0;
    for (const [id, group] of topic.groups) {
      const sendTo = sending(id);
      for (const listener of group) {
        sendTo(listener);
        count += 1;
        if (count % PER_STEP === 0) yield;
      }
      yield;
    }
  }

  function* sendingLate(topic: Topic) {
    const sending = createSending(topic);
    for (const listener of [...topic.late]) {
      // The subscription may have been removed while this waited.
      if (topic.late.has(listener)) sending(listener.id)(listener);
      yield;
    }
  }

  function* sendingAll() {
    for (const topic of topics.values()) {
      if (topic.sentVersion !== topic.version) {
        topic.sentVersion = topic.version;
        yield* sendingNewest(topic);
      } else if (topic.late.size > 0) yield* sendingLate(topic);
    }
    isSending = false;
  }

  function* publishing(topic: Topic, body: string, site: SiteId | undefined) {
    let count = 0;
    for (const [id, group] of topic.groups) {
      const message = messageOf(topic.name, id, body);
      for (const { session } of group) {
        if (site === undefined || session.site === site) session.send(message);
        count += 1;
        if (count % PER_STEP === 0) yield;
      }
    }
  }

  return {
    add(subscription) {
      const topic = topicOf(subscription.destination.name);
      let group = topic.groups.get(subscription.id);
      if (group === undefined) {
        group = new Set();
        topic.groups.set(subscription.id, group);
      }
      group.add(subscription);
      return createSending(topic)(subscription.id)(subscription);
    },
    remove(subscription) {
      const topic = topics.get(subscription.destination.name);
      const group = topic?.groups.get(subscription.id);
      if (topic === undefined || group === undefined) return;
      group.delete(subscription);
      topic.late.delete(subscription);
      if (group.size === 0) topic.groups.delete(subscription.id);
    },
    publish(name, body, site) {
      const topic = topics.get(name);
      if (topic === undefined) return;
      slices.run(publishing(topic, body, site));
    },
    publishLatest(name, key, write) {
      const topic = topicOf(name);
      topic.version += 1;
      topic.latest.set(key, { version: topic.version, write });
    },
    sendLatest() {
      if (isSending) return;
      isSending = true;
      slices.run(sendingAll());
    },
  };
}

let messageCount = 0;

/** The id has to be unique on each connection; one counter for all of them is enough, and lets them share the bytes. */
export function messageOf(destination: string, subscriptionId: string, body: string): Message {
  messageCount += 1;
  const text = `MESSAGE\nsubscription:${escapeHeader(subscriptionId)}\nmessage-id:${messageCount}\ndestination:${destination}\ncontent-type:application/json\ncontent-length:${Buffer.byteLength(body)}\n\n${body}\0`;
  return new Message(text);
}
