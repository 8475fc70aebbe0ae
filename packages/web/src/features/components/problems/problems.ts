/** Problems of a component while it is edited: violations of the schema and findings of the engine's check, each with its field. Pure. */

import { type ValidationOptions, validateComponent } from '@pone/plan/check/validate.ts'
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'

export type ProblemArea = 'steps' | 'threadGroup' | 'parameters' | 'variables' | 'settings'

export interface FieldProblem {
  readonly key: string
  /** null for problems outside the steps. */
  readonly stepId: string | null
  readonly area: ProblemArea
  /** Path of the field within its step, or within the document: `http.query.0.value`, `threadGroup.threads`. */
  readonly field: string
  /** Step id and field joined by a colon, or the field alone; forms mark their fields with it. */
  readonly path: string
  /** Line of a script, from 1. */
  readonly line?: number | null
  /** A document with a refused field cannot be saved, one with errors cannot be run; warnings, and failures of the last standalone execution (`trial`), prevent neither. */
  readonly severity: 'refused' | 'error' | 'warning' | 'trial'
  readonly text: Bilingual
}

type Path = readonly (string | number)[]

const areas = ['steps', 'threadGroup', 'parameters', 'variables', 'settings'] as const

/** Problems at a field or below it. */
export function problemsAt(problems: readonly FieldProblem[], path: string): FieldProblem[] {
  return problems.filter(problem => problem.path === path || problem.path.startsWith(`${path}.`))
}

/** Splits a path into the document into the step that contains it and the field of that step. */
export function locate(
  document: ComponentDocument,
  path: Path,
): Pick<FieldProblem, 'stepId' | 'area' | 'field' | 'path'> {
  const area = areaOf(String(path[0] ?? ''))
  if (path[0] !== 'steps') {
    const field = path.join('.')
    return { stepId: null, area, field, path: field }
  }
  let step: Step | undefined
  let siblings: readonly Step[] = document.steps
  let at = 1
  while (typeof path[at] === 'number') {
    step = siblings[Number(path[at])]
    at += 1
    if (path[at] !== 'children' || step === undefined || !('children' in step)) break
    siblings = step.children
    at += 1
  }
  const field = path.slice(at).join('.')
  return { stepId: step?.id ?? null, area, field, path: step ? `${step.id}:${field}` : 'steps' }
}

interface Issue {
  readonly code: string
  readonly path: readonly PropertyKey[]
  readonly maximum?: number | bigint
  readonly minimum?: number | bigint
}

function refusalText({ code, path, maximum, minimum }: Issue): Bilingual {
  const last = String(path.at(-1))
  const parent = String(path.at(-2))
  if (last === 'expectedStatuses')
    return { zh: '状态码的格式应如 200-399,404', en: 'Write statuses like 200-399,404' }
  if (last === 'variable' || last === 'name' || parent === 'columns')
    return {
      zh: '变量名须以字母或下划线开头，只含字母、数字、下划线和点，最多 64 个字符',
      en: 'A variable name begins with a letter or underscore and holds letters, digits, underscores and dots, 64 at most',
    }
  if (code === 'too_big')
    return { zh: `超过上限 ${maximum ?? ''}`, en: `Exceeds the limit of ${maximum ?? ''}` }
  if (code === 'too_small')
    return { zh: `不能少于 ${minimum ?? ''}`, en: `Must be at least ${minimum ?? ''}` }
  return { zh: '内容无效', en: 'Not a valid value' }
}

/** All problems, most severe first. */
export function findProblems(document: ComponentDocument, options: ValidationOptions = {}): FieldProblem[] {
  const parsed = componentDocumentSchema.safeParse(document)
  const refused: FieldProblem[] = (parsed.error?.issues ?? []).map((issue, index) => ({
    key: `schema.${index}`,
    ...locate(
      document,
      issue.path.map(part => (typeof part === 'number' ? part : String(part))),
    ),
    severity: 'refused',
    text: refusalText(issue as Issue),
  }))
  const seen = new Set(refused.map(problem => problem.path))
  const found: FieldProblem[] = validateComponent(document, options).map(
    ({ stepId, field, severity, text }, index) => ({
      key: `check.${index}`,
      stepId,
      area: stepId === null ? areaOf(field) : 'steps',
      field,
      path: stepId === null ? field : `${stepId}:${field}`,
      severity,
      text,
    }),
  )
  const order = { refused: 0, error: 1, trial: 2, warning: 3 } as const
  return [...refused, ...found.filter(problem => !seen.has(problem.path))].toSorted(
    (a, b) => order[a.severity] - order[b.severity],
  )
}

function areaOf(field: string): ProblemArea {
  return areas.find(area => field.startsWith(area)) ?? 'steps'
}
