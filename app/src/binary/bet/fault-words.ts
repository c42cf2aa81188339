import type { WireTradeTerms } from '@maru/contract/binary/calls';
import type { BinaryText } from '../offers/game-label.ts';
import type { StakeFault } from './stake.ts';

interface Texts {
  readonly words: Pick<
    BinaryText,
    'enterAmount' | 'belowLeast' | 'offUnit' | 'aboveMost' | 'aboveRound' | 'aboveAvailable'
  >;
  readonly money: (text: string) => string;
}

/** Why a stake cannot be placed. */
export function faultWords(fault: StakeFault, terms: WireTradeTerms, { words, money }: Texts): string {
  switch (fault) {
    case 'enter':
      return words.enterAmount;
    case 'belowLeast':
      return words.belowLeast(money(terms.stakeMin));
    case 'offUnit':
      return words.offUnit(money(terms.stakeUnit));
    case 'aboveMost':
      return words.aboveMost(money(terms.stakeMax));
    case 'aboveRound':
      return words.aboveRound(money(terms.roundMost));
    case 'aboveAvailable':
      return words.aboveAvailable;
  }
}
