// Planted bugs in shares of partners.
import { plantedBugs } from '../mutant.ts';

export const partnerMutants = plantedBugs({
  'engine/src/partner/decide.ts': {
    'partner: a settlement is confirmed twice': [
      "if (book.partner.settlements.has(settlement)) return refuse('ALREADY_PROCESSED');",
      '',
    ],
    'partner: a share is paid to another partner': [
      'if (share?.player !== player.id)',
      'if (share === undefined)',
    ],
  },
  'engine/src/partner/apply.ts': {
    'partner: a share can be paid again': ['state.shares.delete(share.id);', ''],
  },
  'engine/src/partner/product.ts': {
    'partner: a practice run begins while a share is confirmed': [
      'if (share.player === player && share.wallet === wallet) return true;',
      '',
    ],
  },
  'server/src/partner/shadow/product.ts': {
    'partner: the tables forget that a share was paid': ['paid.push(payment);', 'paid.at(0);'],
  },
});
