// Which orders are possible at this moment, as far as the page can know: checked in the order of docs/rules.md 0.7,
// before anything is sent. The server decides; this only prevents orders that would be refused.
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { SESSION_LEADS } from '@maru/engine/oversea/session-phase';
import type { OrderKind, OrderRequest, OrderSide } from './order-request.ts';

export type Gate =
  | { readonly kind: 'open'; readonly isStale: boolean }
  /** Only orders that reduce the position; `endsAt` is the end of the trade date where that is the reason. */
  | { readonly kind: 'reduceOnly'; readonly endsAt: number | undefined; readonly isStale: boolean }
  | { readonly kind: ShutGate };

export type ShutGate = 'notOffered' | 'stopped' | 'rest' | 'closed' | 'offline';

interface Seen {
  readonly instrument: Pick<WireOverseaOption, 'isRest' | 'isOpen' | 'terms'>;
  /** The server's time. */
  readonly now: number;
  /** The time of the newest tick. */
  readonly tickAt: number | undefined;
  readonly isConnected: boolean;
}

export function gateOf({ instrument, now, tickAt, isConnected }: Seen): Gate {
  const { terms } = instrument;
  if (terms === null) return { kind: 'notOffered' };
  if (!isConnected) return { kind: 'offline' };
  if (terms.mode === 'STOPPED') return { kind: 'stopped' };
  const session = terms.session;
  const isRunning = session !== null && now >= session.opensMillis && now < session.closesMillis;
  if (!isRunning || instrument.isOpen === 0) return { kind: instrument.isRest === 1 ? 'rest' : 'closed' };
  // The age comes from the tick itself; the list's information is older.
  const isStale = tickAt === undefined || now - tickAt > terms.staleMillis;
  if (now >= session.endsMillis - SESSION_LEADS.REDUCE_ONLY)
    return { kind: 'reduceOnly', endsAt: session.endsMillis, isStale };
  if (terms.mode === 'REDUCE_ONLY') return { kind: 'reduceOnly', endsAt: undefined, isStale };
  return { kind: 'open', isStale };
}

interface Wanted {
  readonly side: OrderSide;
  readonly type: OrderKind;
}

/** Whether the button can be pressed at all. A limit can wait for the next price, the others need one now. */
export function maySend(
  gate: Gate,
  { side, type }: Wanted,
  position: { readonly tradeType: OrderSide } | undefined,
): boolean {
  if (gate.kind !== 'open' && gate.kind !== 'reduceOnly') return false;
  if (gate.isStale && type !== 'LIMIT') return false;
  return gate.kind === 'open' || (position !== undefined && position.tradeType !== side);
}

/** Near the end of the trade date an order may not open anything: its count is reduced to the contracts held. */
export function reduced(
  gate: Gate,
  request: OrderRequest,
  position: { readonly qty: number } | undefined,
): OrderRequest {
  if (gate.kind !== 'reduceOnly' || position === undefined) return request;
  const { tpTick: _tp, slTick: _sl, ...rest } = request;
  return { ...rest, qty: Math.min(request.qty, position.qty), reduceOnly: true };
}
