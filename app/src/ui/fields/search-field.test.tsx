import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { SearchField } from './search-field.tsx';

afterEach(cleanup);

function Search({ onSubmit }: { readonly onSubmit?: () => void }) {
  const [value, setValue] = useState('');
  return (
    <SearchField
      label="종목 찾기"
      words={{ clear: '지우기' }}
      value={value}
      onChange={setValue}
      onSubmit={() => onSubmit?.()}
    />
  );
}

const box = () => screen.getByRole('searchbox', { name: '종목 찾기' }) as HTMLInputElement;

test('it can be cleared only when there is something to clear, and the caret stays in it', () => {
  render(<Search />);
  expect(screen.queryByRole('button')).toBeNull();
  fireEvent.change(box(), { target: { value: '나스' } });
  fireEvent.click(screen.getByRole('button', { name: '지우기' }));
  expect(box().value).toBe('');
  expect(document.activeElement).toBe(box());
});

test('Escape clears it', () => {
  render(<Search />);
  fireEvent.change(box(), { target: { value: 'nq' } });
  fireEvent.keyDown(box(), { key: 'Escape' });
  expect(box().value).toBe('');
});

test('the Enter that completes a syllable does not search', () => {
  let count = 0;
  render(
    <Search
      onSubmit={() => {
        count++;
      }}
    />,
  );
  fireEvent.keyDown(box(), { key: 'Enter', isComposing: true });
  expect(count).toBe(0);
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(count).toBe(1);
});
