// Loads the bets of rounds that are loaded into the book.
import { assert } from '@maru/engine/assert';
import type { Book } from '@maru/engine/book';
import type { BetOutcome } from '@maru/engine/payment/bet-queue';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { roundPlace } from '@maru/engine/rounds/round';
import type { Tx } from '../db/database.ts';
import { selectFrom } from '../shadow/statements.ts';
import { bets } from './tables.ts';

const readBets = selectFrom(bets, [
  ...(['site', 'round', 'id', 'player', 'pick', 'stake', 'rate', 'wallet', 'acceptedAt'] as const),
]);

export type LoadedBet = Awaited<ReturnType<typeof readBets>>[number];
export type LoadedBets = ReadonlyMap<string, readonly LoadedBet[]>;

/** In the order of their numbers, which is the order in which the book got them. */
export async function loadBets(
  tx: Tx,
  rounds: readonly { readonly site: SiteId; readonly round: number }[],
): Promise<LoadedBets> {
  const rows = await readBets(
    tx,
    `join unnest($1::bigint[], $2::bigint[]) as wanted (site_id, round_id)
       on bet.site_id = wanted.site_id and bet.round_id = wanted.round_id
     order by bet.id`,
    [rounds.map(({ site }) => site), rounds.map(({ round }) => round)],
  );
  return Map.groupBy(rows, ({ site, round }) => roundPlace(site, round));
}

export function* playersOf(loaded: LoadedBets): Iterable<PlayerId> {
  for (const rows of loaded.values()) for (const { player } of rows) yield player;
}

export function placesOf(
  book: Book,
  { player, wallet }: { readonly player: PlayerId; readonly wallet: string },
): number {
  const places = book.players.get(player)?.wallets.get(wallet)?.places;
  assert(places !== undefined, 'a bet was paid from a wallet of its player');
  return places;
}

/** What the book keeps of how a bet was paid. */
export const paidAs = ({ status, credit }: BetOutcome): Pick<BetOutcome, 'status' | 'credit'> => ({
  status,
  credit,
});
