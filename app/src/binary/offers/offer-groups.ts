// The offers as the list shows them: one group for each stock, its games by family and in the order of the spec.
import type { WireBinaryOption } from '@maru/contract/binary/offers';
import { type Family, familyOf } from '@maru/engine/rounds/round';
import { type Group, groupOf } from '../../market/instruments/instrument-order.ts';
import { inSpecOrder } from './offer-order.ts';

export interface StockGroup {
  readonly stock: string;
  readonly kind: Group | undefined;
  /** Never empty. */
  readonly offers: readonly WireBinaryOption[];
}

/** Stocks that trade now come first. */
export function groupsByStock(offers: readonly WireBinaryOption[]): readonly StockGroup[] {
  const byStock = Map.groupBy(offers, ({ stock }) => stock);
  const groups = [...byStock].map(([stock, games]) => ({
    stock,
    kind: groupOf(games[0]!),
    offers: inSpecOrder(games),
  }));
  return groups.toSorted((a, b) => b.offers[0]!.isOpen - a.offers[0]!.isOpen);
}

/** Coins first: they trade at every hour. */
const KINDS: readonly Group[] = ['coin', 'currency', 'share', 'index', 'commodity'];

export function kindsIn(groups: readonly StockGroup[]): readonly Group[] {
  const present = new Set(groups.map(({ kind }) => kind));
  return KINDS.filter((kind) => present.has(kind));
}

export interface FamilyGroup {
  readonly family: Family;
  /** Never empty. */
  readonly offers: readonly WireBinaryOption[];
}

const FAMILIES: readonly Family[] = ['RENT', 'BINARY', 'BALL'];

export function byFamily(offers: readonly WireBinaryOption[]): readonly FamilyGroup[] {
  return FAMILIES.map((family) => ({
    family,
    offers: offers.filter(({ type }) => familyOf(type) === family),
  })).filter((group) => group.offers.length > 0);
}

/** One offer of each type that is offered, in the order of the spec. */
export const typesIn = (offers: readonly WireBinaryOption[]): readonly WireBinaryOption[] =>
  inSpecOrder([...Map.groupBy(offers, ({ type }) => type).values()].map(([first]) => first!));

/** The other lengths of the same game on the same stock. */
export const lengthsBeside = (
  current: WireBinaryOption,
  offers: readonly WireBinaryOption[],
): readonly WireBinaryOption[] =>
  inSpecOrder(
    offers.filter(({ stock, type }) => stock === current.stock && familyOf(type) === familyOf(current.type)),
  );
