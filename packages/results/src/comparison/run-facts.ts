/** What differs between runs besides their figures, and what speaks against trusting these. */
import type { ComparedDifference, comparisonWarnings } from '@pone/contract/entities/comparison.ts'
import type { RunEvent } from '@pone/contract/entities/run.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'
import { importedClusterId } from '../run-record.ts'
import type { PartOfRun } from './compared-part.ts'
import type { PlanFacts } from './plan-facts.ts'

type Field = ComparedDifference['field']
type Value = ComparedDifference['values'][number]
type Warning = (typeof comparisonWarnings)[number]

/** A part with what is known of its run. */
export interface KnownPart extends PartOfRun {
  /** Width of its condensed rows; null without any. */
  readonly rowSeconds: number | null
  readonly plan: PlanFacts
  readonly machines: readonly { readonly name: string }[]
  readonly events: readonly RunEvent[]
}

/** Parts below this have too few windows to be sure of much. */
const shortMs = 30_000
/** Durations that differ by less are the same. */
const durationTolerance01 = 0.02

/** A part with what reading it has told. */
export type ReadPart = KnownPart & { readonly peakUsers: number }

/** In the order in which they are shown; fields that are the same in all runs are left out. */
export function differencesOf(parts: readonly ReadPart[]): ComparedDifference[] {
  return Object.entries(facts).flatMap(([field, valueOf]) => {
    const values = parts.map(valueOf)
    const isSame = field === 'duration' ? areClose(values) : values.every(value => value === values[0])
    return isSame ? [] : [{ field: field as Field, values }]
  })
}

const isImport = ({ record }: PartOfRun): boolean => record.clusterId === importedClusterId
/** Of a scenario, which imported results do not have. */
const ofScenario = (part: PartOfRun, value: Value): Value => (isImport(part) ? null : value)

const facts: Readonly<Record<Field, (part: ReadPart) => Value>> = {
  scenario: ({ record }) => record.scenarioName,
  components: ({ plan }) => componentsText(plan.components),
  componentContent: ({ plan }) => plan.contentHash?.slice(0, 8) ?? null,
  loadModel: part => ofScenario(part, loadModelText(part.record.scenario.loadModel)),
  drive: part => ofScenario(part, part.record.scenario.drive),
  peakUsers: ({ peakUsers }) => peakUsers,
  duration: ({ range }) => Math.round((range.toMs - range.fromMs) / 100) / 10,
  cluster: part => ofScenario(part, part.record.clusterName),
  machines: part =>
    ofScenario(
      part,
      part.machines
        .map(({ name }) => name)
        .sort()
        .join(', '),
    ),
  sampleLog: part => ofScenario(part, part.record.scenario.sampleLog),
}

function componentsText(components: PlanFacts['components']): string | null {
  const [only, ...more] = components
  if (only === undefined) return null
  if (more.length === 0) return only.name
  return components.map(({ name, percentage }) => `${name} ${percentage}%`).join(', ')
}

/** Kind and numbers, e.g. `constant users=200 rampUpSeconds=20`; rows as `users/startDelay/rampUp/hold/rampDown`. */
export function loadModelText({ kind, ...fields }: LoadModel): string {
  const texts = Object.entries(fields).map(([name, value]) => {
    if (!Array.isArray(value)) return `${name}=${value}`
    const rows = value.map(row => Object.values(row).filter(each => typeof each === 'number'))
    return `${name}=${rows.map(row => row.join('/')).join(',')}`
  })
  return [kind, ...texts].join(' ')
}

function areClose(values: readonly Value[]): boolean {
  const numbers = values.map(Number)
  const longest = Math.max(...numbers)
  return longest - Math.min(...numbers) <= longest * durationTolerance01
}

export function warningsOf(part: KnownPart, lost: number): Warning[] {
  const { record, range, suspect, events } = part
  const { state, cause, startedAt } = record
  const isIn = ({ at }: RunEvent) => {
    const ms = at - (startedAt ?? 0)
    return ms >= range.fromMs && ms <= range.toMs
  }
  const holds: Record<Warning, boolean> = {
    notEnded: isActiveRun(state),
    endedEarly:
      !isActiveRun(state) &&
      cause !== null &&
      cause !== 'planned' &&
      range.toMs >= (runDurationMs(record) ?? 0),
    suspectSeconds: suspect.touches(range.firstSecond, range.lastSecond),
    overloaded: events.some(event => event.kind === 'generatorOverloaded' && isIn(event)),
    lostRequests: lost > 0,
    short: range.toMs - range.fromMs < shortMs,
  }
  return Object.entries(holds).flatMap(([warning, isSo]) => (isSo ? [warning as Warning] : []))
}
