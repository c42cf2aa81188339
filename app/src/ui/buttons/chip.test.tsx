import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Chip, ChipRow } from './chip.tsx';

afterEach(cleanup);

it('a chip exposes whether it is chosen, and a tap calls the handler', () => {
  const onPress = vi.fn();
  render(
    <ChipRow label="시장">
      <Chip pressed onPress={() => {}}>
        전체
      </Chip>
      <Chip pressed={false} onPress={onPress}>
        지수
      </Chip>
    </ChipRow>,
  );
  expect(screen.getByRole('group', { name: '시장' })).toBeDefined();
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('전체');
  fireEvent.click(screen.getByRole('button', { name: '지수' }));
  expect(onPress).toHaveBeenCalledTimes(1);
});

it('a disabled quantity cannot be chosen', () => {
  const onPress = vi.fn();
  render(
    <Chip shape="square" pressed={false} disabled onPress={onPress}>
      10
    </Chip>,
  );
  fireEvent.click(screen.getByRole('button', { name: '10' }));
  expect(onPress).not.toHaveBeenCalled();
});
