import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { StatePanel } from './state-panel.tsx';

afterEach(cleanup);

it('a failure is announced and offers its one action', () => {
  const onPress = vi.fn();
  render(
    <StatePanel
      kind="error"
      title="지표를 불러오지 못했습니다"
      sentence="인터넷 연결을 확인하고 다시 시도해 주세요."
      action={{ label: '다시 시도', onPress }}
    />,
  );
  expect(screen.getByRole('alert').textContent).toContain('지표를 불러오지 못했습니다');
  fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
  expect(onPress).toHaveBeenCalledTimes(1);
});

it('an empty list is not announced as an alert', () => {
  render(<StatePanel kind="empty" title="아직 거래가 없습니다" />);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('heading', { name: '아직 거래가 없습니다' })).toBeDefined();
});
