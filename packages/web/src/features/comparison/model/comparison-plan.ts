/** Which selected runs can be compared, their baseline and time ranges, and why others are excluded; pure. */
import type { ComparedPart } from '@pone/contract/entities/comparison.ts'
import type { Run } from '@pone/contract/entities/run.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import type { MetricColor } from '../../../ui/theme/palette.ts'
import type { Chosen, Part } from './comparison-address.ts'

/** Why a run is excluded. */
export type LeftOut = 'deleted' | 'failed' | 'otherEngine' | 'notStarted' | 'partOutside'

/** A run as far as it is known: deleted, failed to load, or null while it is being read. */
export type KnownRun = Run | 'deleted' | 'failed' | null

export interface PlannedRun {
  readonly id: string
  readonly color: MetricColor
  readonly run: Run | null
  readonly part: Part
  readonly hasOwnPart: boolean
  readonly leftOut: LeftOut | null
  readonly isBaseline: boolean
}

export interface ComparisonPlan {
  /** In the order of selection. */
  readonly entries: readonly PlannedRun[]
  readonly baseline: PlannedRun | null
  /** The baseline first; fewer than two cannot be compared. */
  readonly parts: readonly ComparedPart[]
}

const colors = [
  'name1',
  'name2',
  'name3',
  'name4',
  'name5',
  'name6',
  'name7',
  'name8',
  'name9',
  'name10',
] as const satisfies readonly MetricColor[]

/** Colour of the run at this position of the selection, from 0. */
export const colorAt = (at: number): MetricColor => colors[at % colors.length] ?? 'name1'

export function planComparison(chosen: Chosen, known: readonly KnownRun[]): ComparisonPlan {
  const runs = known.map(one => (one === null || typeof one === 'string' ? null : one))
  const wanted = runs.find(run => run?.id === chosen.baseline)
  const engine = (wanted ?? runs.find(run => run !== null))?.engine
  const entries = chosen.runs.map(({ id, part: own }, at) => {
    const state = known[at] ?? null
    const part = own ?? chosen.part
    return {
      id,
      color: colorAt(at),
      run: runs[at] ?? null,
      part,
      hasOwnPart: own !== null,
      leftOut: state === null ? null : typeof state === 'string' ? state : faultOf(state, part, engine),
    }
  })
  const usable = entries.filter(entry => entry.leftOut === null && entry.run !== null)
  const baseline = usable.find(entry => entry.id === chosen.baseline) ?? usable[0]
  const planned = entries.map(entry => ({ ...entry, isBaseline: entry === baseline }))
  return {
    entries: planned,
    baseline: planned.find(entry => entry.isBaseline) ?? null,
    parts: [...(baseline ? [baseline] : []), ...usable.filter(entry => entry !== baseline)].flatMap(
      ({ run, part }) => (run === null ? [] : [comparedPart(run, part)]),
    ),
  }
}

function faultOf(run: Run, part: Part, engine: Run['engine'] | undefined): LeftOut | null {
  if (run.engine !== engine) return 'otherEngine'
  if (run.startedAt === null) return 'notStarted'
  const length = runDurationMs(run)
  return length !== null && part.from * 1_000 >= length ? 'partOutside' : null
}

/** A range that reaches beyond the end of a shorter run ends there. */
function comparedPart(run: Run, { from, to }: Part): ComparedPart {
  const length = runDurationMs(run)
  return {
    runId: run.id,
    fromMs: from === 0 ? null : from * 1_000,
    toMs: to === null || (length !== null && to * 1_000 >= length) ? null : to * 1_000,
  }
}
