import { EQUITY_STEP_MS, walletEquity, walletPast, walletPastExport } from '@maru/contract/past/calls';
import type { Millis } from '@maru/engine/time';
import { millis } from '@maru/engine/time';
import { type Principal, type Route, serve } from '../http/serve.ts';
import type { ArchivedBefore } from './base-account.ts';
import type { PastAccounts } from './past.ts';

const FORMAT = 'maru-past-1' as const;

export function pastRoutes(past: PastAccounts): readonly Route[] {
  /** A moment that has not come is now. */
  async function find(
    { player, site }: Principal,
    { at, seq }: { readonly at?: number | undefined; readonly seq?: number | undefined },
    now: Millis,
  ) {
    return past.at({ player, site }, { at: millis(Math.min(at ?? now, now)), seq });
  }

  return [
    serve(walletPast, async ({ principal, query, now }) => {
      const found = await find(principal, query, now);
      if (found === 'MISSING') return wrong(query);
      if ('archivedBefore' in found) return archived(found);
      return { ok: true, reply: found };
    }),
    serve(walletPastExport, async ({ principal, query, now }) => {
      const found = await find(principal, query, now);
      if (found === 'MISSING') return wrong(query);
      if ('archivedBefore' in found) return archived(found);
      return {
        ok: true,
        reply: { format: FORMAT, exportedMillis: now, playerId: principal.player, account: found },
      };
    }),
    serve(walletEquity, async ({ principal: { player, site }, now }) => ({
      ok: true,
      reply: { stepMs: EQUITY_STEP_MS, points: [...(await past.equity({ player, site }, now))] },
    })),
  ];
}

/** With the earliest moment that can be asked for. */
const archived = ({ archivedBefore }: ArchivedBefore) =>
  ({
    ok: false,
    refusal: 'ARCHIVED',
    ...(archivedBefore === undefined ? undefined : { sinceMillis: archivedBefore }),
  }) as const;

/** The account was not open then, or has no such event. */
const wrong = ({ seq }: { readonly seq?: number | undefined }) =>
  ({ ok: false, refusal: 'INVALID_REQUEST', field: seq === undefined ? 'at' : 'seq' }) as const;
