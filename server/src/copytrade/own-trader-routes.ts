// A member as a trader: applying, the own settings, and switching off (docs/rules.md 5.1).
import { applyAsTrader, myTrader, setTrader, withdrawApplication } from '@maru/contract/copytrade/traders';
import { rate, toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { TraderSettings } from '@maru/engine/copytrade/state';
import { COPY_WALLET, LEAST_RATE, MOST_RATE } from '@maru/engine/copytrade/terms';
import type { PlayerId } from '@maru/engine/purse';
import { DAY_MS, KST_OFFSET_MS } from '@maru/engine/time';
import { commandHead } from '../desk/call-answer.ts';
import { BEHIND } from '../desk/table-answer.ts';
import { type Route, serve } from '../http/serve.ts';
import {
  type ApplicationRow,
  findLastApplication,
  hasWaiting,
  insertApplication,
  saveProfile,
  withdraw,
} from './application-store.ts';
import { copyRefusal } from './call-refusal.ts';
import { findRunning } from './follow-store.ts';
import { countOf } from './followers.ts';
import type { CopyParts } from './parts.ts';
import { findStoppedOn, findTrader } from './trader-store.ts';

const NO_APPLICATION = { ok: false, refusal: 'APPLICATION_NOT_FOUND' } as const;

/** All of them are contracts that copies are paid for from the wallet. */
export const areCopied = ({ ground }: Pick<CopyParts, 'ground'>, pairs: readonly number[]): boolean =>
  pairs.every((pair) => ground.instruments.byId(pair)?.contract.wallet === COPY_WALLET);

/** Nothing is open in coin futures, in any wallet. */
export function isFlat({ ground }: Pick<CopyParts, 'ground'>, player: PlayerId): boolean {
  const account = ground.holdings.state.accounts.get(player);
  return account === undefined || (account.positions.size === 0 && account.orders.size === 0);
}

const wireApplication = (row: ApplicationRow) => ({
  id: row.id,
  status: row.status,
  followStock: [...row.pairs],
  shareRate: toDecimal(row.shareRate),
  intro: row.intro,
  reason: row.reason,
  askedMillis: row.askedAt,
  decidedMillis: row.decidedAt,
});

export const ownTraderRoutes = (parts: CopyParts): readonly Route[] => [
  ...applying(parts),
  reading(parts),
  setting(parts),
];

function applying(parts: CopyParts): readonly Route[] {
  const { database, desk, sites } = parts;
  return [
    serve(applyAsTrader, async ({ body, principal: { site, player, role }, now }) => {
      if (role === 'PARTNER') return { ok: false, refusal: 'PARTNER_CANNOT_TRADE' };
      const isOffered = sites.byId(site)?.wallets.some(({ type }) => type === COPY_WALLET) === true;
      if (!isOffered) return { ok: false, refusal: 'WALLET_UNSUPPORTED' };
      const shareRate = rate(body.shareRate);
      if (shareRate < LEAST_RATE || shareRate > MOST_RATE)
        return { ok: false, refusal: 'TRADER_TERMS', field: 'shareRate' };
      const pairs = [...new Set(body.followStock)].sort((one, other) => one - other);
      if (!areCopied(parts, pairs)) return { ok: false, refusal: 'OPTION_NOT_FOUND', field: 'followStock' };
      if (!(await desk.caughtUp(player))) return BEHIND;
      return database.transaction(async (tx) => {
        const known = await findTrader(tx, site, player);
        if (known !== undefined && known.status !== 'DELETED')
          return { ok: false, refusal: 'TRADER_ALREADY' } as const;
        if (await hasWaiting(tx, player)) return { ok: false, refusal: 'TRADER_ALREADY' } as const;
        if (!isFlat(parts, player) || (await findRunning(tx, player)) !== undefined)
          return { ok: false, refusal: 'TRADER_NEEDS_FLAT' } as const;
        const id = await insertApplication(tx, { site, player, pairs, shareRate, intro: body.intro, now });
        if (id === undefined) return { ok: false, refusal: 'TRADER_ALREADY' } as const;
        return { ok: true, reply: { id } } as const;
      });
    }),
    serve(withdrawApplication, async ({ principal: { player }, now }) =>
      database.transaction(async (tx) => {
        if (await withdraw(tx, player, now)) return { ok: true, reply: {} } as const;
        return (await hasWaiting(tx, player)) ? BEHIND : NO_APPLICATION;
      }),
    ),
  ];
}

function reading({ database, desk, followers }: CopyParts): Route {
  return serve(myTrader, async ({ principal: { site, player } }) => {
    if (!(await desk.caughtUp(player))) return BEHIND;
    return database.transaction(async (tx) => {
      const row = await findTrader(tx, site, player);
      const application = await findLastApplication(tx, player);
      const running = await findRunning(tx, player);
      const stoppedOn = row && (await findStoppedOn(tx, row));
      const shown =
        row === undefined
          ? null
          : {
              status: row.status,
              isAccepting: row.isAccepting,
              quota: row.quota,
              shareRate: toDecimal(row.rate),
              followStock: [...row.pairs],
              intro: row.intro,
              sinceMillis: row.approvedAt,
              followers: countOf(followers.of(player)),
              isHeld: row.isHeld,
              mayFollowMillis: stoppedOn === undefined ? null : (stoppedOn + 1) * DAY_MS - KST_OFFSET_MS,
            };
      const reply = {
        trader: shown,
        application: application === undefined ? null : wireApplication(application),
        traderFollowerId: running?.id ?? null,
      };
      return { ok: true, reply } as const;
    });
  });
}

function setting(parts: CopyParts): Route {
  const { database, desk } = parts;
  return serve(setTrader, async ({ body, principal, key, now }) => {
    const { site, player } = principal;
    const { status, isAccepting, shareRate, followStock, intro } = body;
    if (followStock !== undefined && !areCopied(parts, followStock))
      return { ok: false, refusal: 'OPTION_NOT_FOUND', field: 'followStock' };
    if (!(await desk.caughtUp(player))) return BEHIND;
    const row = await database.transaction((tx) => findTrader(tx, site, player));
    if (row === undefined || row.status === 'DELETED') return { ok: false, refusal: 'TRADER_NOT_FOUND' };
    // Only what is to change: staff may be changing the rest.
    const settings: Partial<TraderSettings> = {
      ...(status === undefined ? undefined : { status }),
      ...(isAccepting === undefined ? undefined : { isAccepting }),
      ...(shareRate === undefined ? undefined : { rate: rate(shareRate) }),
      ...(followStock === undefined ? undefined : { pairs: followStock }),
    };
    let detached = 0;
    if (Object.keys(settings).length > 0) {
      const outcome = await desk.submit({
        ...{ kind: 'SET_COPY_TRADER', ...commandHead(principal, key), ...settings },
      });
      if (!outcome.ok) return { ok: false, refusal: copyRefusal(setTrader, outcome.refusal) };
      assert(outcome.event.kind === 'COPY_TRADER_SET', 'settings are answered by their event');
      detached = outcome.event.detached.length;
    }
    if (intro !== undefined)
      await database.transaction((tx) => saveProfile(tx, { site, player, intro, now }, false));
    return { ok: true, reply: { detached } };
  });
}
