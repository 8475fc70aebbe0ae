/** The load models, one line each, and the questions that the editor, the server and the scheduler ask of any of them. */
import type { LoadModel, LoadModelKind, ScenarioDocument } from '../scenario/scenario.ts'
import { concurrency } from './concurrency.ts'
import { constant } from './constant.ts'
import { incremental } from './incremental.ts'
import { type LoadModelDefinition, type LoadProblem, loadProblem } from './load-model.ts'
import { loadsOf } from './rates.ts'
import { surge } from './surge.ts'
import { threadGroups } from './thread-groups.ts'
import { userDefined } from './user-defined.ts'

export const loadModels: { [K in LoadModelKind]: LoadModelDefinition<Extract<LoadModel, { kind: K }>> } = {
  constant,
  incremental,
  concurrency,
  userDefined,
  surge,
  threadGroups,
}

function definitionOf(model: LoadModel): LoadModelDefinition<LoadModel> {
  return loadModels[model.kind]
}

/** V(t) of the whole run: users or arrivals per second, not rounded; 0 outside the planned time. */
export const targetAt = (model: LoadModel, elapsedMs: number): number =>
  definitionOf(model).targetAt(model, elapsedMs)

/** Length of the run in ms; null when only loops or rounds end it. */
export const plannedDurationMs = (model: LoadModel): number | null =>
  definitionOf(model).plannedDurationMs(model)

/** Elapsed ms at which the first climb ends; SLA rules judge what comes after. */
export const rampUpEndMs = (model: LoadModel): number => definitionOf(model).rampUpEndMs(model)

/** Highest users or arrivals per second, not rounded. */
export const peak = (model: LoadModel): number => definitionOf(model).peak(model)

/** Rules between the model's fields that it breaks; empty when it can run. */
export function problemsOf(model: LoadModel, drive: ScenarioDocument['drive'] = 'users'): LoadProblem[] {
  const problems = definitionOf(model).problemsOf(model)
  if (drive === 'users') {
    for (const [path, load] of loadsOf(model)) {
      if (Number.isInteger(load)) continue
      problems.push(
        loadProblem(path, 'notWhole', {
          zh: '用户数必须是整数；只有到达率可以是小数',
          en: 'Users are whole numbers; only arrival rates may have decimals',
        }),
      )
    }
  }
  if (drive === 'arrivals' && model.kind === 'concurrency') {
    problems.push(
      loadProblem('kind', 'noArrivals', {
        zh: '并发负载按用户数施压，不能用于到达率模式',
        en: 'The concurrency model controls users and cannot be used with arrivals per second',
      }),
    )
  }
  if (drive === 'arrivals' && model.kind === 'threadGroups') {
    problems.push(
      loadProblem('kind', 'noArrivals', {
        zh: '线程组按用户数施压，不能用于到达率模式',
        en: 'Thread groups control users and cannot be used with arrivals per second',
      }),
    )
  }
  if (drive === 'arrivals' && model.kind === 'constant' && model.loops > 0) {
    problems.push(
      loadProblem('loops', 'noArrivals', {
        zh: '到达率模式按时间结束，循环次数请填 0',
        en: 'With arrivals per second, the run ends by duration; set the number of loops to 0',
      }),
    )
  }
  return problems
}

/** A point of the preview chart. */
export interface PreviewPoint {
  elapsedMs: number
  target: number
}

/** About n points that draw V(t) with its bends and jumps; a run without planned end is drawn for a minute beyond its ramp-up. */
export function previewPoints(model: LoadModel, n: number): PreviewPoint[] {
  const endMs = plannedDurationMs(model) ?? rampUpEndMs(model) + 60_000
  if (endMs <= 0) return []
  const instants = new Set<number>()
  for (let i = 0; i <= n; i++) instants.add((endMs * i) / n)
  const justBeforeMs = 1e-6
  for (const bend of definitionOf(model).bendsMs(model, n)) {
    if (bend > 0 && bend <= endMs) instants.add(bend - justBeforeMs).add(bend)
  }
  return [...instants]
    .sort((a, b) => a - b)
    .map(elapsedMs => ({ elapsedMs, target: targetAt(model, elapsedMs) }))
}
