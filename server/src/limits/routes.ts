import type { AnyCall, HttpRefusal, RefusalOf } from '@maru/contract/call';
import {
  coolOff,
  excludeSelf,
  myLimits,
  officeLimits,
  setLimit,
  takeBackLimit,
  type WireLimits,
} from '@maru/contract/limits/calls';
import { amount } from '@maru/engine/amount';
import type { LimitsPlayerCommand } from '@maru/engine/limits/commands';
import { type PlayerId, playerId, type SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { commandHead, refusalFor } from '../desk/call-answer.ts';
import type { Desk } from '../desk/desk.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import type { ProductParts } from '../product/server-product.ts';
import { readLimits } from './reads.ts';
import { wireLimits } from './wire.ts';

type Answer<C extends AnyCall> =
  | { readonly ok: true; readonly reply: WireLimits }
  | { readonly ok: false; readonly refusal: RefusalOf<C> };

export interface LimitRouteParts extends Pick<ProductParts, 'confirmOwner'> {
  readonly desk: Desk;
  /** So that what is set can be counted in every wallet from the first moment on. */
  readonly noteRates: () => Promise<void>;
}

export function limitRoutes({ desk, confirmOwner, noteRates }: LimitRouteParts): readonly Route[] {
  async function see(
    of: { readonly site: SiteId; readonly player: PlayerId },
    now: Millis,
  ): Promise<
    { readonly ok: true; readonly reply: WireLimits } | { readonly ok: false; readonly refusal: HttpRefusal }
  > {
    const read = await desk.read(readLimits, of);
    if (read === undefined) return { ok: false, refusal: 'TRY_AGAIN' };
    return read.seen === 'MISSING'
      ? { ok: false, refusal: 'ACCOUNT_NOT_FOUND' }
      : { ok: true, reply: wireLimits(read.seen, now) };
  }

  type Asked = LimitsPlayerCommand extends infer Each
    ? Each extends LimitsPlayerCommand
      ? Omit<Each, 'site' | 'player' | 'session' | 'key'>
      : never
    : never;

  async function change<C extends AnyCall>(
    call: C,
    { principal, now }: { readonly principal: Principal; readonly now: Millis },
    asked: Asked,
  ): Promise<Answer<C>> {
    await noteRates();
    const outcome = await desk.submit({ ...asked, ...commandHead(principal, undefined) });
    if (!outcome.ok) return { ok: false, refusal: refusalFor(call, outcome.refusal) };
    return see(principal, now) as Promise<Answer<C>>;
  }

  return [
    serve(myLimits, ({ principal, now }) => see(principal, now)),
    serve(setLimit, (asked) => {
      const { kind, value } = asked.body;
      const to = value === null ? undefined : { value: amount(value) };
      return change(setLimit, asked, { kind: 'SET_LIMIT', limit: kind, ...to });
    }),
    serve(takeBackLimit, (asked) =>
      change(takeBackLimit, asked, { kind: 'TAKE_BACK_LIMIT', limit: asked.body.kind }),
    ),
    serve(coolOff, (asked) => change(coolOff, asked, { kind: 'COOL_OFF', length: asked.body.length })),
    serve(excludeSelf, async (asked) => {
      const unconfirmed = await confirmOwner(asked.principal, asked.body);
      if (unconfirmed !== undefined) return unconfirmed;
      return change(excludeSelf, asked, { kind: 'EXCLUDE_SELF', months: asked.body.months });
    }),
    serve(officeLimits, ({ principal, query, now }) =>
      see({ site: principal.site, player: playerId(query.playerId) }, now),
    ),
  ];
}
