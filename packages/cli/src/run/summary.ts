/** The summary that is printed after a run. */
import type { Exchange, slaReasons } from '@pone/contract/entities/run.ts'
import { formatClock, formatDuration, formatPercent, noValue } from '@pone/metrics/figures.ts'
import { isBusyWithOtherWork } from '@pone/metrics/machine-health.ts'
import { judgedCase } from '@pone/metrics/run-part.ts'
import { capacityLines } from './capacity.ts'
import { metricLines } from './metric-results.ts'
import type { RunResult } from './result.ts'
import { formatBytes, formatCount, formatMs, formatRate, formatTable } from './tables.ts'
import type { Paint } from './terminal.ts'

const maxErrors = 10
const maxSampleLength = 300

const causes: Readonly<Record<string, string>> = {
  planned: 'ended as planned',
  rowsUsedUp: 'ended early because the rows of a parameter were used up',
  stoppedByUser: 'stopped by hand',
  forceStopped: 'stopped by force',
  slaStop: 'stopped by an SLA rule',
  stopTest: 'stopped by the component',
  workerLost: 'an engine process was lost',
  diskFull: 'the disk of a load machine was full',
  startFailed: 'could not start',
  timeout: 'ran into a time limit',
  scriptFault: 'a fault of the engine',
}

/** Lines without colours where `paint` has none. */
export function summaryOf(result: RunResult, paint: Paint, widthCells: number): string[] {
  const { name, cause, causeDetail, durationMs, peakUsers, iterations, rounds, workers } = result
  const detail = causeDetail === '' ? '' : ` (${causeDetail})`
  return [
    '',
    paint.bold(`${name}: ${causes[cause] ?? cause}${detail}`),
    [
      formatDuration(durationMs),
      ...(peakUsers === 0 ? [] : [`up to ${formatCount(peakUsers)} users`]),
      `${formatCount(iterations)} iterations`,
      ...(rounds === undefined
        ? []
        : [`${rounds['driven']} rounds (${rounds['skipped']} times nobody was free to begin one)`]),
      `${workers} engine ${workers === 1 ? 'process' : 'processes'}`,
    ].join(', '),
    '',
    ...labelTable(result, widthCells),
    ...metricLines(result.metrics, paint),
    ...errorLines(result, paint),
    ...warningLines(result, paint),
    ...ruleLines(result, paint),
    ...(result.capacity === undefined ? [] : capacityLines(result.capacity)),
    '',
    reconciliationLine(result, paint),
    ...(result.sampleLog === undefined
      ? []
      : [`Sample log: ${result.sampleLog} (${formatCount(result.sampleLines ?? 0)} lines)`]),
  ]
}

type Figures = RunResult | RunResult['labels'][number]

/** – where no request ended. */
const timeOf = (ms: number | null): string => (ms === null ? noValue : formatMs(ms))

/** Columns of the table; those of a lower rank are left out where the terminal is narrow. */
const columns: readonly {
  readonly title: string
  readonly rank: number
  readonly cell: (figures: Figures) => string
}[] = [
  { title: 'count', rank: 9, cell: ({ requests }) => formatCount(requests) },
  { title: 'failed', rank: 9, cell: ({ failed }) => formatCount(failed) },
  { title: 'avg', rank: 9, cell: ({ avgMs }) => timeOf(avgMs) },
  { title: 'P50', rank: 4, cell: ({ p50Ms }) => timeOf(p50Ms) },
  { title: 'P90', rank: 2, cell: ({ p90Ms }) => timeOf(p90Ms) },
  { title: 'P95', rank: 9, cell: ({ p95Ms }) => timeOf(p95Ms) },
  { title: 'P99', rank: 9, cell: ({ p99Ms }) => timeOf(p99Ms) },
  { title: 'P99.9', rank: 3, cell: ({ p999Ms }) => timeOf(p999Ms) },
  { title: 'max', rank: 9, cell: ({ maxMs }) => timeOf(maxMs) },
  { title: '/s', rank: 9, cell: ({ rps }) => formatRate(rps) },
  {
    title: 'received',
    rank: 1,
    cell: ({ receivedBytesPerSecond }) => `${formatBytes(receivedBytesPerSecond)}/s`,
  },
]
/** Width of a column, and the minimum of the labels. */
const columnCells = 11
const labelCells = 16

function labelTable(result: RunResult, widthCells: number): string[] {
  const room = Math.max(7, Math.floor((widthCells - labelCells) / columnCells))
  const ranks = columns.map(({ rank }) => rank).sort((a, b) => b - a)
  const lowest = ranks[Math.min(room, ranks.length) - 1] ?? 0
  const shown = columns.filter(({ rank }) => rank >= lowest)
  const row = (title: string, figures: Figures): string[] => [
    title,
    ...shown.map(({ cell }) => cell(figures)),
  ]
  const rows = result.labels.map(label =>
    row(label.kind === 'request' ? label.label : `[${label.label}]`, label),
  )
  const titles = ['', ...shown.map(({ title }) => title)]
  return formatTable(titles, [...rows, row('all requests', result)], widthCells)
}

