// Binds a call of the contract to the function that answers it. A handler that returns a refusal which the call does
// not list fails to compile (`NoInfer` keeps the list from widening to whatever the handler returns).
import type { AnyCall, BodyOf, QueryOf, RefusalOf, ReplyOf } from '@maru/contract/call';
import type { Language, RefusalCode } from '@maru/contract/refusals';
import type { OfficeRole } from '@maru/contract/staff/rights';
import type { CommandKey } from '@maru/engine/command';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Upload } from './multipart.ts';

/** What a member of staff is and has proven in this sign-in. */
export interface StaffStanding {
  readonly role: OfficeRole;
  /** Of docs/rules.md 7.1: 1 may act on every site. A partner has 5, below all staff. */
  readonly level: number;
  /** Where the account itself is, whatever site it acts on. */
  readonly home: SiteId;
  /** When the second factor was given last; undefined in a sign-in without one. */
  readonly factorAt: Millis | undefined;
  readonly mustChangePassword: boolean;
}

/** The caller, as named by the access token. */
export interface Principal {
  readonly player: PlayerId;
  /** Of staff, the site that the request acts on. */
  readonly site: SiteId;
  /** STAFF is everybody who signed in at the office, partners too; a partner in the app is PARTNER. */
  readonly role: 'PLAYER' | 'PARTNER' | 'STAFF';
  /** The session version the token was made with; the desk compares it when it decides. */
  readonly session: number;
  /** Only of staff; without it no call of staff is admitted. */
  readonly standing?: StaffStanding;
}

export type DeviceClass = 'MOBILE' | 'DESKTOP';

export interface Asked<C extends AnyCall> {
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** Present when the call's access is not public, or when a public call has a valid token. */
  readonly principal: C['access'] extends 'public' ? Principal | undefined : Principal;
  /** The site of the token, or for guests the site that the request's host or `siteInfoId` names. */
  readonly site: SiteId;
  readonly key: CommandKey | undefined;
  readonly now: Millis;
  readonly ip: string;
  readonly device: DeviceClass;
  /** Bounded, and whatever the client says. */
  readonly userAgent: string;
  /** As the client named it, with its port. */
  readonly host: string;
  readonly language: Language;
  /** The file of a call that takes one. */
  readonly upload?: Upload;
}

export type Answer<Reply, Refusal extends string> =
  | { readonly ok: true; readonly reply: Reply }
  | {
      readonly ok: false;
      readonly refusal: Refusal;
      readonly field?: string;
      readonly retryAfterSeconds?: number;
      /** Only with ARCHIVED: the earliest moment that can be asked for. */
      readonly sinceMillis?: number;
      /** Until when it is refused, where that is known. */
      readonly untilMillis?: number;
    };

export type AnswerOf<C extends AnyCall> = Answer<ReplyOf<C>, RefusalOf<C>>;

export type Handle<C extends AnyCall> = (asked: Asked<C>) => Promise<AnswerOf<C>>;

export interface Route {
  readonly call: AnyCall;
  readonly handle: (asked: Asked<AnyCall>) => Promise<Answer<unknown, RefusalCode>>;
  /** The reply is a `JsonText`. */
  readonly isText?: true;
  /** The reply is a `SentFile`. */
  readonly isFile?: true;
}

/** Sent to be stored, never to be shown as a page of ours. */
export interface SentFile {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly name: string;
  /** Where the next part begins, of a file that is too long for one answer. Absent after the last. */
  readonly next?: number | undefined;
}

export function serveFile<C extends AnyCall>(
  call: C,
  handle: (asked: Asked<NoInfer<C>>) => Promise<Answer<SentFile, RefusalOf<NoInfer<C>>>>,
): Route {
  return { call, handle: handle as unknown as Route['handle'], isFile: true };
}

/** A reply that is JSON already: large ones are serialised where they are computed. */
export interface JsonText {
  readonly json: string;
}

/** Tests parse the text and check it against the call's reply. */
export function serveText<C extends AnyCall>(
  call: C,
  handle: (asked: Asked<NoInfer<C>>) => Promise<Answer<JsonText, RefusalOf<NoInfer<C>>>>,
): Route {
  return { call, handle: handle as unknown as Route['handle'], isText: true };
}

export function serve<C extends AnyCall>(call: C, handle: Handle<NoInfer<C>>): Route {
  return { call, handle: handle as unknown as Route['handle'] };
}
