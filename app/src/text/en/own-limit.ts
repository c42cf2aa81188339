import type { ownLimit as korean } from '../ko/own-limit.ts';

export const ownLimit: typeof korean = {
  SELF_EXCLUDED: 'You have excluded yourself.',
  COOLING_OFF: 'You are taking a break.',
  TIME_LIMIT: 'Your time of today is used up.',
  STAKE_LIMIT: 'Above your limit of one order.',
  LOSS_LIMIT: 'It could lose more than your limit of a day.',
  LIMIT_RATE_MISSING: 'No exchange rate to check your limits with.',
  ofSide: (side, sentence) => `${side}: ${sentence}`,
};
