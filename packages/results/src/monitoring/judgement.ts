/** Verdict and correlations of a run in one answer; takes some 100 ms, so a server computes it in a thread. Pure. */
import { type Blame, splitResponse } from '../verdict/blame.ts'
import { correlate, type LaggedCorrelation } from '../verdict/correlation.ts'
import type { RunObservation } from '../verdict/observation.ts'
import { judgeRun, type Verdict } from '../verdict/verdict.ts'
import type { correlationGrid } from './observation.ts'

const maxLagSteps = 3

export interface JudgementTask {
  readonly observation: RunObservation
  readonly grid: ReturnType<typeof correlationGrid>
}

export interface Judgement {
  readonly verdict: Verdict
  /** Strongest evidence first. */
  readonly correlations: readonly LaggedCorrelation[]
  /** Null where no request told its phases. */
  readonly blame: Blame | null
}

export type Judge = (task: JudgementTask) => Promise<Judgement>

export function judgementOf({ observation, grid }: JudgementTask): Judgement {
  const verdict = judgeRun(observation)
  return {
    verdict,
    correlations: correlate(grid.counters, grid.targets, { maxLagSteps }),
    blame: splitResponse(observation.windows, 'knee' in verdict ? verdict.knee.load.value : null),
  }
}
