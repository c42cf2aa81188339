// Counters, gauges and histograms in Prometheus' text form, without a library (docs/decisions/0037).

export type Labels = Readonly<Record<string, string | number>>;

export interface Counter {
  add(by?: number, labels?: Labels): void;
}

export interface Histogram {
  observe(value: number, labels?: Labels): void;
}

export interface Metrics {
  counter(name: string, help: string): Counter;
  /** A gauge that is read when the text is written. */
  gaugeOf(name: string, help: string, ask: () => number): void;
  histogram(name: string, help: string, upperBounds?: readonly number[]): Histogram;
  text(): string;
}

/** Milliseconds; the desk answers in one or two, a person notices a hundred. */
const USUAL_BOUNDS = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000];

/** A label that comes from outside must not exhaust the memory. */
const MOST_SERIES = 2_000;
const NAME = /^[a-z_][a-z0-9_]*$/;
const NO_LABELS: Labels = {};

interface Spread {
  readonly counts: number[];
  count: number;
  sum: number;
}

export function createMetrics(): Metrics {
  const writers = new Map<string, () => string[]>();

  function register(kind: string, name: string, help: string, lines: () => string[]): void {
    if (!NAME.test(name) || writers.has(name))
      throw new Error(`metric ${name} is malformed or registered twice`);
    const head = [`# HELP ${name} ${help.replaceAll('\n', ' ')}`, `# TYPE ${name} ${kind}`];
    writers.set(name, () => [...head, ...lines()]);
  }

  return {
    counter(name, help) {
      const series = new Map<string, number>();
      register('counter', name, help, () =>
        [...series].map(([labels, value]) => `${name}${braced(labels)} ${value}`),
      );
      return {
        add(by = 1, labels = NO_LABELS) {
          const key = labelText(labels);
          const known = series.get(key);
          if (known !== undefined || series.size < MOST_SERIES) series.set(key, (known ?? 0) + by);
        },
      };
    },
    gaugeOf(name, help, ask) {
      register('gauge', name, help, () => [`${name} ${ask()}`]);
    },
    histogram(name, help, upperBounds = USUAL_BOUNDS) {
      const series = new Map<string, Spread>();
      register('histogram', name, help, () =>
        [...series].flatMap(([labels, spread]) => spreadLines(name, labels, { spread, upperBounds })),
      );
      return {
        observe(value, labels = NO_LABELS) {
          const key = labelText(labels);
          let spread = series.get(key);
          if (spread === undefined) {
            if (series.size >= MOST_SERIES) return;
            spread = { counts: upperBounds.map(() => 0), count: 0, sum: 0 };
            series.set(key, spread);
          }
          const place = upperBounds.findIndex((bound) => value <= bound);
          if (place !== -1) spread.counts[place] = (spread.counts[place] as number) + 1;
          spread.count += 1;
          spread.sum += value;
        },
      };
    },
    text: () => `${[...writers.values()].flatMap((lines) => lines()).join('\n')}\n`,
  };
}

function spreadLines(
  name: string,
  labels: string,
  { spread, upperBounds }: { spread: Spread; upperBounds: readonly number[] },
): string[] {
  const comma = labels === '' ? '' : `${labels},`;
  let below = 0;
  const buckets = upperBounds.map((bound, place) => {
    below += spread.counts[place] as number;
    return `${name}_bucket{${comma}le="${bound}"} ${below}`;
  });
  return [
    ...buckets,
    `${name}_bucket{${comma}le="+Inf"} ${spread.count}`,
    `${name}_sum${braced(labels)} ${spread.sum}`,
    `${name}_count${braced(labels)} ${spread.count}`,
  ];
}

const braced = (labels: string): string => (labels === '' ? '' : `{${labels}}`);

const labelTexts = new WeakMap<Labels, string>([[NO_LABELS, '']]);

/** Cached for each object: frequent callers pass the same one again. */
function labelText(labels: Labels): string {
  const known = labelTexts.get(labels);
  if (known !== undefined) return known;
  const text = Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
    .join(',');
  labelTexts.set(labels, text);
  return text;
}

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
