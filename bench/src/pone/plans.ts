/** The run plans of Pone's workers: one scenario for all measurements, under the load that each of them needs. */

import { type RunPlan, runPlanSchema } from '@pone/contract/link/plan.ts'
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import { labelsOf } from '@pone/plan/scenario/labels.ts'
import type { loadModelSchema } from '@pone/plan/scenario/scenario.ts'
import type { z } from 'zod'
import { expectedText } from '../target/nginx-config.ts'

/** A load on the scenario. */
export interface Load {
  readonly model: z.input<typeof loadModelSchema>
  readonly drive?: RunPlan['drive']
  /** Maximum users for the arrivals. */
  readonly maxUsers?: number
  /** Pause after each request; none by default. */
  readonly thinkTimeMs?: number
  /** Makes each worker write a line per request. */
  readonly sampleLog?: RunPlan['sampleLog']
  /** Settings of HTTP besides the address; certificates are not verified. */
  readonly http?: { readonly keepAlive?: boolean; readonly httpVersion?: '1.1' | '2' }
}

/** A constant number of users for some time. */
export const constantUsers = (users: number, durationSeconds: number, rampUpSeconds = 0): Load['model'] => ({
  kind: 'constant',
  users,
  rampUpSeconds,
  durationSeconds,
})

/** A request with a variable in its address, checks of status and body, and one extracted JSON field, under that load spread over the addresses. */
export function planOf(urls: readonly string[], load: Load): RunPlan {
  return runPlanOf(
    urls.map(url => documentOf(url, load)),
    load,
  )
}

/** Components in equal shares under that load. */
export function runPlanOf(documents: readonly ComponentDocument[], load: Load): RunPlan {
  const components = documents.map((document, index) => ({
    id: `bench${index}`,
    name: `bench ${index}`,
    percentage: 100 / documents.length,
    document,
  }))
  return runPlanSchema.parse({
    runId: 'bench',
    components,
    labels: labelsOf(components, load.drive),
    drive: load.drive ?? 'users',
    maxUsers: load.maxUsers ?? 100_000,
    loadModel: load.model,
    sampleLog: load.sampleLog ?? 'off',
    files: [],
  })
}

const documentOf = (url: string, { thinkTimeMs, http }: Load): ComponentDocument =>
  componentDocumentSchema.parse({
    settings: { verifyTls: false, http: { baseUrl: url, ...http } },
    steps: [
      {
        id: 'item',
        name: 'item',
        kind: 'request',
        protocol: 'http',
        http: { url: '/item?id=${counter(all)}' },
        checkpoints: [
          { id: 'status', source: 'status', operator: 'equals', expected: '200' },
          { id: 'text', source: 'body', operator: 'contains', expected: expectedText },
        ],
        extractors: [{ id: 'id', source: 'jsonPath', variable: 'id', expression: '$.id' }],
      },
      ...(thinkTimeMs === undefined
        ? []
        : [{ id: 'think', name: 'think', kind: 'thinkTime', durationMs: thinkTimeMs }]),
    ],
  })
