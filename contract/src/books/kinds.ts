// What a kind of purse is in the books. Every purse belongs to one of these, and all of them together hold nothing.
import { PLAYER_PURSE_KINDS } from '@maru/engine/purse';

/**
 * OUTSIDE is money at banks, chains and providers, and practice money that was handed out: the ledger has it below
 * zero, because it left there. MEMBER and ESCROW are owed to members. RESULT is what the house has earned.
 */
export const SECTIONS = ['OUTSIDE', 'MEMBER', 'ESCROW', 'RESULT'] as const;
export type Section = (typeof SECTIONS)[number];

/** The other end of what lay in the purses when the books began. */
export const OPENING = 'opening';
/** Practice money, which came from no bank. */
export const PRACTICE = 'practice';

const ofMembers: ReadonlySet<string> = new Set(PLAYER_PURSE_KINDS);
const OUTSIDE = /^(bank|chain|p2p|practice|provider-.*)$/;

export function sectionOf(kind: string): Section {
  if (ofMembers.has(kind)) return 'MEMBER';
  if (kind === 'escrow') return 'ESCROW';
  return OUTSIDE.test(kind) ? 'OUTSIDE' : 'RESULT';
}
