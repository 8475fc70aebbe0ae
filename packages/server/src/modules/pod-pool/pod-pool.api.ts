/** Calls of clusters that create machines on demand. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { PodPoolService } from './pod-pool.service.ts'

export function podPoolApi(service: PodPoolService): Handlers<Calls['podPool']> {
  return {
    get: async ({ clusterId }) => ({ pool: await service.get(clusterId) }),
    async save(input, { audit }) {
      audit.target(input.clusterId)
      audit.before(await service.get(input.clusterId))
      const saved = await service.save(input)
      audit.after(saved)
      return saved
    },
    async remove({ clusterId }, { audit }) {
      audit.target(clusterId)
      audit.before(await service.get(clusterId))
      await service.remove(clusterId)
      return {}
    },
    check: (input, { language }) => service.check(input, language),
    pods: ({ clusterId }, { language }) => service.pods(clusterId, language),
  }
}
