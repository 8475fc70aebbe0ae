/** Calls of standalone execution; they are a part of the component module's. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import { AppError } from '@pone/contract/errors.ts'
import { decodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { jmxProblemText } from '@pone/jmeter/jmx/problem.ts'
import type { Handlers } from '../../http/handler.ts'
import type { DebugService } from './debug.service.ts'

/** Standalone executions, wherever they were started. */
interface Debugs extends Pick<DebugService, 'start'> {
  stop(projectId: string, debugId: string): Promise<void>
  events(projectId: string, debugId: string, from: number): Promise<ReturnType<DebugService['events']>>
}

export function debugApi(
  service: Debugs,
): Pick<Handlers<Calls['component']>, 'startDebug' | 'stopDebug' | 'debugEvents'> {
  return {
    startDebug: async (input, caller) => {
      caller.audit.target(input.name)
      return { debugId: await service.start({ ...input, language: caller.language }) }
    },
    stopDebug: async input => {
      await service.stop(input.projectId, input.debugId)
      return {}
    },
    debugEvents: async input => service.events(input.projectId, input.debugId, input.from),
  }
}

/** What a trial needs of a JMeter component. */
interface TriedPlan {
  readonly name: string
  readonly bytes: Uint8Array
  readonly files: Parameters<DebugService['startTrial']>[0]['files']
}

/** The call that tries a JMeter component; it is watched and stopped by the calls above. */
export function trialApi(
  service: Pick<DebugService, 'startTrial'>,
  /** @throws AppError NotFound */
  planOf: (projectId: string, id: string) => Promise<TriedPlan>,
): Pick<Handlers<Calls['jmeterComponent']>, 'startTrial'> {
  return {
    startTrial: async ({ projectId, id }, { audit, language }) => {
      const { name, bytes, files } = await planOf(projectId, id)
      audit.target(name)
      const decoded = decodePlan(bytes)
      if (!decoded.ok)
        throw new AppError('DebugFailed', { detail: jmxProblemText(decoded.problem)[language] })
      return { debugId: await service.startTrial({ projectId, text: decoded.text, files, language }) }
    },
  }
}
