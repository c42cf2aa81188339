// Planted bugs in shares of partners.
import { plantedBugs } from '../mutant.ts';

export const partnerMutants = plantedBugs({
  'engine/src/partner/decide.ts': {
    'partner: a settlement is confirmed twice': [
      "if (book.partner.settlements.has(settlement)) return refuse('ALREADY_PROCESSED');",
      '',
    ],
    'partner: a share of somebody who is no partner is confirmed': [
      "if (player.role !== 'PARTNER') return refuse('PARTNERS_ONLY');",
      '',
    ],
    'partner: one person confirms alone': ['requestedBy === approvedBy || isOwn', 'isOwn'],
    'partner: partners ask for their own share': [
      'requestedBy === player.id || approvedBy === player.id',
      'approvedBy === player.id',
    ],
    'partner: partners approve their own share': [
      'requestedBy === player.id || approvedBy === player.id',
      'requestedBy === player.id',
    ],
    'partner: partners pay their own share': [
      "if (staff === player.id) return refuse('SECOND_PERSON_NEEDED');",
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
