import type { WireBinaryOption } from '@maru/contract/binary/offers';
import { familyOf, ROUND_TYPES } from '@maru/engine/rounds/round';

type Typed = Pick<WireBinaryOption, 'type'>;

export const isBall = ({ type }: Typed): boolean => familyOf(type) === 'BALL';

/** In the order in which the spec lists their types. */
export const inSpecOrder = <Each extends Typed>(offers: readonly Each[]): readonly Each[] =>
  offers.toSorted((a, b) => ROUND_TYPES.indexOf(a.type) - ROUND_TYPES.indexOf(b.type));
