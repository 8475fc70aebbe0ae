/** Problems are reported with the field they concern. */

import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { RequestOver, Step } from '@pone/plan/steps/registry.ts'
import { describe, expect, it } from 'vitest'
import { createStep } from '../model/new-step.ts'
import { findProblems, locate, problemsAt } from './problems.ts'

const inTransaction = (...children: Step[]) => ({
  ...componentDocumentSchema.parse({}),
  steps: [{ id: 't', name: 't', enabled: true, kind: 'transaction' as const, children }],
})
const request = (changes: Partial<RequestOver<'http'>['http']>) => {
  const step = createStep('request', '')
  return step.kind === 'request' && step.protocol === 'http'
    ? { ...step, id: 'r', http: { ...step.http, url: 'http://a.example/', ...changes } }
    : step
}

describe('problems of a component', () => {
  it('points to the field of a step inside a group', () => {
    const document = inTransaction(request({ expectedStatuses: '2xx' }))
    const [problem] = findProblems(document)
    expect(problem).toMatchObject({ stepId: 'r', path: 'r:http.expectedStatuses', severity: 'refused' })
    expect(problemsAt(findProblems(document), 'r:http')).toHaveLength(1)
  })
  it('includes the problems found by the engine, once per field', () => {
    expect(findProblems(inTransaction(request({ url: '' })))).toMatchObject([
      { path: 'r:http.url', severity: 'error' },
    ])
    expect(findProblems(inTransaction(request({})))).toEqual([])
  })
  it('locates fields outside the steps', () => {
    expect(locate(inTransaction(), ['parameters', 0, 'name'])).toEqual({
      stepId: null,
      area: 'parameters',
      field: 'parameters.0.name',
      path: 'parameters.0.name',
    })
  })
  it('reports a variable that is not defined', () => {
    const [warning] = findProblems(inTransaction(request({ url: 'http://a.example/${nobody}' })))
    expect(warning).toMatchObject({ severity: 'warning', path: 'r:http.url' })
  })
})
