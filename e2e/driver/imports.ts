/** Imports JMeter results as execution records through the public API. */

import { successSchema } from '@pone/contract/answer.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase, tokenHeader } from '@pone/contract/envelope.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { eventually } from '../harness/eventually.ts'
import type { Installation } from '../harness/installation.ts'
import type { Api } from './preparation.ts'

export interface ImportPlan {
  readonly api: Api
  readonly token: string
  readonly projectId: string
  /** Name of the record. */
  readonly name: string
  /** CSV text. */
  readonly text: string
}

export const jtlHeader =
  'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect'

export interface JtlSample {
  /** Epoch milliseconds. */
  readonly at: number
  readonly elapsedMs: number
  readonly label: string
  readonly hasFailed?: boolean
}

/** One row of results. */
export const jtlRow = ({ at, elapsedMs, label, hasFailed = false }: JtlSample): string =>
  `${at},${elapsedMs},"${label}",${hasFailed ? '503,Service Unavailable' : '200,OK'},Users 1-1,text,${!hasFailed},,1200,300,10,10,null,${Math.floor(elapsedMs * 0.8)},0,2`

/** Waits until the record has its figures; returns its id. */
export async function importByApi(
  { address }: Installation,
  { api, token, projectId, name, text }: ImportPlan,
): Promise<string> {
  const form = new FormData()
  form.append('projectId', projectId)
  form.append('name', name)
  form.append('file', new Blob([text]), 'results.jtl')
  const { path, output } = calls.run.importJtl
  const answer = await fetch(`${address}${apiBase}${path}`, {
    method: 'POST',
    headers: { [tokenHeader]: token },
    body: form,
  })
  const { id } = output.parse(successSchema.parse(await answer.json()).data)
  await eventually({
    what: `the figures of the import ${name}`,
    patienceMs: 60_000,
    look: async () => {
      const run = await api.send(calls.run.get, { projectId, id })
      return !isActiveRun(run.state) && run.requests > 0 ? true : undefined
    },
  })
  return id
}
