// How many calls were answered, how, and how fast. Labels are the contract's paths, never what a client wrote.
import type { Metrics } from './metrics.ts';

interface Answered {
  readonly call: { readonly path: string; readonly method: string };
  readonly status: number;
  readonly elapsedMs: number;
}

/** For the `onAnswered` of the HTTP door. */
export function measureCalls(metrics: Metrics): (answered: Answered) => void {
  const answers = metrics.counter('maru_http_answers_total', 'Answered calls by path and status.');
  const elapsed = metrics.histogram('maru_http_answer_ms', 'Time from the headers to the answer, by path.');
  return ({ call, status, elapsedMs }) => {
    answers.add(1, { path: call.path, method: call.method, status });
    elapsed.observe(elapsedMs, { path: call.path });
  };
}
