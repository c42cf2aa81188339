// Follows as their follower and their trader read them.
import { followers, myFollowOfTrader, myTraders, readFollow } from '@maru/contract/copytrade/follows';
import type { WireFollow } from '@maru/contract/copytrade/wire';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { BEHIND } from '../desk/table-answer.ts';
import { pageReply } from '../http/paging.ts';
import { type Route, serve } from '../http/serve.ts';
import {
  type FollowRow,
  findFollow,
  findRunning,
  listCopies,
  listFollowers,
  listFollowsOf,
} from './follow-store.ts';
import { countOf } from './followers.ts';
import type { Asker, CopyParts } from './parts.ts';
import { listNicks, nickIn } from './people-store.ts';
import { findTrader } from './trader-store.ts';
import { wireCopy, wireFollow, wireFollower } from './wire.ts';

/** Follows that one member is shown: who changes often has many that ended. */
const MOST_FOLLOWS = 50;

/** All of them are of who asks. */
async function shownFollows(
  { database, ground }: Pick<CopyParts, 'database' | 'ground'>,
  { site, player }: Asker,
  rows: readonly FollowRow[],
  now: Millis,
): Promise<readonly WireFollow[]> {
  if (rows.length === 0) return [];
  const running = rows.filter(({ state }) => state !== 'ENDED').map(({ id }) => id);
  const { copies, nicks } = await database.transaction(async (tx) => ({
    copies: await listCopies(tx, running),
    nicks: await listNicks(
      tx,
      site,
      rows.map(({ trader }) => trader),
    ),
  }));
  const positions = ground.holdings.state.accounts.get(player)?.positions;
  return rows.map((row) =>
    wireFollow(row, {
      traderNick: nickIn(nicks, row.trader),
      copies: copies
        .filter(({ follow }) => follow === row.id)
        .flatMap((copy) => wireCopy(copy, positions, ground.instruments) ?? []),
      now,
    }),
  );
}

export function followLists(parts: CopyParts): readonly Route[] {
  const { database, desk } = parts;

  /** What a trader does may end a follow without a step of the follower: the tables must have passed both. */
  async function areCaughtUp(player: PlayerId): Promise<boolean> {
    if (!(await desk.caughtUp(player))) return false;
    const running = await database.transaction((tx) => findRunning(tx, player));
    return running?.state !== 'ACTIVE' || desk.caughtUp(running.trader);
  }

  return [
    serve(readFollow, async ({ query: { traderFollowerId: id, followerId }, principal, now }) => {
      const { site, player } = principal;
      if (followerId !== undefined && followerId !== player)
        return { ok: false, refusal: 'FOLLOW_NOT_FOUND' };
      if (!(await areCaughtUp(player))) return BEHIND;
      const row = await database.transaction((tx) =>
        id === undefined ? findRunning(tx, player) : findFollow(tx, site, id),
      );
      const own = row?.follower === player ? [row] : [];
      const [shown] = await shownFollows(parts, principal, own, now);
      return shown === undefined ? { ok: false, refusal: 'FOLLOW_NOT_FOUND' } : { ok: true, reply: shown };
    }),
    serve(myFollowOfTrader, async ({ query: { traderId }, principal, now }) => {
      const { player } = principal;
      if (!(await areCaughtUp(player))) return BEHIND;
      const row = await database.transaction((tx) => findRunning(tx, player));
      const own = row?.trader === traderId ? [row] : [];
      const [shown] = await shownFollows(parts, principal, own, now);
      return { ok: true, reply: { follow: shown ?? null } };
    }),
    serve(myTraders, async ({ principal, now }) => {
      const { player } = principal;
      if (!(await areCaughtUp(player))) return BEHIND;
      const rows = await database.transaction((tx) => listFollowsOf(tx, player, MOST_FOLLOWS));
      return { ok: true, reply: { content: [...(await shownFollows(parts, principal, rows, now))] } };
    }),
    serve(followers, async ({ query: { traderId, page, size }, principal: { site, player } }) => {
      if (traderId !== undefined && traderId !== player) return { ok: false, refusal: 'TRADER_NOT_FOUND' };
      if (!(await desk.caughtUp(player))) return BEHIND;
      const found = await database.transaction(async (tx) => {
        if ((await findTrader(tx, site, player)) === undefined) return undefined;
        const rows = await listFollowers(tx, player, { offset: page * size, limit: size });
        const nicks = await listNicks(
          tx,
          site,
          rows.map(({ follower }) => follower),
        );
        const content = rows.map((row) => wireFollower(row, nickIn(nicks, row.follower)));
        return content;
      });
      if (found === undefined) return { ok: false, refusal: 'TRADER_NOT_FOUND' };
      const total = countOf(parts.followers.of(player));
      return { ok: true, reply: pageReply(found, { page, size, total }) };
    }),
  ];
}
