import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import { addTo, OPEN } from '../digest.ts';
import type { PartnerEvent } from './events.ts';
import { putShare, shareDigest } from './state.ts';

export function applyPartner(book: Book, event: PartnerEvent): void {
  const [step] = event.steps;
  assert(step !== undefined, 'a share is somebody’s');
  const state = book.partner;
  switch (event.kind) {
    case 'SHARE_CONFIRMED': {
      const { id, wallet, amount, settlement } = event;
      const share = { id, player: step.player, wallet, amount, settlement };
      putShare(state, share);
      addTo(book.digest, OPEN, shareDigest(share));
      return;
    }
    case 'SHARE_PAID': {
      const share = state.shares.get(event.share);
      assert(share !== undefined, 'a share is paid once');
      state.shares.delete(share.id);
      state.settlements.delete(share.settlement);
      addTo(book.digest, OPEN, -shareDigest(share));
      return;
    }
  }
}
