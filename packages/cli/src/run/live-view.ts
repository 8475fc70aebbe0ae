/** The display of a running run: a picture that is redrawn in place on a terminal, a line every few seconds elsewhere. */
import type { RunSecond } from '@pone/contract/entities/run.ts'
import { formatClock } from '@pone/metrics/figures.ts'
import { pointRate } from '@pone/metrics/statistics.ts'
import type { LocalRun } from './local-run.ts'
import { cut, formatCount, formatMs, formatRate, formatTable, sparkline } from './tables.ts'
import { type Paint, paintFor, type Screen, screenOn, widthOf } from './terminal.ts'

const plainEverySeconds = 5
const maxLabelRows = 12
const barCells = 24

export interface LiveView {
  /** Shows the present state. */
  show(run: LocalRun, note: string): void
  /** Prints a message for the user above the picture. */
  say(line: string): void
  end(): void
}

/** For quiet output. */
export const noView = (say: (line: string) => void): LiveView => ({
  show: () => undefined,
  say,
  end: () => undefined,
})

/** Draws on a terminal, writes plain lines anywhere else. */
export function createLiveView(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): LiveView {
  const paint = paintFor(stream, env)
  if (stream.isTTY && env['TERM'] !== 'dumb') return pictureOn(stream, paint)
  let last = -1
  return {
    show: (run, note) => {
      const second = run.live.merge.lastSecond
      if (latestSecond(run) === undefined || (last >= 0 && second < last + plainEverySeconds)) return
      last = second
      stream.write(`${plainLine(run)}${note === '' ? '' : `  ${note}`}\n`)
    },
    say: line => stream.write(`${line}\n`),
    end: () => undefined,
  }
}

function pictureOn(stream: NodeJS.WriteStream, paint: Paint): LiveView {
  const screen: Screen = screenOn(stream)
  return {
    show: (run, note) =>
      screen.draw(pictureOf(run, { note, paint, widthCells: widthOf(stream), rows: stream.rows })),
    say: line => {
      screen.clear()
      stream.write(`${line}\n`)
    },
    end: () => screen.clear(),
  }
}

/** E.g. `0:05  users 20  requests 1,204 (240.8/s)  failed 0  P95 12.3 ms`. */
export function plainLine(run: LocalRun): string {
  const { live } = run
  const windowMs = live.windowMs()
  const { count, failed, p50Ms, p95Ms, p99Ms } = live.merge.total(windowMs)
  const now = latestSecond(run)
  const rate = latestRate(run)
  return `${formatClock(windowMs / 1_000)}  users ${formatCount(now?.users ?? 0)}  requests ${formatCount(count)} (${formatRate(rate)}/s)  failed ${formatCount(failed)}  P50 ${formatMs(p50Ms)}  P95 ${formatMs(p95Ms)}  P99 ${formatMs(p99Ms)}`
}

interface PictureOptions {
  readonly note: string
  readonly paint: Paint
  readonly widthCells: number
  readonly rows: number
}

/** Lines that fit the width and, except on very small terminals, the height. */
export function pictureOf(run: LocalRun, { note, paint, widthCells, rows }: PictureOptions): string[] {
  const { live, record } = run
  const windowMs = live.windowMs()
  const total = live.merge.total(windowMs)
  const seconds = live.merge.axis.rows()
  const now = latestSecond(run)
  const graphCells = Math.max(10, Math.min(60, widthCells - 40))
  const graph = (pick: (second: RunSecond) => number) => sparkline(seconds.map(pick), graphCells)
  const figure = (title: string, value: string, drawn: string) =>
    cut(`${title.padEnd(12)}${value.padStart(12)}  ${drawn}`, widthCells)
  const errors = now === undefined || now.requests === 0 ? 0 : (now.failed / now.requests) * 100
  const labels = live.merge.labelStatistics(windowMs)
  const shown = Math.max(1, Math.min(maxLabelRows, rows - 11))
  const table = formatTable(
    ['', 'count', 'failed', '/s', 'P50', 'P95', 'P99', 'max'],
    labels
      .slice(0, shown)
      .map(({ label, ...each }) => [
        label.kind === 'request' ? label.name : `[${label.name}]`,
        formatCount(each.count),
        formatCount(each.failed),
        formatRate(each.perSecond),
        formatMs(each.p50Ms),
        formatMs(each.p95Ms),
        formatMs(each.p99Ms),
        formatMs(each.maxMs),
      ]),
    widthCells,
  ).map(line => cut(line, widthCells))
  const failedText = `${formatCount(total.failed)} failed`
  return [
    cut(`${record.scenarioName}  ${progressOf(run)}${note === '' ? '' : `  ${note}`}`, widthCells),
    '',
    figure(
      'users',
      formatCount(now?.users ?? 0),
      graph(second => second.users),
    ),
    figure(
      'requests/s',
      formatRate(latestRate(run)),
      graph(second => rateOf(run, second) ?? 0),
    ),
    figure(
      'P95',
      formatMs(now?.p95Ms ?? 0),
      graph(second => second.p95Ms ?? 0),
    ),
    figure(
      'errors',
      `${errors.toFixed(1)} %`,
      graph(second => second.failed),
    ),
    cut(
      `all: ${formatCount(total.count)} requests, ${failedText}, P50 ${formatMs(total.p50Ms)}, P95 ${formatMs(total.p95Ms)}, P99 ${formatMs(total.p99Ms)}`,
      widthCells,
    ),
    '',
    ...table.map((line, index) => (index === 0 ? paint.dim(line) : line)),
    ...(labels.length > shown ? [paint.dim(`… and ${labels.length - shown} more`)] : []),
  ]
}

function progressOf({ live, record }: LocalRun): string {
  const elapsedMs = live.windowMs()
  const { plannedDurationMs } = record
  if (plannedDurationMs === null || plannedDurationMs === 0) return formatClock(elapsedMs / 1_000)
  const done01 = Math.min(1, elapsedMs / plannedDurationMs)
  const filled = Math.round(done01 * barCells)
  const left = formatClock((plannedDurationMs - elapsedMs) / 1_000)
  return `${'█'.repeat(filled)}${'░'.repeat(barCells - filled)} ${formatClock(elapsedMs / 1_000)}, ${left} left`
}

/** The last second that is complete. */
const latestSecond = ({ live }: LocalRun): RunSecond | undefined => live.merge.axis.rows().at(-1)

const rateOf = ({ live }: LocalRun, { requests, lengthMs }: RunSecond): number | null =>
  pointRate(requests, lengthMs, live.merge.axis.secondsPerPoint * 1_000)

/** From the last point that is long enough to have a rate. */
function latestRate(run: LocalRun): number {
  for (const second of run.live.merge.axis.rows().toReversed()) {
    const rate = rateOf(run, second)
    if (rate !== null) return rate
  }
  return 0
}
