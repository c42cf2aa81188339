// What the replies of the exposure and stress pages are made from.
import { type Amount, amountOfUnits } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import type { FeatureParts } from '../feature/server-feature.ts';
import type { ExposedRound } from '../product/exposure.ts';
import type { House } from './house.ts';
import type { RiskLimits } from './limits.ts';
import { type NamedMember, nameMembers } from './store.ts';
import type { Trend } from './trend.ts';
import type { RiskParts, ValuedAccounts } from './valued-accounts.ts';
import { wonWorth } from './worth.ts';

export interface RouteParts extends RiskParts, Pick<FeatureParts, 'database'> {
  readonly accounts: ValuedAccounts;
  readonly roundsOf: (site: SiteId) => Promise<readonly ExposedRound[]>;
  readonly limits: RiskLimits;
  readonly house: House;
  readonly trend: Trend;
}

/** What instruments and members are called. */
export interface Names {
  instrument(id: number): { readonly code: string; readonly koName: string };
  isKnown(instrument: number): boolean;
  members(site: SiteId, players: Iterable<number>): Promise<(player: number) => NamedMember>;
}

export function createNames({ database, instruments }: Pick<RouteParts, 'database' | 'instruments'>): Names {
  const byId = new Map(instruments.map((each) => [each.id, each]));
  return {
    instrument: (id) => ({ code: byId.get(id)?.code ?? '', koName: byId.get(id)?.koName ?? '' }),
    isKnown: (id) => byId.has(id),
    members: (site, players) => database.transaction((tx) => nameMembers(tx, site, players)),
  };
}

/** Rounds with their stakes in won, those that may cost the most first. */
export async function roundsInWon(
  { exposures, sites, rates, instruments, time }: RiskParts,
  site: SiteId,
): Promise<readonly ExposedRound[]> {
  const worth = wonWorth(rates, instruments, { now: time.clock() });
  const currency = sites.byId(site)?.binaryCurrency ?? '';
  const inWon = (units: Amount): Amount => worth.of(units, currency) ?? amountOfUnits(0n);
  const all: ExposedRound[] = [];
  for (const view of exposures)
    for (const round of (await view.rounds?.(site)) ?? [])
      all.push({
        ...round,
        sides: round.sides && { up: inWon(round.sides.up), down: inWon(round.sides.down) },
        stakes: inWon(round.stakes),
        payoutMost: inWon(round.payoutMost),
        lossMost: inWon(round.lossMost),
      });
  return all.sort((a, b) =>
    a.lossMost === b.lossMost ? a.closesAt - b.closesAt || a.id - b.id : a.lossMost > b.lossMost ? -1 : 1,
  );
}
