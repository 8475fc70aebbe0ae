/** Joins what making load machines on demand needs. */
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import { openPodApi } from '../adapters/kubernetes/pod-api.ts'
import type { SecretBox } from '../adapters/secrets.ts'
import { podPoolApi } from '../modules/pod-pool/pod-pool.api.ts'
import { createPodPoolRepository } from '../modules/pod-pool/pod-pool.repository.ts'
import { createPodPoolService } from '../modules/pod-pool/pod-pool.service.ts'

export function composePodPools(options: {
  database: Database
  clock: Clock
  secrets: SecretBox
  serverAuthority: () => string | null
  warn: (text: string, cause?: unknown) => void
}) {
  const podPools = createPodPoolService({
    repository: createPodPoolRepository(options.database),
    secrets: options.secrets,
    open: openPodApi,
    now: options.clock,
    serverAuthority: options.serverAuthority,
    warn: options.warn,
  })
  return { podPools, handlers: { podPool: podPoolApi(podPools) } }
}
