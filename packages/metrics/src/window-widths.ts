/** How long the windows are that runs are cut into before they are tested against each other. */

/** Seconds [from, to) of a run. */
export interface SecondSpan {
  readonly fromSecond: number
  readonly toSecond: number
}

/** Fewer windows of a run tell nothing. */
export const minWindows = 8
/** More of them cost time and tell little more. */
const maxWindows = 128
/** Where runs differ so much in length that the shortest one needs it. */
const mostWindows = 1_024
/** Requests of one second depend on those of the next one. */
export const shortestSeconds = 2

/** Whole windows of that many seconds in a span: they begin at multiples of their width since the run's start. */
export function windowsIn(
  { fromSecond, toSecond }: SecondSpan,
  seconds: number,
): { first: number; end: number } {
  const first = Math.ceil(fromSecond / seconds)
  return { first, end: Math.max(first, Math.floor(toSecond / seconds)) }
}

/** Widths in seconds, each twice the one before, that all spans can be cut into; empty when one of them is too short. */
export function windowWidths(spans: readonly SecondSpan[]): number[] {
  const counts = (seconds: number) =>
    spans.map(span => windowsIn(span, seconds)).map(({ first, end }) => end - first)
  const isEnough = (seconds: number) => counts(seconds).every(count => count >= minWindows)
  let seconds = shortestSeconds
  while (Math.max(...counts(seconds)) > maxWindows && isEnough(2 * seconds)) seconds *= 2
  if (Math.max(...counts(seconds)) > mostWindows) return []
  const widths: number[] = []
  for (; isEnough(seconds); seconds *= 2) widths.push(seconds)
  return widths
}
