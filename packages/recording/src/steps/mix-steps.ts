/** The steps of a mix: each pass sends one of its requests, in proportion to how often it came, and then pauses. */
import type { Step } from '@pone/plan/steps/registry.ts'
import type { TrafficMix } from '../model/recording.ts'

const maxWeight = 1_000_000
const maxPauseMs = 1_800_000

interface MixChoice {
  /** Of the step that chooses. */
  readonly choiceId: string
  /** By id of the step. */
  readonly counts: ReadonlyMap<string, number>
  readonly mix: TrafficMix
  readonly hasThinkTimes: boolean
  readonly newId: () => string
}

export function mixSteps(
  requests: readonly Step[],
  { choiceId, counts, mix, hasThinkTimes, newId }: MixChoice,
): Step[] {
  if (requests.length === 0) return []
  const most = Math.max(...counts.values())
  const scale = most > maxWeight ? maxWeight / most : 1
  const weights = Object.fromEntries(
    [...counts].map(([id, count]) => [id, scale === 1 ? count : Math.max(1, Math.round(count * scale))]),
  )
  const steps: Step[] = [
    { id: choiceId, name: '', enabled: true, kind: 'weighted', weights, children: [...requests] },
  ]
  if (!hasThinkTimes || mix.meanPauseMs === null) return steps
  // Any time up to twice the mean has that mean, and users do not pause in step with each other.
  const longestMs = Math.min(maxPauseMs * 2, Math.round(mix.meanPauseMs * 2))
  const times = { distribution: 'uniform', durationMs: 0, spreadMs: longestMs } as const
  return [...steps, { id: newId(), name: '', enabled: true, kind: 'thinkTime', ...times }]
}
