import type { economic as korean } from '../ko/economic.ts';

export const economic: typeof korean = {
  week: 'Choose a day',
  weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  today: 'Today',
  seoulTime: 'Seoul time',
  high: 'High',
  low: 'Low',
  importance: { 1: 'Low importance', 2: 'Medium importance', 3: 'High importance' },
  actual: 'Actual',
  forecast: 'Forecast',
  previous: 'Previous',
  inMinutes: (count) => (count === 0 ? 'Soon' : `In ${count} min`),
  inHours: (count) => `In ${count} h`,
  sample: 'These are examples, not real releases. Do not trade on them.',
  filter: 'Choose the importance',
  filters: { 1: 'Show all', 2: 'Medium and high', 3: 'High only' },
  close: 'Close',
  failed: 'The indicators could not be loaded',
  empty: 'Nothing is released on this day',
  emptyFiltered: 'Nothing of this importance',
  showAll: 'Show all',
};
