// A letter to everybody who bet on a round that staff voided: why, and what came back. Written from the tables once they
// have the void, a bounded number at a time; a process that stops in between leaves the rest to the next one.
import { amount, toDecimal } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';

import { createLoop, type Loop } from '../clock/loop.ts';
import type { Tx } from '../db/database.ts';
import { postMessage } from '../message/post-message.ts';
import { bySite } from '../shadow/of-shard.ts';
import type { BinaryParts } from './deps.ts';
import { numberInDay, type OfferRound } from './offers.ts';

const REST_MS = 2_000;
const WRITTEN_AT_ONCE = 200;
const LINK = '/wallet/history';

interface Untold {
  readonly id: number;
  readonly site: SiteId;
  readonly round: number;
  readonly reason: string;
  readonly told: number;
}

interface Staked {
  readonly player: PlayerId;
  readonly currency: string;
  readonly stake: string;
}

/** The oldest void of the shard's sites of which somebody has not been told, once the tables have it. */
async function findUntold(tx: Tx, shard: number): Promise<Untold | undefined> {
  const [untold] = await tx.query<Untold>(
    `select request.id, request.site_id as site, request.round_id as round, request.reason,
       request.told_player as told
     from void_request as request
     join bet_round as round on round.site_id = request.site_id and round.round_id = request.round_id
     where request.approved_ms is not null and request.told_ms is null and round.voided_event is not null
       and ${bySite(shard, 'request')}
     order by request.id
     limit 1
     for update of request`,
  );
  return untold;
}

const listStaked = (tx: Tx, { site, round, told }: Untold): Promise<readonly Staked[]> =>
  tx.query<Staked>(
    `select bet.player_id as player, bet.currency, sum(bet.stake)::text as stake
     from bet
     join player on player.id = bet.player_id
     where bet.site_id = $1 and bet.round_id = $2 and bet.player_id > $3
     group by bet.player_id, bet.currency
     order by bet.player_id, bet.currency
     limit ${WRITTEN_AT_ONCE}`,
    [site, round, told],
  );

function letterOf({ offer, open }: OfferRound, { reason }: Untold, { currency, stake }: Staked) {
  const { koName, code } = offer.instrument;
  const no = numberInDay(offer.type, open).toLocaleString('en-US');
  const [whole = '', part] = toDecimal(amount(stake)).split('.');
  const figure = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (part === undefined ? '' : `.${part}`);
  const isWon = currency === 'KRW';
  return {
    title: {
      ko: `${koName} ${offer.type} ${no}회차가 무효 처리되었습니다`,
      en: `Round ${no} of ${code} ${offer.type} was voided`,
    },
    body: {
      ko: `${reason}\n주문 금액 ${figure}${isWon ? '원' : ` ${currency}`}을 돌려드리고, 지급했던 금액이 있으면 되돌립니다.`,
      en: `${reason}\nYour stake of ${figure} ${currency} comes back, and what was paid for it is taken back.`,
    },
  };
}

export function createVoidLetters({
  shard,
  database,
  offers,
  time,
  log,
}: Pick<BinaryParts, 'shard' | 'database' | 'offers' | 'time' | 'log'>): Loop {
  /** Whether there was anything to tell. */
  const tellSome = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const untold = await findUntold(tx, shard);
      if (untold === undefined) return false;
      const now = time.clock();
      const round = offers.roundOf(untold.round);
      const staked = round === undefined ? [] : await listStaked(tx, untold);
      for (const each of staked) {
        if (round === undefined) break;
        const { id, site } = untold;
        const letter = letterOf(round, untold, each);
        await postMessage(tx, {
          ...{ site, player: each.player, kind: 'NOTICE', subject: `void ${id} ${each.currency}`, now },
          ...{ ...letter, link: LINK },
        });
      }
      const isDone = staked.length < WRITTEN_AT_ONCE;
      await tx.query('update void_request set told_player = $2, told_ms = $3 where id = $1', [
        untold.id,
        staked.at(-1)?.player ?? untold.told,
        isDone ? now : null,
      ]);
      return true;
    });

  const loop: Loop = createLoop({
    async work() {
      while (!loop.isStopping() && (await tellSome()));
    },
    restMs: () => REST_MS,
    wait: time.wait,
    log,
    failure: 'binary: letters about a void failed, retrying',
  });
  return loop;
}
