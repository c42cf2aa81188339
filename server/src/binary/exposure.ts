// What is staked on rounds that are not decided, for the risk of the house. The desk keeps these sums for every round
// already, because the largest loss of a round is limited: reading them costs as much as there are open rounds.
import { type Amount, amountOfUnits } from '@maru/engine/amount';
import type { Round } from '@maru/engine/binary/state';
import { type MarketSet, setOf } from '@maru/engine/bitball/markets';
import { type BallRound, ballExposureOf } from '@maru/engine/bitball/state';
import type { SiteId } from '@maru/engine/purse';
import { defineRead } from '../desk/book-read.ts';
import type { ExposedRound } from '../product/exposure.ts';

type SeenRound = Omit<ExposedRound, 'instrument'>;

export const readExposedRounds = defineRead({
  name: 'binary.exposed',
  players: (_args: { readonly site: SiteId }) => [],
  compute: (book, { site }): readonly SeenRound[] => {
    const seen: SeenRound[] = [];
    for (const round of book.binary.unsettled.values())
      if (round.site === site && round.result === undefined && round.voided === undefined)
        seen.push(seenRound(round));
    for (const round of book.bitball.rounds.values())
      if (round.site === site && round.end === undefined && round.players.length > 0)
        seen.push(seenBall(round));
    return seen;
  },
});

const most = (...amounts: readonly bigint[]): Amount =>
  amountOfUnits(amounts.reduce((a, b) => (a > b ? a : b), 0n));

function seenRound({ id, type, close, players, stakes, profits }: Round): SeenRound {
  return {
    id,
    type,
    closesAt: close,
    players: players.length,
    sides: { up: amountOfUnits(stakes.UP), down: amountOfUnits(stakes.DOWN) },
    stakes: amountOfUnits(stakes.UP + stakes.DOWN),
    payoutMost: most(stakes.UP + profits.UP, stakes.DOWN + profits.DOWN),
    lossMost: most(profits.UP - stakes.DOWN, profits.DOWN - stakes.UP),
  };
}

/** Sets of markets are added as the limit of a round adds them: one draw decides all of them. */
function seenBall(round: BallRound): SeenRound {
  const dearest = new Map<MarketSet, { payout: bigint; loss: bigint }>();
  for (const [market, payout] of round.credits) {
    const loss = ballExposureOf(market, round);
    const set = setOf(market);
    const known = dearest.get(set) ?? { payout: 0n, loss: 0n };
    dearest.set(set, {
      payout: payout > known.payout ? payout : known.payout,
      loss: loss > known.loss ? loss : known.loss,
    });
  }
  let [stakes, payout, loss] = [0n, 0n, 0n];
  for (const staked of round.stakes.values()) stakes += staked;
  for (const each of dearest.values()) {
    payout += each.payout;
    loss += each.loss;
  }
  return {
    id: round.id,
    type: round.type,
    closesAt: round.open,
    players: round.players.length,
    sides: undefined,
    stakes: amountOfUnits(stakes),
    payoutMost: amountOfUnits(payout),
    lossMost: amountOfUnits(loss),
  };
}
