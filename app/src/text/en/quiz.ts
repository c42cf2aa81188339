import type { quiz as ko } from '../ko/quiz.ts';
import type { Same } from '../same.ts';

export const quiz: Same<typeof ko> = {
  title: 'Start leveraged trading',
  close: 'Close',
  steps: 'Progress',
  failed: 'The questions could not be loaded',
  lossShare: 'Accounts that lost on perpetuals in the last 30 days',
  lossUnknown: 'Not known yet',
  margin: 'A move of 5% at 20x takes of the margin',
  marginShare: '100%',
  noticeTitle: 'Before you begin',
  notices: [
    'Leverage multiplies profits and losses alike.',
    'When the loss comes near the margin, the position is liquidated.',
    'In a fast market the fill may be worse than the price you set.',
  ],
  noticeDone: 'To the questions',
  question: (number, count) => `Question ${number} / ${count}`,
  right: 'Right.',
  wrong: 'Please choose again.',
  check: 'Check',
  next: 'Next question',
  finish: 'Start trading',
  counterparty: 'The operator is your counterparty. You may answer as often as you like.',
  passed: 'All questions are answered. You can order now.',
};
