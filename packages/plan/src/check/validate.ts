/** Checks a component: in the editor while it is written, and before a run; safe in a browser. */

import { maxRunLabels, maxSteps, secretMask } from '@pone/schema/limits.ts'
import { variableNameSchema } from '@pone/schema/template.ts'
import { type ComponentDocument } from '../component/component.ts'
import { isReference } from '../component/credentials.ts'
import { setsComputedNames, variablesOf } from '../component/variables.ts'
import { namesOf, type Parameter } from '../parameters/parameters.ts'
import { checkStep } from '../steps/check-step.ts'
import { definitionOf } from '../steps/registry.ts'
import { walkSteps } from '../steps/walk.ts'
import { type ComponentProblem, componentProblem, type Report } from './problem.ts'
import { checkReferences } from './reference-rules.ts'
import { checkSettings } from './settings-rules.ts'

/** What the check knows besides the document. */
export interface ValidationOptions {
  /** Ids of the parameter files that exist; without them the files are not checked. */
  readonly fileIds?: ReadonlySet<string> | undefined
  /** Ids of the attachments that exist; without them certificates are not checked. */
  readonly attachmentIds?: ReadonlySet<string> | undefined
}

/** All problems, in document order: settings, parameters, variables, steps. Only those of severity `error` keep it from running. */
export function validateComponent(
  document: ComponentDocument,
  options: ValidationOptions = {},
): ComponentProblem[] {
  const problems: ComponentProblem[] = []
  const reportFor =
    (stepId: string | null): Report =>
    (field, code, params) =>
      problems.push(componentProblem(stepId, field, code, params))
  const known = setsComputedNames(document) ? null : new Set(variablesOf(document).map(({ name }) => name))

  checkSettings(document, options.attachmentIds, reportFor(null))
  checkParameters(document, options, reportFor(null))
  checkVariables(document, reportFor(null))
  checkReferences(document.settings.http.baseUrl, 'settings.http.baseUrl', known, reportFor(null))
  checkReferences(document.parameters, 'parameters', known, reportFor(null))
  checkReferences(document.variables, 'variables', known, reportFor(null))

  const seen = new Set<string>()
  let count = 0
  let labelCount = 0
  for (const step of walkSteps(document.steps)) {
    const report = reportFor(step.id)
    count++
    if (definitionOf(step.kind).label !== undefined) labelCount++
    if (seen.has(step.id)) report('id', 'duplicateStep')
    seen.add(step.id)
    checkStep(step, report, {
      settings: document.settings,
      attachmentIds: options.attachmentIds,
    })
    checkReferences(step, '', known, report)
  }
  if (count === 0) reportFor(null)('steps', 'noSteps')
  if (labelCount > maxRunLabels) {
    reportFor(null)('steps', 'manyLabels', { count: labelCount, limit: maxRunLabels })
  }
  if (count > maxSteps) reportFor(null)('steps', 'tooManySteps', { count, limit: maxSteps })
  return problems
}

/** Only what keeps a component from running. */
export const errorsOf = (problems: readonly ComponentProblem[]): ComponentProblem[] =>
  problems.filter(problem => problem.severity === 'error')

function checkParameters(document: ComponentDocument, { fileIds }: ValidationOptions, report: Report): void {
  const names = new Set<string>()
  const take = (name: string, field: string) => {
    if (name !== '' && names.has(name)) report(field, 'duplicateVariable', { name })
    names.add(name)
  }
  for (const [index, parameter] of document.parameters.entries()) {
    const field = `parameters.${index}`
    if ('columns' in parameter) {
      parameter.columns.forEach((name, column) => take(name, `${field}.columns.${column}`))
    } else take(parameter.name, `${field}.name`)
    if (parameter.kind === 'file' && fileIds !== undefined && !fileIds.has(parameter.fileId)) {
      report(`${field}.fileId`, 'missingFile')
    }
    if (parameter.kind === 'table') checkTable(parameter, field, report)
    if (isEmptyRange(parameter)) report(`${field}.to`, 'emptyRange')
  }
}

function checkTable(
  { database, query }: Extract<Parameter, { kind: 'table' }>,
  field: string,
  report: Report,
): void {
  if (database.host.trim() === '') report(`${field}.database.host`, 'noDatabaseHost')
  if (database.user.trim() === '') report(`${field}.database.user`, 'noDatabaseUser')
  if (database.password !== '' && !isReference(database.password)) {
    report(`${field}.database.password`, 'literalPassword')
  }
  if (query.trim() === '') report(`${field}.query`, 'noQuery')
}

function isEmptyRange(parameter: Parameter): boolean {
  if (parameter.kind === 'range') return parameter.to < parameter.from
  if (parameter.kind !== 'random' || parameter.form === 'text') return false
  const { from, to, form } = parameter
  return form === 'integer' ? Math.floor(to) < Math.ceil(from) : to < from
}

function checkVariables(document: ComponentDocument, report: Report): void {
  const taken = new Set(document.parameters.flatMap(namesOf))
  for (const [index, { name, value, enabled, secret }] of document.variables.entries()) {
    if (!enabled || name === '') continue
    const field = `variables.${index}.name`
    if (secret && value === '') report(`variables.${index}.value`, 'emptySecret', { name })
    if (!secret && value === secretMask) report(`variables.${index}.value`, 'strayMask', { name })
    if (!variableNameSchema.safeParse(name).success) report(field, 'badVariableName', { name })
    else if (taken.has(name)) report(field, 'duplicateVariable', { name })
    taken.add(name)
  }
}
