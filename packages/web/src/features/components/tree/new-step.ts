/** What a freshly added step, checkpoint, extractor or parameter of each kind holds. */

import { type Checkpoint, type Extractor } from '@pone/plan/answers/answer-rules.ts'
import type { Step, StepKind } from '@pone/plan/steps/registry.ts'
import { type HttpRequest, httpRequestSchema } from '@pone/protocols/http/definition/request.ts'
import { freeName } from '@pone/schema/free-name.ts'
import { newId } from '../../../lib/new-id.ts'

/** The kinds in the order in which they are offered, by what they are for. */
export const stepKindGroups = {
  work: ['request', 'script'],
  group: ['transaction', 'loop', 'while', 'forEach'],
  choice: ['if', 'percentage', 'random', 'weighted', 'once'],
  wait: ['thinkTime', 'pacing', 'rendezvous'],
} as const satisfies Record<string, readonly StepKind[]>

/** A step of a kind with usable defaults. */
export function createStep(kind: StepKind, name: string): Step {
  const base = { id: newId(), name, enabled: true }
  switch (kind) {
    case 'request':
      return requestStep(httpRequestSchema.parse({ url: '/' }), name)
    case 'transaction':
      return { ...base, kind, children: [] }
    case 'loop':
      return { ...base, kind, count: '2', children: [] }
    case 'if':
      return { ...base, kind, left: '', operator: 'equals', right: '', children: [] }
    case 'percentage':
      return { ...base, kind, percentage: 50, children: [] }
    case 'while':
      return { ...base, kind, left: '', operator: 'equals', right: '', maxPasses: 1_000, children: [] }
    case 'forEach':
      return { ...base, kind, items: '', separator: ',', variable: 'item', children: [] }
    case 'random':
    case 'once':
      return { ...base, kind, children: [] }
    case 'weighted':
      return { ...base, kind, weights: {}, children: [] }
    case 'pacing':
      return { ...base, kind, distribution: 'fixed', durationMs: 10_000, spreadMs: 0 }
    case 'rendezvous':
      return { ...base, kind, gather: 'percent', quantity: 100, timeoutSeconds: 30 }
    case 'thinkTime':
      return { ...base, kind, distribution: 'fixed', durationMs: 1_000, spreadMs: 0 }
    case 'script':
      return { ...base, kind, code: '', timeoutMs: 1_000 }
  }
}

export function requestStep(http: HttpRequest, name = ''): Step {
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

/** A name for a variable: `base`, or `base2`, `base3` …, whichever is not taken. */
export const freeVariableName = (base: string, taken: readonly string[]): string =>
  freeName(base, name => taken.includes(name), { separator: '' })
