/** The initial contents of a new step, checkpoint, extractor or parameter of each kind. */

import { type Checkpoint, type Extractor } from '@pone/plan/answers/answer-rules.ts'
import {
  definitionOf,
  type RequestOver,
  type Step,
  type StepKind,
  stepSchema,
} from '@pone/plan/steps/registry.ts'
import { newRequest } from '@pone/plan/steps/request/definition.ts'
import { protocolDefinitions } from '@pone/protocols/definitions.ts'
import type { HttpRequest } from '@pone/protocols/http/definition/request.ts'
import { freeName } from '@pone/schema/free-name.ts'
import { newId } from '../../../lib/new-id.ts'

/** A step of a kind with usable defaults; `operation` of a request is its protocol and operation, e.g. `http.request`. */
export const createStep = (kind: StepKind, name: string, operation?: string): Step =>
  stepSchema.parse({
    ...structuredClone(operation === undefined ? definitionOf(kind).defaults : newOperation(operation)),
    ...(definitionOf(kind).holdsSteps ? { children: [] } : {}),
    kind,
    id: newId(),
    name,
  })

function newOperation(operation: string): object {
  const [name, key] = operation.split('.')
  const protocol = protocolDefinitions.find(each => each.name === name)
  return newRequest(protocol?.name, key)
}

export function requestStep(http: HttpRequest, name = ''): RequestOver<'http'> {
  return {
    id: newId(),
    name,
    enabled: true,
    kind: 'request',
    protocol: 'http',
    http,
    checkpoints: [],
    extractors: [],
  }
}

export function createCheckpoint(): Checkpoint {
  return {
    id: newId(),
    source: 'status',
    expression: '',
    operator: 'equals',
    expected: '200',
    onFailure: 'continue',
  }
}

export function createExtractor(variable: string): Extractor {
  return {
    id: newId(),
    source: 'jsonPath',
    variable,
    expression: '$.id',
    rightBoundary: '',
    attribute: '',
    group: 1,
    match: 1,
    defaultValue: null,
  }
}

/** A name for a variable: the first of `base`, `base2`, `base3` … that is free. */
export const freeVariableName = (base: string, taken: readonly string[]): string =>
  freeName(base, name => taken.includes(name), { separator: '' })
