// What waits for a price has a number of its own: an order, each exit of a position, the guard of an account. A product
// names its legs, and the number says which leg of which order or position it is.

/** A leg belongs to an order or to a position. */
type OwnerKind = 'ORDER' | 'POSITION';

export interface Legs<Leg extends string> {
  /** The number of this leg of the order or position. Those of older owners are smaller. */
  idOf(owner: number, leg: Leg): number;
  ownerOf(id: number): number;
  legOf(id: number): Leg;
  /** Of what the owner's number is. */
  kindOf(id: number): OwnerKind;
}

/** The order of the legs is the order of their numbers. */
export function createLegs<Leg extends string>(owners: Readonly<Record<Leg, OwnerKind>>): Legs<Leg> {
  const names = Object.keys(owners) as Leg[];
  const count = names.length;
  const places = Object.fromEntries(names.map((name, place) => [name, place])) as Record<Leg, number>;
  const legOf = (id: number): Leg => names[id % count]!;
  return {
    idOf: (owner, leg) => owner * count + places[leg],
    ownerOf: (id) => Math.floor(id / count),
    legOf,
    kindOf: (id) => owners[legOf(id)],
  };
}
