// How many calls were answered, with which status, and how fast. Labels are the contract's paths, never text of a
// client.
import type { Labels, Metrics } from './metrics.ts';

interface Answered {
  readonly call: { readonly path: string; readonly method: string };
  readonly status: number;
  readonly elapsedMs: number;
}

/** For `onAnswered` of the HTTP server. */
export function measureCalls(metrics: Metrics): (answered: Answered) => void {
  const answers = metrics.counter('maru_http_answers_total', 'Answered calls by path and status.');
  const elapsed = metrics.histogram('maru_http_answer_ms', 'Time from the headers to the answer, by path.');
  // The size is bounded by the calls of the contract, times the few statuses of each.
  const labelsOf = new Map<
    Answered['call'],
    { readonly path: Labels; readonly statuses: Map<number, Labels> }
  >();
  return ({ call, status, elapsedMs }) => {
    let labels = labelsOf.get(call);
    if (labels === undefined) {
      labels = { path: { path: call.path }, statuses: new Map() };
      labelsOf.set(call, labels);
    }
    let counted = labels.statuses.get(status);
    if (counted === undefined) {
      counted = { path: call.path, method: call.method, status };
      labels.statuses.set(status, counted);
    }
    answers.add(1, counted);
    elapsed.observe(elapsedMs, labels.path);
  };
}
