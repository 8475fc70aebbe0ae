/** Reads traces for people: from the tracing system of their project, a few at a time. */
import { randomBytes } from 'node:crypto'
import type { ReadTrace } from '@pone/contract/entities/trace.ts'
import { AppError } from '@pone/contract/errors.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { readTrace, type TraceBounds } from './read-trace.ts'
import type { TracingSystemService } from './tracing-system.service.ts'

/** On this server; the answers of all are in memory together. */
const maxAtOnce = 8

export type TraceService = ReturnType<typeof createTraceService>

export function createTraceService(deps: TraceBounds & { readonly systems: TracingSystemService }) {
  let underWay = 0
  const read = async (projectId: string, traceId: string): Promise<ReadTrace> => {
    const system = await deps.systems.opened(projectId)
    if (system === undefined) return { state: 'unset' }
    if (system === null) return { state: 'failed', cause: toldCause('traceSecretLost') }
    if (underWay >= maxAtOnce) return { state: 'failed', cause: toldCause('traceBusy') }
    underWay += 1
    try {
      return await readTrace(system, traceId, deps)
    } finally {
      underWay -= 1
    }
  }
  return {
    read,
    /** Why it does not answer; '' if it does. @throws AppError TracingSystemUnset */
    test: async (projectId: string): Promise<string> => {
      const answer = await read(projectId, randomBytes(16).toString('hex'))
      if (answer.state === 'unset') throw new AppError('TracingSystemUnset')
      return answer.state === 'failed' ? answer.cause : ''
    },
  }
}
