import { expect, test } from 'vitest';
import { createDeviceFilter } from './device-filter.ts';

test('every device that was added may be known, and hardly any other', () => {
  const filter = createDeviceFilter(2 ** 17);
  for (let index = 0; index < 10_000; index += 1) filter.add(`device ${index}`);
  let strangers = 0;
  for (let index = 0; index < 10_000; index += 1) {
    expect(filter.mayHave(`device ${index}`)).toBe(true);
    if (filter.mayHave(`stranger ${index}`)) strangers += 1;
  }
  expect(strangers).toBeLessThan(500);
});
