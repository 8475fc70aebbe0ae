/** What a load model is: a pure function of elapsed time that gives users, or arrivals per second; safe in a browser. */
import { type Bilingual, filled } from '@pone/schema/bilingual.ts'
import type { LoadModel } from '../scenario/scenario.ts'

/** A rule between fields that the model breaks; `path` names the field to mark. */
export interface LoadProblem {
  readonly path: string
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  readonly text: Bilingual
}

/** One model kind; times in ms since the run's start. */
export interface LoadModelDefinition<M extends LoadModel> {
  readonly title: Bilingual
  readonly description: Bilingual
  /** V(t), not rounded; 0 before the start and after the planned end. */
  targetAt(model: M, elapsedMs: number): number
  /** null when only the users' loops or rounds end the run. */
  plannedDurationMs(model: M): number | null
  /** End of the first climb; SLA rules leave out what is before. */
  rampUpEndMs(model: M): number
  /** Highest V. */
  peak(model: M): number
  /** Instants where the curve bends or jumps, ascending, `limit` at most. */
  bendsMs(model: M, limit: number): number[]
  problemsOf(model: M): LoadProblem[]
}

/** Builds a problem whose texts hold `{name}` for parameters. */
export function loadProblem(
  path: string,
  code: string,
  text: Bilingual,
  params: Record<string, string | number> = {},
): LoadProblem {
  return { path, code, params, text: filled(text, params) }
}
