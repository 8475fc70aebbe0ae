/** Where the bar of a span stands on the time of its trace; pure. */
import type { TraceSpan } from '@pone/contract/entities/trace.ts'

/** Percentages of the length of the trace; a trace without length is one bar. */
export function barOf(
  { startMs, durationMs }: Pick<TraceSpan, 'startMs' | 'durationMs'>,
  traceMs: number,
): { readonly leftPercent: number; readonly widthPercent: number } {
  if (traceMs <= 0) return { leftPercent: 0, widthPercent: 100 }
  return { leftPercent: (startMs / traceMs) * 100, widthPercent: (durationMs / traceMs) * 100 }
}
