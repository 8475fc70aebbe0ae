/** The summary that stays on the terminal after a run. */
import type { RunResult } from './result.ts'
import { formatBytes, formatClock, formatCount, formatMs, formatRate, formatTable } from './tables.ts'
import type { Paint } from './terminal.ts'

const maxErrors = 10
const maxSampleLength = 300

const causes: Readonly<Record<string, string>> = {
  planned: 'ended as planned',
  stoppedByUser: 'stopped by hand',
  forceStopped: 'stopped by force',
  slaStop: 'stopped by an SLA rule',
  stopTest: 'stopped by the component',
  workerLost: 'a worker process was lost',
  startFailed: 'could not start',
  timeout: 'ran into a time limit',
  scriptFault: 'a fault of the load generator',
}

/** Lines without colours where `paint` has none. */
export function summaryOf(result: RunResult, paint: Paint, widthCells: number): string[] {
  const { name, cause, causeDetail, durationMs, peakUsers, iterations, workers } = result
  const detail = causeDetail === '' ? '' : ` (${causeDetail})`
  return [
    '',
    paint.bold(`${name}: ${causes[cause] ?? cause}${detail}`),
    `${formatClock(durationMs)}, up to ${formatCount(peakUsers)} users, ${formatCount(iterations)} iterations, ${workers} worker ${workers === 1 ? 'process' : 'processes'}`,
    '',
    ...labelTable(result, widthCells),
    ...errorLines(result, paint),
    ...warningLines(result, paint),
    ...ruleLines(result, paint),
    '',
    reconciliationLine(result, paint),
    ...(result.sampleLog === undefined ? [] : [`Sample log: ${result.sampleLog}`]),
  ]
}

function labelTable(result: RunResult, widthCells: number): string[] {
  const titles = ['', 'count', 'failed', 'avg', 'P50', 'P90', 'P95', 'P99', 'P99.9', 'max', '/s', 'received']
  const row = (title: string, figures: RunResult | RunResult['labels'][number]): string[] => [
    title,
    formatCount(figures.requests),
    formatCount(figures.failed),
    formatMs(figures.avgMs),
    formatMs(figures.p50Ms),
    formatMs(figures.p90Ms),
    formatMs(figures.p95Ms),
    formatMs(figures.p99Ms),
    formatMs(figures.p999Ms),
    formatMs(figures.maxMs),
    formatRate(figures.rps),
    `${formatBytes(figures.receivedBytesPerSecond)}/s`,
  ]
  const rows = result.labels.map(label =>
    row(label.kind === 'request' ? label.label : `[${label.label}]`, label),
  )
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
    const answer = sample.status === null ? 'no answer' : `${sample.status} ${oneLine(sample.responseBody)}`
    lines.push(paint.dim(`          e.g. ${sample.method} ${sample.url} → ${answer}`))
  }
  if (errors.length > maxErrors) lines.push(`          and ${errors.length - maxErrors} more kinds`)
  return lines
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, maxSampleLength)

function warningLines(
  { overload, lateStarts, droppedStarts, workersLost }: RunResult,
  paint: Paint,
): string[] {
  const lines: string[] = []
  if (workersLost > 0)
    lines.push(`${workersLost} worker processes died and were replaced; those seconds are not to be trusted.`)
  if (overload.length > 0) {
    const first = overload[0]?.['second']
    lines.push(
      `This machine was itself the bottleneck (first in second ${first}): response times are too high. Use fewer users or more machines.`,
    )
  }
  if (lateStarts + droppedStarts > 0) {
    lines.push(`${formatCount(lateStarts)} starts came late, ${formatCount(droppedStarts)} not at all.`)
  }
  return lines.length === 0 ? [] : ['', ...lines.map(line => paint.yellow(`! ${line}`))]
}

function ruleLines({ sla }: RunResult, paint: Paint): string[] {
  if (sla.length === 0) return []
  const lines = sla.map(({ rule, state, value }) => {
    const sign =
      state === 'passed' ? paint.green('✓ holds ') : state === 'broken' ? paint.red('✗ broken') : '? no data'
    return `${sign}  ${rule}${value === null ? '' : `  (${Number(value.toPrecision(4))})`}`
  })
  return ['', paint.bold('SLA'), ...lines]
}

function reconciliationLine(result: RunResult, paint: Paint): string {
  const { sent, lost, reconciled, workers } = result
  const text = `sent ${formatCount(sent)} = with an outcome ${formatCount(sent - lost)} + lost ${formatCount(lost)}, over ${workers} workers`
  return reconciled ? paint.green(`✓ reconciled: ${text}`) : paint.red(`✗ not reconciled: ${text}`)
}
