/** What prevents saving or running a component, and where the editor shows it; pure. */
import type { ValidationOptions } from '@pone/plan/check/validate.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { MessageKey } from '../../../lib/i18n.ts'
import { findProblems } from '../problems/problems.ts'

export interface Obstacle {
  readonly text: MessageKey
  /** The section or dock tab with the details; null when there are none. */
  readonly shownIn: 'code' | 'problems' | null
}

const brokenCode: Obstacle = { text: 'component.code.cannotSave', shownIn: 'code' }

/** Null when the component can be saved. */
export function savingObstacle(document: ComponentDocument, isCodeBroken: boolean): Obstacle | null {
  if (isCodeBroken) return brokenCode
  const isRefused = findProblems(document).some(problem => problem.severity === 'refused')
  return isRefused ? { text: 'component.cannotSave', shownIn: 'problems' } : null
}

/** Null when the component can be run. @param known the files that exist */
export function runningObstacle(
  document: ComponentDocument,
  isCodeBroken: boolean,
  known: ValidationOptions,
): Obstacle | null {
  if (isCodeBroken) return brokenCode
  if (document.steps.length === 0) return { text: 'component.noSteps', shownIn: null }
  const isWrong = findProblems(document, known).some(problem => problem.severity !== 'warning')
  return isWrong ? { text: 'component.cannotRun', shownIn: 'problems' } : null
}
