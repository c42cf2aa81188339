// A refusal of an order in the server's words. Where the member's own limits refused it, the answer leads to them.
import { depositLimitRefusals, stakeLimitRefusals } from '@maru/contract/limits/refusals';
import { useText } from '../../text/language.tsx';
import { useNavigate } from '../routing/router.tsx';
import { useAlerts } from './alert.tsx';

export interface Refusal {
  readonly code: string;
  readonly message: string;
}

const OWN_LIMITS: ReadonlySet<string> = new Set(
  [...stakeLimitRefusals, ...depositLimitRefusals].filter((code) => code !== 'LIMIT_RATE_MISSING'),
);

/** Whether the member's own limits refused it, for a screen that shows its refusals in place. */
export const isOfLimits = (code: string): boolean => OWN_LIMITS.has(code);

export const pageOfLimits = '/more/limits';

export function useRefused(): (refusal: Refusal) => void {
  const { shell } = useText();
  const { show, ask } = useAlerts();
  const navigate = useNavigate();
  return ({ code, message }) => {
    const way = isOfLimits(code)
      ? { other: shell.toLimits, to: pageOfLimits }
      : code === 'RISK_QUIZ_NEEDED'
        ? { other: shell.toQuiz, to: '/quiz' }
        : undefined;
    if (way === undefined) return show(message);
    void ask({ title: shell.alert, message, safe: shell.confirm, other: way.other }).then((choice) => {
      if (choice === 'other') void navigate({ to: way.to });
    });
  };
}