function errorLines({ errors }: RunResult, paint: Paint): string[] {
  if (errors.length === 0) return []
  const lines = ['', paint.bold('Errors')]
  for (const { count, code, label, message, sample } of errors.slice(0, maxErrors)) {
    lines.push(
      `${formatCount(count).padStart(8)}  ${paint.red(code)}  ${label === '' ? '' : `${label}: `}${message}`,
    )
    if (sample === null) continue
    const answer = answerOf(sample)
    lines.push(paint.dim(`          e.g. ${sample.method} ${sample.url} → ${answer}`))
  }
  if (errors.length > maxErrors) lines.push(`          and ${errors.length - maxErrors} more kinds`)
  return lines
}

/** Many protocols have no status. */
const answerOf = ({ status, responseBody }: Exchange): string =>
  status === null ? oneLine(responseBody) || 'no response' : `${status} ${oneLine(responseBody)}`

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, maxSampleLength)

function warningLines(
  { overload, generatorLimit, machine, lateStarts, droppedStarts, workersLost }: RunResult,
  paint: Paint,
): string[] {
  const lines: string[] = []
  if (workersLost > 0)
    lines.push(`${workersLost} engine processes died and were replaced; those seconds are not to be trusted.`)
  if (overload.length > 0) {
    const first = overload[0]?.['second']
    lines.push(
      `This machine was itself the bottleneck (first in second ${first}): response times are too high. Use fewer users or more machines.`,
      ...(generatorLimit
        ? ['It was for at least half of the run: the result is invalid and says nothing of the target.']
        : []),
    )
  }
  for (const stretch of machine.busy) {
    const { fromSecond, toSecond, hostCpu01, engineCpu01 } = stretch
    const span = `from ${formatClock(fromSecond)} to ${formatClock(toSecond + 1)}`
    const shares = `host CPU ${formatPercent(hostCpu01 * 100)}, of which engine processes ${formatPercent(engineCpu01 * 100)}`
    lines.push(
      isBusyWithOtherWork(stretch)
        ? `This machine was busy with other programs ${span} (${shares}): response times there may be too high.`
        : `This machine was at its limit ${span} (${shares}).`,
    )
  }
  if (lateStarts + droppedStarts > 0) {
    lines.push(`${formatCount(lateStarts)} starts came late, ${formatCount(droppedStarts)} not at all.`)
  }
  return lines.length === 0 ? [] : ['', ...lines.map(line => paint.yellow(`! ${line}`))]
}

/** Why a rule could not be judged. */
export const slaReasonTexts: Readonly<Record<(typeof slaReasons)[number], string>> = {
  rampUp: 'all of the run is ramp-up',
  noSamples: 'no samples in the evaluated interval',
  noFullSecond: 'no whole second under load',
  noData: 'no values of the monitor',
  notRun: 'the step never ran: this fails the rule since version 0.10; "if run" at its end leaves it out',
}

function ruleLines({ sla, judged, durationMs }: RunResult, paint: Paint): string[] {
  if (judged === null) return []
  const lines = sla.map(({ rule, state, reason, value }) => {
    const sign =
      state === 'passed'
        ? paint.green('✓ passed       ')
        : state === 'broken'
          ? paint.red('✗ failed       ')
          : '? not evaluated'
    const why = reason === null ? '' : `  (${slaReasonTexts[reason]})`
    return `${sign}  ${rule}${value === null ? why : `  (${Number(value.toPrecision(4))})`}`
  })
  const at = (ms: number) => formatClock(ms / 1_000)
  const texts = {
    nothing: `all of it is ramp-up, until ${at(judged.rampUpEndMs)}`,
    plain: `evaluated interval ${at(judged.fromMs)} – ${at(judged.toMs)}`,
    included: `evaluated interval ${at(judged.fromMs)} – ${at(judged.toMs)}, including the ramp-up`,
    excluded: `evaluated interval ${at(judged.fromMs)} – ${at(judged.toMs)}, without the ramp-up`,
  }
  const on = texts[judgedCase(judged, { fromMs: 0, toMs: durationMs })]
  return ['', `${paint.bold('SLA')}  ${paint.dim(on)}`, ...lines]
}

function reconciliationLine(result: RunResult, paint: Paint): string {
  const { sent, lost, repeated, reconciled, workers } = result
  const repeats =
    repeated === 0 ? '' : `; ${formatCount(repeated)} of those sent repeat one on a new connection`
  const text = `sent ${formatCount(sent)} = with an outcome ${formatCount(sent - lost)} + lost ${formatCount(lost)}, over ${workers} engine ${workers === 1 ? 'process' : 'processes'}${repeats}`
  if (!reconciled) return paint.red(`✗ not reconciled: ${text}`)
  if (lost === 0) return paint.green(`✓ reconciled: ${text}`)
  const count =
    lost === 1 ? 'the outcome of 1 request is' : `the outcomes of ${formatCount(lost)} requests are`
  return paint.yellow(`! ${count} lost, counted as failed: ${text}`)
}
