import type { tour as ko } from '../ko/tour.ts';
import type { Same } from '../same.ts';

export const tour: Same<typeof ko> = {
  label: 'A short tour',
  stepOf: (step, count) => `${step} / ${count}`,
  marks: [
    { title: 'The price now', lead: 'Prices move live, and every tick is recorded.' },
    { title: 'Choose a direction', lead: 'An order is sent after you confirm it. Settings can change that.' },
    { title: 'Results have receipts', lead: 'A receipt shows the prices and the sums of a trade again.' },
  ],
  skip: 'Skip',
  next: 'Next',
  done: 'Start',
};
