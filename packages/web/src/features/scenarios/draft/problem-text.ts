/** A problem of a scenario as a sentence. */
import type { Translate } from '../../../lib/i18n.ts'
import type { ScenarioProblem } from './scenario-problems.ts'

export const problemText = (t: Translate, problem: ScenarioProblem): string =>
  problem.text ?? t(`scenario.problem.${problem.code}`, problem.params)
