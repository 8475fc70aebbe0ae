/** Load machines that a cluster creates as Kubernetes pods when a run lacks some. */
import { openPodApi } from '../../adapters/kubernetes/pod-api.ts'
import type { Nouns } from '../../calls/nouns.ts'
import type { ModuleBase } from '../module.ts'
import { podPoolApi } from './pod-pool.api.ts'
import { createPodPoolRepository } from './pod-pool.repository.ts'
import { createPodPoolService } from './pod-pool.service.ts'

export const podPoolNouns: Nouns = {
  podPool: { zh: '按需压力机设置', en: 'The settings of machines on demand' },
}

export interface PodPoolModuleDeps extends ModuleBase {
  /** PEM of the CA that signed the server's certificate; null when machines trust it by default. */
  readonly serverAuthority: () => string | null
}

export function podPoolModule({ database, clock, secrets, serverAuthority, warn }: PodPoolModuleDeps) {
  const podPools = createPodPoolService({
    repository: createPodPoolRepository(database),
    secrets,
    open: openPodApi,
    now: clock,
    serverAuthority,
    warn,
  })
  return {
    handlers: { podPool: podPoolApi(podPools) },
    services: { podPools },
    start: () => podPools.start(),
    close: () => podPools.close(),
  }
}
