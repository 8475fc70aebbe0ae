/** What is to be said of the monitoring of a run besides its charts; the same on the page and in the exported file. */
import { monitorCauseTexts } from '@pone/contract/causes/monitor-causes.ts'
import type {
  MonitoringNote,
  RunGap,
  RunMonitoring,
  RunMonitoringView,
} from '@pone/contract/entities/run-monitoring.ts'
import { formatClock } from '@pone/metrics/figures.ts'
import { type Bilingual, filled } from '@pone/schema/bilingual.ts'
import { noteTexts as texts } from './note-texts.ts'

/** Differences of clocks below this are within what is measured, ms. */
export const minClockOffsetMs = 500
/** A link that began this much later than the run began with it. */
const startToleranceMs = 3_000
const maxGaps = 20

const clock = (ms: number): string => formatClock(Math.max(0, ms) / 1_000)

/** With notes of its links, then of its monitors. */
export const withNotes = (monitoring: RunMonitoring): RunMonitoringView => ({
  ...monitoring,
  notes: [...linkNotes(monitoring), ...monitorNotes(monitoring)],
})

const linkNotes = ({ links }: RunMonitoring): MonitoringNote[] =>
  links.map(({ name, isStartedByRun, fromMs, untilMs }) => {
    const parts: Bilingual[] = [texts[isStartedByRun ? 'started' : 'joined']]
    if (fromMs > startToleranceMs) parts.push(filled(texts.startedAt, { at: clock(fromMs) }))
    if (untilMs !== null) parts.push(filled(texts.stoppedAt, { at: clock(untilMs) }))
    const joined = {
      zh: parts.map(({ zh }) => zh).join('；'),
      en: parts.map(({ en }) => en).join('; '),
    }
    return { name, text: joined, isProblem: untilMs !== null || fromMs > startToleranceMs }
  })

function monitorNotes({ monitors, series, gaps, omitted }: RunMonitoring): MonitoringNote[] {
  const notes: MonitoringNote[] = []
  const add = (name: string, text: Bilingual, isProblem = true) => notes.push({ name, text, isProblem })
  for (const { id, name, isDeleted, clockOffsetMs, collector } of monitors) {
    const hasData = series.some(each => each.monitorId === id && each.values.some(value => value !== null))
    if (isDeleted) add(name, filled(texts[hasData ? 'deletedLater' : 'deleted'], { name }), !hasData)
    else if (!hasData) add(name, filled(texts.noData, { name }))
    if (clockOffsetMs !== null && Math.abs(clockOffsetMs) >= minClockOffsetMs)
      add(name, filled(texts.clock, { machine: collector, offset: Math.round(clockOffsetMs) }), false)
  }
  const nameOf = new Map(monitors.map(({ id, name }) => [id, name]))
  for (const { monitorId, fromMs, untilMs, ...why } of gaps.slice(0, maxGaps))
    add(
      nameOf.get(monitorId) ?? '',
      filled(texts.gap, {
        from: clock(fromMs),
        to: untilMs === null ? '…' : clock(untilMs),
        cause: causeName(why),
      }),
    )
  if (omitted > 0) add('', filled(texts.omitted, { count: omitted }), false)
  return notes
}

const causeName = ({ cause, params }: Pick<RunGap, 'cause' | 'params'>): Bilingual =>
  filled(monitorCauseTexts[cause], params)
