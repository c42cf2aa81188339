// A row of the deposit and withdrawal history, as evidence for an inquiry about it; of a P2P request also what was said.
import { requestOfRow } from '@maru/engine/cashier/row-number';
import type { EvidenceSource } from '../product/evidence.ts';
import type { ProductParts } from '../product/server-product.ts';
import { P2P_CHANNEL, wireMessage } from './p2p-routes.ts';
import { listMessages } from './p2p-store.ts';
import { findRow } from './row-store.ts';
import { namesOf, wireRow } from './wire.ts';

export const dnwEvidence = ({ desk, database }: Pick<ProductParts, 'desk' | 'database'>): EvidenceSource => ({
  kind: 'DNW',
  async find({ site, player }, id) {
    if (!(await desk.caughtUp(player))) return 'BEHIND';
    return database.transaction(async (tx) => {
      const row = await findRow(tx, { site, player, id });
      if (row === undefined) return undefined;
      const shown = wireRow(row, await namesOf(tx, site, [row]));
      const request = requestOfRow(id);
      if (row.channel !== P2P_CHANNEL || request === undefined) return shown;
      const messages = await listMessages(tx, request);
      return { ...shown, messages: messages.map((each) => wireMessage(each, 'OFFICE')) };
    });
  },
});
