import { expect, test } from 'vitest';
import { measureCalls } from './measure-calls.ts';
import { createMetrics } from './metrics.ts';

test('counters, gauges and histograms are written in Prometheus text', () => {
  const metrics = createMetrics();
  metrics.counter('orders_total', 'Orders.').add(2, { kind: 'a"b\n' });
  metrics.gaugeOf('lag_ms', 'Lag.', () => 4);
  metrics.gaugeOf('sockets', 'Sockets.', () => 7);
  const elapsed = metrics.histogram('elapsed_ms', 'Elapsed.', [1, 10]);
  for (const value of [0.5, 1, 5, 50]) elapsed.observe(value);
  expect(metrics.text()).toBe(
    [
      '# HELP orders_total Orders.',
      '# TYPE orders_total counter',
      'orders_total{kind="a\\"b\\n"} 2',
      '# HELP lag_ms Lag.',
      '# TYPE lag_ms gauge',
      'lag_ms 4',
      '# HELP sockets Sockets.',
      '# TYPE sockets gauge',
      'sockets 7',
      '# HELP elapsed_ms Elapsed.',
      '# TYPE elapsed_ms histogram',
      'elapsed_ms_bucket{le="1"} 2',
      'elapsed_ms_bucket{le="10"} 3',
      'elapsed_ms_bucket{le="+Inf"} 4',
      'elapsed_ms_sum 56.5',
      'elapsed_ms_count 4',
      '',
    ].join('\n'),
  );
});

test('a name can be used only once', () => {
  const metrics = createMetrics();
  metrics.counter('a', 'A.');
  expect(() => metrics.gaugeOf('a', 'A.', () => 1)).toThrow('twice');
});

test('labels from outside cannot exhaust the memory', () => {
  const metrics = createMetrics();
  const counter = metrics.counter('a', 'A.');
  for (let i = 0; i < 10_000; i++) counter.add(1, { i });
  expect(metrics.text().split('\n').length).toBeLessThan(2_100);
});

test('calls are counted by path and status', () => {
  const metrics = createMetrics();
  const tell = measureCalls(metrics);
  tell({ call: { path: '/api/me', method: 'GET' }, status: 200, elapsedMs: 3 });
  expect(metrics.text()).toContain('maru_http_answers_total{path="/api/me",method="GET",status="200"} 1');
  expect(metrics.text()).toContain('maru_http_answer_ms_bucket{path="/api/me",le="5"} 1');
});
