/** The stages of a load model: when its load begins to hold a level. What is measured from then on belongs to one load. */
import type { LoadModel } from '../scenario/scenario.ts'
import type { LoadModelDefinition } from './load-model.ts'
import { loadModels, plannedDurationMs, targetAt } from './registry.ts'

/** Bends of one model that are looked at. */
const maxBends = 2_000
/** A shorter level is none. */
const leastMs = 1_000
/** Right after and right before a bend, where the curve may jump. */
const besideMs = 1
const levelTolerance = 1e-6

/** Elapsed ms at which stages begin, ascending; levels without load are none, and a level that goes on at a bend is one. */
export function stageStartsMs(model: LoadModel): number[] {
  const definition: Pick<LoadModelDefinition<LoadModel>, 'bendsMs'> = loadModels[model.kind]
  const bends = [...new Set([0, ...definition.bendsMs(model, maxBends)])].toSorted((a, b) => a - b)
  const endMs = plannedDurationMs(model) ?? Number.POSITIVE_INFINITY
  const starts: number[] = []
  let before: number | null = null
  for (const [index, from] of bends.entries()) {
    const to = bends[index + 1] ?? Math.min(endMs, from + 2 * leastMs)
    const level = levelOf(model, from, to)
    if (level !== null && !isSame(level, before)) starts.push(from)
    before = level
  }
  return starts
}

/** null where the load moves, is none, or does not last. */
function levelOf(model: LoadModel, fromMs: number, toMs: number): number | null {
  if (toMs - fromMs < leastMs) return null
  const level = targetAt(model, fromMs + besideMs)
  return level > 0 && isSame(targetAt(model, toMs - besideMs), level) ? level : null
}

const isSame = (level: number, other: number | null): boolean =>
  other !== null && Math.abs(level - other) < levelTolerance
