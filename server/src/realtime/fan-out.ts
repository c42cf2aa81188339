// Topics: one message to everyone who listens. A message is framed once for all who chose the same subscription id,
// which published clients number alike (sub-0, sub-1, …).
import type { SiteId } from '@maru/engine/purse';
import { Message } from './batch.ts';
import { escapeHeader } from './frame.ts';
import type { Subscription } from './session.ts';

export interface FanOut {
  add(subscription: Subscription): void;
  remove(subscription: Subscription): void;
  /** Only to listeners of that site when one is named. */
  publish(topic: string, body: string, site?: SiteId): void;
  /** Only the newest body of each key is kept and sent. */
  publishLatest(topic: string, key: string, body: string): void;
  /** Sends the newest bodies to everyone who does not have them yet and can take them. */
  sendLatest(): void;
}

interface Topic {
  readonly name: string;
  readonly groups: Map<string, Set<Subscription>>;
  readonly latest: Map<string, { body: string; version: number }>;
  version: number;
  sentVersion: number;
  /** Subscribers that could not take the newest when it was sent. */
  readonly late: Set<Subscription>;
}

/** `gathered` topics send what changed as one object keyed by what changed; the others send each body by itself. */
export function createFanOut(gathered: ReadonlySet<string>): FanOut {
  const topics = new Map<string, Topic>();

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
    for (const [key, { body, version }] of topic.latest) {
      if (version > since) bodies.push(isGathered ? `${JSON.stringify(key)}:${body}` : body);
    }
    return isGathered && bodies.length > 0 ? [`{${bodies.join(',')}}`] : bodies;
  }

  /** Listeners of one group that have the same version get the same messages. */
  function sendNewest(topic: Topic, id: string, listeners: Iterable<Subscription>) {
    const bySeen = new Map<number, readonly Message[]>();
    for (const listener of listeners) {
      if (listener.seen === topic.version) continue;
      if (listener.session.wire.backlog() > 0) {
        topic.late.add(listener);
        continue;
      }
      let messages = bySeen.get(listener.seen);
      if (messages === undefined) {
        messages = newest(topic, listener.seen).map((body) => topicMessage(topic.name, id, body));
        bySeen.set(listener.seen, messages);
      }
      listener.seen = topic.version;
      topic.late.delete(listener);
      for (const message of messages) listener.session.send(message);
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
      sendNewest(topic, subscription.id, [subscription]);
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
      for (const [id, group] of topic.groups) {
        const message = topicMessage(name, id, body);
        for (const { session } of group) {
          if (site === undefined || session.site === site) session.send(message);
        }
      }
    },
    publishLatest(name, key, body) {
      const topic = topicOf(name);
      topic.version += 1;
      topic.latest.set(key, { body, version: topic.version });
    },
    sendLatest() {
      for (const topic of topics.values()) {
        if (topic.sentVersion !== topic.version) {
          topic.sentVersion = topic.version;
          for (const [id, group] of topic.groups) sendNewest(topic, id, group);
        } else if (topic.late.size > 0) {
          for (const listener of [...topic.late]) sendNewest(topic, listener.id, [listener]);
        }
      }
    },
  };
}

let messageCount = 0;

/** The id has to be unique on each connection; one count for all of them is, and lets them share the bytes. */
export function messageText(destination: string, subscriptionId: string, body: string): string {
  messageCount += 1;
  return `MESSAGE\nsubscription:${escapeHeader(subscriptionId)}\nmessage-id:${messageCount}\ndestination:${destination}\ncontent-type:application/json\ncontent-length:${Buffer.byteLength(body)}\n\n${body}\0`;
}

const topicMessage = (topic: string, id: string, body: string) => new Message(messageText(topic, id, body));
