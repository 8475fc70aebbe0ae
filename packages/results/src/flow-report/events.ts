/** What happened in a session, in the order of time: start and stop of the link, states of monitors, gaps with their causes, load tests. Pure. */
import { monitorCauseTexts } from '@pone/contract/causes/monitor-causes.ts'
import {
  type FlowContent,
  type FlowEvent,
  type FlowReport,
  maxFlowEvents,
} from '@pone/contract/entities/flow-report.ts'
import type { MonitorState } from '@pone/contract/entities/monitor.ts'
import { filled } from '@pone/schema/bilingual.ts'
import { flowTexts } from './texts.ts'

/** `runIds`: load tests that still exist. */
export function flowEvents(
  content: FlowContent,
  { session, lengthMs, runIds }: Pick<FlowReport, 'session' | 'lengthMs'> & { runIds: ReadonlySet<string> },
): Pick<FlowReport, 'events' | 'omittedEvents'> {
  const always = [...linkEvents(session, lengthMs), ...runEvents(content, runIds)]
  const others = [...stateEvents(content), ...gapEvents(content)].toSorted((a, b) => a.atMs - b.atMs)
  const shown = others.slice(0, maxFlowEvents - always.length)
  return {
    // What began at the same instant stays in this order, the stop of the link comes last.
    events: [...always, ...shown].toSorted(
      (a, b) => a.atMs - b.atMs || Number(isStop(a)) - Number(isStop(b)),
    ),
    omittedEvents: others.length - shown.length,
  }
}

const isStop = ({ kind, atMs }: FlowEvent): boolean => kind === 'link' && atMs > 0

const instant = { untilMs: null, name: '', monitorId: null, runId: null } as const

function linkEvents(
  { startedBy, stoppedBy, stoppedAt }: FlowReport['session'],
  lengthMs: number,
): FlowEvent[] {
  const by = (key: 'event.started' | 'event.stopped', who: string) =>
    who === '' ? flowTexts[key] : filled(flowTexts[`${key}By`], { who })
  const started: FlowEvent = {
    ...instant,
    atMs: 0,
    kind: 'link',
    tone: 'neutral',
    text: by('event.started', startedBy),
  }
  if (stoppedAt === null) return [started]
  return [started, { ...started, atMs: lengthMs, text: by('event.stopped', stoppedBy) }]
}

const runEvents = ({ runs }: FlowContent, runIds: ReadonlySet<string>): FlowEvent[] =>
  runs.map(({ id, number, scenarioName, fromMs, untilMs }) => ({
    ...instant,
    atMs: fromMs,
    untilMs,
    kind: 'run',
    tone: 'neutral',
    name: scenarioName,
    text: filled(flowTexts['event.run'], { number }),
    runId: runIds.has(id) ? id : null,
  }))

const tones: Readonly<Record<MonitorState, FlowEvent['tone']>> = {
  stopped: 'neutral',
  waiting: 'neutral',
  up: 'good',
  partly: 'warning',
  noAgent: 'warning',
  down: 'bad',
}

/** Not the state that a monitor begins with when that is usual. */
const stateEvents = ({ health, monitoring }: FlowContent): FlowEvent[] =>
  health.flatMap(({ monitorId, changes }) =>
    changes.flatMap(([atMs, state], index): FlowEvent[] => {
      const before = changes[index - 1]?.[1]
      if (state === 'waiting' || (state === 'up' && (before === undefined || before === 'waiting'))) return []
      return [
        {
          ...instant,
          atMs,
          kind: 'state',
          tone: tones[state],
          name: nameOf(monitoring, monitorId),
          text: flowTexts[`state.${state}`],
          monitorId,
        },
      ]
    }),
  )

const gapEvents = ({ monitoring }: FlowContent): FlowEvent[] =>
  monitoring.gaps.map(({ monitorId, section, cause, params, fromMs, untilMs }) => {
    const why = filled(monitorCauseTexts[cause], params)
    const names = monitoring.monitors.find(({ id }) => id === monitorId)?.sections[section]
    const fill = (language: 'zh' | 'en') => ({
      cause: why[language],
      section: names?.[language] ?? section,
    })
    const text = flowTexts[section === '' ? 'event.gap' : 'event.sectionGap']
    return {
      ...instant,
      atMs: fromMs,
      untilMs,
      kind: 'gap',
      tone: cause === 'stopped' ? 'neutral' : 'warning',
      name: nameOf(monitoring, monitorId),
      text: { zh: filled(text, fill('zh')).zh, en: filled(text, fill('en')).en },
      monitorId,
    }
  })

const nameOf = ({ monitors }: FlowContent['monitoring'], monitorId: string): string =>
  monitors.find(({ id }) => id === monitorId)?.name ?? ''
