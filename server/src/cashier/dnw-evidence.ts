// A row of the deposit and withdrawal history, as evidence for an inquiry about it.
import type { EvidenceSource } from '../product/evidence.ts';
import type { ProductParts } from '../product/server-product.ts';
import { findRow } from './row-store.ts';
import { namesOf, wireRow } from './wire.ts';

export const dnwEvidence = ({ desk, database }: Pick<ProductParts, 'desk' | 'database'>): EvidenceSource => ({
  kind: 'DNW',
  async find({ site, player }, id) {
    if (!(await desk.caughtUp(player))) return 'BEHIND';
    return database.transaction(async (tx) => {
      const row = await findRow(tx, { site, player, id });
      return row && wireRow(row, await namesOf(tx, site, [row]));
    });
  },
});
