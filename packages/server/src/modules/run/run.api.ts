/** Calls of runs. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../http/handler.ts'
import type { SampleLogService } from '../sample-log/sample-log.service.ts'
import type { RunService } from './run.service.ts'

const nameOf = (run: { scenarioName: string; number: number }): string => `${run.scenarioName} #${run.number}`

export function runApi(
  service: RunService,
  samples: Pick<SampleLogService, 'open'>,
): Omit<Handlers<Calls['run']>, 'importJtl'> {
  return {
    async start({ projectId, scenarioId }, { user, language, audit }) {
      const run = await service.start({ projectId, scenarioId, by: user.account, language })
      audit.target(nameOf(run))
      return run
    },
    list: input => service.list(input),
    get: ({ projectId, id }) => service.get(projectId, id),
    live: ({ projectId, id }) => service.live(projectId, id),
    log: input => service.log(input),
    async sampleLog({ projectId, id }) {
      const { name, body } = await samples.open(projectId, id)
      return { name, contentType: 'text/csv; charset=utf-8', body }
    },
    async stop({ projectId, id }, { user, audit }) {
      audit.target(nameOf(await service.stop(projectId, id, user.account)))
      return {}
    },
    async forceStop({ projectId, id }, { user, audit }) {
      audit.target(nameOf(await service.forceStop(projectId, id, user.account)))
      return {}
    },
    async changeLoad({ projectId, id, load }, { user, audit }) {
      const { record, before } = await service.changeLoad({ projectId, id, load, by: user.account })
      audit.target(nameOf(record))
      audit.before({ load: before })
      audit.after({ load })
      return {}
    },
    async delete({ projectId, ids }, { audit }) {
      audit.target((await service.delete(projectId, ids)).map(nameOf).join(', '))
      return {}
    },
  }
}
