// The browser's own account of its frames: every one that had something to draw, and whether it was shown in time.

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly args?: {
    readonly frame_reporter?: { readonly state?: string; readonly affects_smoothness?: boolean };
  };
}

/** Only the reports: a full trace costs more frames than it counts. */
export const FRAME_CATEGORIES = ['disabled-by-default-devtools.timeline.frame'];

export function framesOf(trace: Buffer): { readonly framesShown: number; readonly framesDropped: number } {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const reports = traceEvents
    .filter(({ name, ph }) => name === 'PipelineReporter' && ph === 'b')
    .map(({ args }) => args?.frame_reporter);
  return {
    framesShown: reports.filter((report) => report?.state === 'STATE_PRESENTED_ALL').length,
    framesDropped: reports.filter((report) => report?.state === 'STATE_DROPPED' && report.affects_smoothness)
      .length,
  };
}
