import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { StepDots } from '../figures/step-dots.tsx';
import { Timeline } from './timeline.tsx';

afterEach(cleanup);

it('the step under way is marked as current', () => {
  render(
    <Timeline
      label="입금 진행"
      steps={[
        { key: 'asked', title: '신청', state: 'done' },
        { key: 'checked', title: '확인 중', time: '21:30', state: 'now' },
        { key: 'paid', title: '입금', state: 'waiting' },
      ]}
    />,
  );
  expect(screen.getByRole('list', { name: '입금 진행' }).children).toHaveLength(3);
  expect(screen.getByRole('listitem', { current: 'step' }).textContent).toBe('확인 중21:30');
});

it('the steps of a form show the current one', () => {
  render(<StepDots label="가입 단계" count={3} current={2} />);
  const steps = screen.getByRole('progressbar', { name: '가입 단계' });
  expect([steps.getAttribute('aria-valuenow'), steps.getAttribute('aria-valuemax')]).toEqual(['2', '3']);
});
