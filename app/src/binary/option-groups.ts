// The options as the sheet shows them: one group for each stock, its games in the order of the spec.
import type { WireBinaryOption } from '@maru/contract/market';
import { familyOf } from '@maru/engine/binary/round';
import { BINARY_TYPES } from '@maru/engine/market/instrument';
import { type Group, groupOf } from '../market/instrument-order.ts';

export interface StockGroup {
  readonly stock: string;
  readonly kind: Group | undefined;
  /** Never empty. */
  readonly options: readonly WireBinaryOption[];
}

const placeOf = ({ type }: WireBinaryOption): number => BINARY_TYPES.indexOf(type);

export function groupsByStock(options: readonly WireBinaryOption[]): readonly StockGroup[] {
  const byStock = Map.groupBy(options, ({ stock }) => stock);
  return [...byStock].map(([stock, games]) => ({
    stock,
    kind: groupOf(games[0]!),
    options: games.toSorted((a, b) => placeOf(a) - placeOf(b)),
  }));
}

/** Coins first: they trade at every hour. */
const KINDS: readonly Group[] = ['coin', 'currency', 'share', 'index', 'commodity'];

export function kindsIn(groups: readonly StockGroup[]): readonly Group[] {
  const present = new Set(groups.map(({ kind }) => kind));
  return KINDS.filter((kind) => present.has(kind));
}

/** The other lengths of the same game on the same stock. */
export const lengthsBeside = (
  current: WireBinaryOption,
  options: readonly WireBinaryOption[],
): readonly WireBinaryOption[] =>
  options
    .filter(({ stock, type }) => stock === current.stock && familyOf(type) === familyOf(current.type))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
