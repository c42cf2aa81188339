// The reply of the stress page.
import type { BodyOf, ReplyOf } from '@maru/contract/call';
import type { riskStress } from '@maru/contract/risk/stress';
import { divide, type Rate, rate, toDecimal, toPlaces } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { movedShare, stressWithImpact } from './impact.ts';
import { wirePosition } from './lists.ts';
import type { Names, RouteParts } from './reply-parts.ts';
import type { Moves, Stressed } from './stress.ts';
import { won } from './wire.ts';
import { wonWorth } from './worth.ts';

const MOST_CLOSED = 2_000;
const PERCENT = 100n;
const SECONDS = 60;

export async function stressReply(
  parts: RouteParts,
  names: Names,
  {
    site,
    moves,
    minutes,
    now,
  }: {
    readonly site: SiteId;
    readonly moves: Moves;
    readonly minutes: number;
    readonly now: Millis;
  },
): Promise<ReplyOf<typeof riskStress>> {
  const began = performance.now();
  const worth = wonWorth(parts.rates, parts.instruments, { now });
  const { stressed, moves: moved, passes } = await stressWithImpact(parts, { site, moves, now });
  const rounds = (await parts.roundsOf(site)).reduce((sum, { lossMost }) => sum + lossMost, 0n);
  const insurance = await parts.house.insurance(site, worth);
  const shown = stressed.closed.slice(0, MOST_CLOSED);
  const memberOf = await names.members(
    site,
    shown.map(({ player }) => player),
  );
  const { gains, losses, shortfall } = stressed;
  return {
    atMillis: now,
    tookMillis: Math.round(performance.now() - began),
    isPartial: stressed.isPartial,
    passes,
    accounts: stressed.accounts,
    closed: {
      accounts: stressed.closed.length,
      loss: won(stressed.closed.reduce((sum, { loss }) => sum + loss, 0n)),
      shortfall: won(shortfall),
    },
    owed: {
      gains: won(gains),
      rounds: won(rounds),
      shortfall: won(shortfall),
      total: won(gains + rounds + shortfall),
    },
    received: won(losses),
    result: won(losses - gains - rounds - shortfall),
    insurance: won(insurance),
    payoutMost: toDecimal(parts.limits.of(site).payoutMost),
    ...netsOf(stressed, moved, names),
    content: shown.map((each) => ({
      ...memberOf(each.player),
      product: each.product,
      positions: each.positions.map((position) => wirePosition(position, names.instrument)),
      reachedPercent: toDecimal(toPlaces(each.reachedMove * PERCENT, 2, 'half-even')),
      reachedShare: String(each.reachedAt),
      reachedSeconds: Math.round((each.reachedAt * minutes * SECONDS) / Number(PERCENT)),
      loss: won(each.loss),
      shortfall: won(each.shortfall),
    })),
  };
}

function netsOf({ nets }: Stressed, moved: Moves, names: Names) {
  let [netBefore, netAfter] = [0n, 0n];
  const rows = [...nets].sort(([a], [b]) => a - b);
  const shown = rows.map(([instrumentId, { before, after }]) => {
    netBefore += before;
    netAfter += after;
    const movedPercent = toDecimal(
      toPlaces((movedShare(moved, instrumentId) * PERCENT) as Rate, 2, 'half-even'),
    );
    return {
      instrumentId,
      ...names.instrument(instrumentId),
      ...{ netBefore: won(before), netAfter: won(after), movedPercent },
    };
  });
  return { netBefore: won(netBefore), netAfter: won(netAfter), instruments: shown };
}

const shareOf = (percent: string): Rate => divide(rate(percent), PERCENT, 'half-even') as Rate;

export const movesOf = ({
  moves,
  wonPercent,
  slippagePercent,
  impactPercent,
}: Pick<BodyOf<typeof riskStress>, 'moves' | 'wonPercent' | 'slippagePercent' | 'impactPercent'>): Moves => ({
  byInstrument: new Map(moves.map(({ instrumentId, percent }) => [instrumentId, shareOf(percent)])),
  won: shareOf(wonPercent),
  slippage: shareOf(slippagePercent),
  impact: shareOf(impactPercent),
});
