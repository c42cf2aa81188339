import type { Product } from '../product.ts';
import { applyPartner } from './apply.ts';
import type { PartnerCommand } from './commands.ts';
import { type ConfirmShareRefusal, confirmShare, type PayShareRefusal, payShare } from './decide.ts';
import type { PartnerEvent } from './events.ts';
import { describeShare, emptyPartner, type PartnerState, shareDigest } from './state.ts';

export interface PartnerTypes {
  readonly name: 'partner';
  readonly playerCommand: PartnerCommand;
  readonly platformCommand: never;
  readonly event: PartnerEvent;
  readonly state: PartnerState;
  readonly refusal: ConfirmShareRefusal | PayShareRefusal;
}

export const partner: Product<PartnerTypes> = {
  name: 'partner',
  playerCommands: { CONFIRM_SHARE: confirmShare, PAY_SHARE: payShare },
  takesFree: { CONFIRM_SHARE: 'NOTHING', PAY_SHARE: 'NOTHING' },
  platformCommands: {},
  events: { SHARE_CONFIRMED: {}, SHARE_PAID: {} },
  // Partners cannot trade, so no limit of theirs counts what they have earned.
  changes: { SHARE_CONFIRMED: 'NOTHING', SHARE_PAID: 'NOTHING' },
  empty: emptyPartner,
  apply: applyPartner,
  describe: ({ shares }) => Array.from(shares.values(), describeShare),
  weigh({ shares }) {
    let sum = 0n;
    for (const share of shares.values()) sum += shareDigest(share);
    return sum;
  },
  playersWithOpen: ({ shares }) => Array.from(shares.values(), ({ player }) => player),
  // A share that is confirmed lies in the wallet: it would reach a practice run that did not earn it.
  isOpenIn(state, player, wallet) {
    for (const share of state.shares.values())
      if (share.player === player && share.wallet === wallet) return true;
    return false;
  },
};
