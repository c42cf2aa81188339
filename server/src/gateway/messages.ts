// What gateways and desk processes say to each other, as plain data. Heads are short arrays or objects: they are made
// for every call.
import type { Push } from '@maru/contract/realtime';

/** A process names itself anew at every start, so nothing that was meant for an earlier one reaches it. */
export type ProcessName = string;

/** From gateways to a desk process, and back. The last part is the sender. */
export const toDesk = (desk: ProcessName, gateway: ProcessName): string => `maru.desk.${desk}.${gateway}`;
export const toGateway = (gateway: ProcessName, desk: ProcessName): string =>
  `maru.gateway.${gateway}.${desk}`;
export const senderOf = (subject: string): ProcessName => subject.slice(subject.lastIndexOf('.') + 1);

export const beatSubject = (shard: number): string => `maru.owner.${shard}`;
export const EVERY_BEAT = 'maru.owner.*';
/** The price topics, from the leader of the feed to every gateway. */
export const PRICES = 'maru.prices.news';
/** The leader of this epoch answers all of them: to a gateway that has just started, or that some are missing to. */
export const allPrices = (epoch: number): string => `maru.prices.all.${epoch}`;

/** Of an answer that a gateway passes on: `<shard>.<epoch>` of the desk process that gave it. */
export const OWNER_HEADER = 'maru-owner';

/** An owner tells ten times a second that it is there. */
export const BEAT_MS = 100;
/** A gateway tells as often that it is there. */
export const HERE_MS = 2_000;

export interface Beat {
  readonly shard: number;
  readonly process: ProcessName;
  readonly epoch: number;
  /** It takes nothing new: the next owner will. */
  readonly isLeaving: boolean;
  /** Raised when what `About` says has changed. */
  readonly about: number;
  /** Raised when its connection to the carrier was lost and came back: messages may be missing. */
  readonly connections: number;
}

/** What a gateway must know of the sites of a shard, and of the calls. */
export interface About {
  readonly version: number;
  readonly sites: readonly {
    readonly id: number;
    readonly hosts: readonly string[];
    readonly language: 'ko' | 'en';
  }[];
  /** Paths of GETs that change something. */
  readonly writes: readonly string[];
  /** Paths of POSTs that an idempotency key makes repeatable. */
  readonly keyed: readonly string[];
}

/** [id, method, url, headers, address, when it was received, for how long it is waited for, whether it is sent once] */
export type CallHead = readonly [number, string, string, Headers, string, number, number, 0 | 1];

export type Headers = Readonly<Record<string, string>>;

/** [id, epoch, status, headers], or without status when the desk did nothing because it is not the owner any more. */
export type AnswerHead = readonly [number, number, number, Headers] | readonly [number, number];

export type Question =
  | { readonly name: 'about' }
  | {
      readonly name: 'enter';
      readonly connection: number;
      readonly token: string;
      readonly address: string;
    }
  | {
      readonly name: 'missed';
      readonly player: number;
      readonly queue: string;
      readonly since: number;
    }
  | { readonly name: 'present'; readonly connections: readonly Present[] };

/** [id, when it was sent, for how long it is waited for, the question] */
export type AskHead = readonly [number, number, number, Question];
/** [id, epoch, what was answered]; without the last when it failed. */
export type ReplyHead = readonly [number, number, unknown] | readonly [number, number];

/** A connection whose player is known, as the gateway tells a new owner. */
export interface Present {
  readonly connection: number;
  readonly principal: unknown;
  readonly followsTicks: boolean;
}

export type Told =
  /** Said every two seconds, so that a desk knows which gateways there are. */
  | { readonly name: 'here' }
  | { readonly name: 'left'; readonly connection: number }
  | { readonly name: 'ticks'; readonly connection: number; readonly follows: boolean };

/** [epoch, number, what it is]: numbered for each gateway, so that a gateway notices a lost one. */
export type PushHead = readonly [number, number, Pushed];

export type Pushed =
  /** Pushes to players that have a connection at this gateway. */
  | { readonly name: 'push'; readonly player: number; readonly queue: string; readonly push: Push }
  | { readonly name: 'topic'; readonly topic: string; readonly body: string; readonly site?: number }
  /** The desk does not know any more who is connected here. */
  | { readonly name: 'again' }
  | {
      readonly name: 'end';
      readonly connection: number;
      /** Whether its client has caused it and has new tokens. */
      readonly knows: boolean;
    };

/** [topic, key, text] */
export type PriceTexts = readonly (readonly [string, string, string])[];

/**
 * [epoch of the leader, number, what has changed]: numbered in its epoch from 1 on. Without texts it repeats the number
 * of the one before, so that a gateway notices that the last one was lost. An answer has all texts, as they are once
 * this number was sent.
 */
export type PriceNews = readonly [number, number, PriceTexts];
