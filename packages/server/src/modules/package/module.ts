/** The download centre, and the upgrades of agents. */
import { randomUUID } from 'node:crypto'
import type { Nouns } from '../../calls/nouns.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ModuleBase } from '../module.ts'
import { createHostPackages } from './host-packages.ts'
import { machineUpgradeApi } from './machine-upgrade.api.ts'
import { createMachineUpgradeRepository } from './machine-upgrade.repository.ts'
import { createMachineUpgradeService, staleAfterMs } from './machine-upgrade.service.ts'
import { createOwnPackages } from './own-packages.ts'
import { packageApi, projectPackageApi } from './package.api.ts'
import { createPackageRepository } from './package.repository.ts'
import { createPackageService } from './package.service.ts'

export const packageNouns: Nouns = {
  package: { zh: '安装包', en: 'The install package' },
}

export interface PackageModuleDeps extends ModuleBase {
  /** Program that makes bundles of the server's own version; without it there are none. */
  readonly bundler: string | undefined
  readonly link: Pick<AgentLink, 'send' | 'isOnline' | 'on'>
  /** Names of those besides upgrades that use a package at present. */
  readonly usedBy: readonly ((packageId: string) => Promise<readonly string[]>)[]
}

export function packageModule(deps: PackageModuleDeps) {
  const { database, clock: now, files, link, bundler, warn } = deps
  const newId = randomUUID
  const repository = createPackageRepository(database)
  const upgradeRepository = createMachineUpgradeRepository(database)
  const own = createOwnPackages({ bundler, repository, files, folder: deps.uploadFolder, now, newId, warn })
  const packages = createPackageService({
    repository,
    files,
    own,
    usedBy: [id => upgradeRepository.machinesUsing(id, now() - staleAfterMs), ...deps.usedBy],
    now,
    newId,
  })
  const upgrades = createMachineUpgradeService({
    repository: upgradeRepository,
    packages,
    link,
    machines: () =>
      database
        .selectFrom('load_machines')
        .select(['id', 'name', 'system', 'architecture', 'version'])
        .orderBy('name')
        .execute(),
    now,
    newId,
    warn,
  })
  return {
    handlers: {
      package: packageApi(packages),
      projectPackage: projectPackageApi(packages),
      machineUpgrade: machineUpgradeApi(upgrades),
    },
    services: {
      packages,
      upgrades,
      hostPackages: createHostPackages({ repository, packages, makesPackages: bundler !== undefined }),
    },
  }
}
