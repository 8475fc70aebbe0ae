/** Events of a run as sentences and as marks on the time axis; pure. */
import { isRoutine, type RunEvent } from '@pone/contract/entities/run.ts'
import { readCause } from '@pone/contract/told-cause.ts'
import { overloadReasons } from '@pone/metrics/overload.ts'
import type { Language, Translate } from '../../../lib/i18n.ts'
import type { ChartEvent } from '../../../ui/chart/time-series.ts'

const tones: Record<RunEvent['kind'], ChartEvent['tone']> = {
  stateChanged: 'off',
  loadChanged: 'running',
  levelHeld: 'running',
  levelBroken: 'warning',
  slaBroken: 'failed',
  machineLost: 'failed',
  machineBack: 'running',
  shareMoved: 'warning',
  shareNotMoved: 'failed',
  shareEndedEarly: 'warning',
  loadHeld: 'warning',
  workerLost: 'failed',
  generatorOverloaded: 'warning',
  rowsRepeated: 'warning',
  roundsEnded: 'off',
  machinesAwaited: 'running',
  stopRequested: 'warning',
  resultsAwaited: 'warning',
  resultsLate: 'running',
  machinePrepared: 'running',
  machineStarted: 'running',
  machineReturned: 'off',
  reportMade: 'off',
  monitoringStarted: 'running',
  monitoringFailed: 'warning',
}

/** One sentence; starts with the user who caused the event, if any. */
export function eventText(event: RunEvent, t: Translate, language: Language): string {
  const state = event.params['to']
  const params = {
    ...event.params,
    ...(event.kind === 'stateChanged' && typeof state === 'string'
      ? { to: t(`runState.${state}` as 'runState.running') }
      : {}),
  }
  const sentence = sentenceOf(event, params, t, language)
  return event.by === null ? sentence : t('run.event.by', { by: event.by, sentence })
}

function sentenceOf(event: RunEvent, params: RunEvent['params'], t: Translate, language: Language): string {
  if (event.kind === 'loadChanged') return loadText(params, t)
  if (event.kind === 'reportMade') {
    const { state } = event.params
    return t('run.event.reportMade', { state: t(`run.event.report.${state}` as 'run.event.report.failed') })
  }
  const { reason, detail } = event.params
  // Versions before 0.9 stored the rule alone.
  if (event.kind === 'slaBroken' && typeof detail === 'string') {
    return readCause(detail, language).text
  }
  if (event.kind === 'generatorOverloaded' && typeof reason === 'string' && reason !== '') {
    return t('run.event.overloadedBy', { ...params, reason: overloadText(reason.split(','), t) })
  }
  return t(`run.event.${event.kind}`, params)
}

/** Ramp and parts are named where there are any; without a load the model applies again. */
function loadText(params: RunEvent['params'], t: Translate): string {
  if (params['load'] === undefined) return t('run.event.loadReset')
  const change = t(params['seconds'] === undefined ? 'run.event.loadChanged' : 'run.event.loadRamp', params)
  const { parts } = params
  return parts === undefined ? change : t('run.event.loadParts', { change, parts })
}

/** Reasons for the overload of a generator. */
export const overloadText = (reasons: readonly string[], t: Translate): string =>
  overloadReasons
    .filter(name => reasons.includes(name))
    .map(name => t(`run.overload.${name}`))
    .join(t('run.overload.and'))

/** Events that are recorded after the run's end. */
const afterwards: ReadonlySet<RunEvent['kind']> = new Set(['resultsAwaited', 'resultsLate'])

/** Marks for charts, without state changes and routine events. */
export function chartEvents(
  events: readonly RunEvent[],
  startedAt: number | null,
  t: Translate,
  language: Language,
): ChartEvent[] {
  if (startedAt === null) return []
  return events
    .filter(event => event.kind !== 'stateChanged' && !afterwards.has(event.kind) && !isRoutine(event))
    .map(event => ({
      second: Math.max(0, (event.at - startedAt) / 1_000),
      label: eventText(event, t, language),
      tone: tones[event.kind],
    }))
}

export const eventTone = (event: RunEvent): ChartEvent['tone'] => tones[event.kind]
