// A proof as the wire and a saved file have it, and as the engine checks it. This file has no schemas.
import { type Amount, storedUnits } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { SOLVENCY_RULE_NAME } from '@maru/engine/solvency/leaf';
import type { SolvencyProof } from '@maru/engine/solvency/proof';
import type { WireSolvencyProof } from './calls.ts';

/** A value below zero is refused by every check where none may be, so it stands for a text that is no amount. */
const UNREADABLE = -1n;

const units = (text: string): Amount => (storedUnits(text) ?? UNREADABLE) as Amount;

/** Undefined when it is a proof of another rule. */
export function proofOfWire(wire: WireSolvencyProof): SolvencyProof | undefined {
  if (wire.rule !== SOLVENCY_RULE_NAME) return undefined;
  const { date, root, count, batch, journalHash, leaf, index } = wire;
  return {
    statement: {
      site: wire.site as SiteId,
      date,
      count,
      batch,
      journalHash,
      sums: wire.sums.map(({ currency, owed, owing }) => ({
        currency,
        owed: units(owed),
        owing: units(owing),
      })),
      house: wire.house.map((purse) => ({ ...purse, balance: units(purse.balance) })),
    },
    root,
    leaf: {
      player: leaf.player as PlayerId,
      nonce: leaf.nonce,
      purses: leaf.purses.map((purse) => ({ ...purse, balance: units(purse.balance) })),
    },
    index,
    path: wire.path.map(({ hash, sums }) => ({ hash, sums: sums.map(units) })),
  };
}
