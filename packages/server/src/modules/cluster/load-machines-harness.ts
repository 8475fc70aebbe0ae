/** Test harness: the link, its admission and the clusters of a single server. */
import type { AdmissionService } from '../../link/admission.ts'
import type { LinkServer } from '../../link/link-server.ts'
import { type AssertAllowed, createClusterRepository } from './cluster.repository.ts'
import { type ClusterService, createClusterService } from './cluster.service.ts'
import { type AdmissionOptions, createAdmission, followMachines } from './load-machines.ts'

export interface LoadMachines {
  readonly link: LinkServer
  readonly admission: AdmissionService
  readonly clusters: ClusterService
}

export function createLoadMachines(
  options: AdmissionOptions & {
    /** The licence check of every reservation. */
    readonly assertAllowed?: AssertAllowed | undefined
  },
): LoadMachines {
  const { database, now, warn, assertAllowed } = options
  const { admission, openLink } = createAdmission(options)
  const link = openLink()
  const clusters = createClusterService({
    repository: createClusterRepository(database, assertAllowed),
    link,
    now,
  })
  followMachines({ link, admission, clusters, warn })
  return { link, admission, clusters }
}
