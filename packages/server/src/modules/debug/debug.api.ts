/** Calls of standalone execution; they are a part of the component module's. */
import { readFile } from 'node:fs/promises'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { AppError } from '@pone/contract/errors.ts'
import { decodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { jmxProblemText } from '@pone/jmeter/jmx/problem.ts'
import { missingText } from '@pone/jmeter/load/check-plan.ts'
import type { Handlers } from '../../calls/handler.ts'
import { missingIn } from '../jmeter-component/plan-look.ts'
import type { DebugService } from './debug.service.ts'

/** Standalone executions, wherever they were started. */
export interface AnywhereDebugs extends Pick<DebugService, 'start'> {
  stop(projectId: string, debugId: string): Promise<void>
  events(projectId: string, debugId: string, from: number): Promise<ReturnType<DebugService['events']>>
  /** Whether the machine is executing something, started on any server, that needs the file. */
  needsFile(agentId: string, fileId: string): Promise<boolean>
}

export function debugApi(
  service: AnywhereDebugs,
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

/** What a trial needs of a JMeter component besides the plan. */
interface TriedComponent {
  readonly name: string
  readonly files: Parameters<DebugService['startTrial']>[0]['files']
}

/** The call that tries a JMeter component with the plan in the request; it is watched and stopped by the calls above. */
export function trialApi(
  service: Pick<DebugService, 'startTrial'>,
  /** @throws AppError NotFound */
  componentOf: (projectId: string, id: string) => Promise<TriedComponent>,
): Pick<Handlers<Calls['jmeterComponent']>, 'startTrial'> {
  return {
    startTrial: async ({ projectId, id }, { audit, language, upload }) => {
      const { name, files } = await componentOf(projectId, id)
      audit.target(name)
      const bytes = await readFile(upload.path)
      const held = files.map(file => file.name)
      const missing = await missingIn({ bytes, language }, held)
      if (missing.length > 0) throw new AppError('DebugFailed', { detail: missingText(missing)[language] })
      const decoded = decodePlan(bytes)
      if (!decoded.ok)
        throw new AppError('DebugFailed', { detail: jmxProblemText(decoded.problem)[language] })
      return { debugId: await service.startTrial({ projectId, text: decoded.text, files, language }) }
    },
  }
}
