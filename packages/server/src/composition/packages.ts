/** Joins the download centre and the upgrades of agents. */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import type { FileStore } from '../adapters/files/file-store.ts'
import type { AgentLink } from '../link/agent-link.ts'
import { machineUpgradeApi } from '../modules/package/machine-upgrade.api.ts'
import { createMachineUpgradeRepository } from '../modules/package/machine-upgrade.repository.ts'
import {
  createMachineUpgradeService,
  type UpgradeableMachine,
} from '../modules/package/machine-upgrade.service.ts'
import { createOwnPackages } from '../modules/package/own-packages.ts'
import { packageApi, projectPackageApi } from '../modules/package/package.api.ts'
import { createPackageRepository } from '../modules/package/package.repository.ts'
import { createPackageService } from '../modules/package/package.service.ts'

export interface PackageOptions {
  readonly database: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly uploadFolder: string
  /** Program that makes bundles of the server's own version. */
  readonly bundler: string | undefined
  readonly link: Pick<AgentLink, 'send' | 'isOnline' | 'on'>
  /** Names of those besides upgrades that use a package at present. */
  readonly usedBy: readonly ((packageId: string) => Promise<readonly string[]>)[]
  readonly warn: (text: string, cause?: unknown) => void
}

export function composePackages({ database, clock, files, link, warn, ...options }: PackageOptions) {
  const repository = createPackageRepository(database)
  const newId = randomUUID
  const own = createOwnPackages({
    bundler: options.bundler,
    repository,
    files,
    folder: options.uploadFolder,
    now: clock,
    newId,
    warn,
  })
  const packages = createPackageService({
    repository,
    files,
    own,
    usedBy: [id => upgrades.machinesUsing(id), ...options.usedBy],
    now: clock,
    newId,
  })
  const upgrades = createMachineUpgradeService({
    repository: createMachineUpgradeRepository(database),
    packages,
    link,
    machines: (): Promise<UpgradeableMachine[]> =>
      database
        .selectFrom('load_machines')
        .select(['id', 'name', 'system', 'architecture', 'version'])
        .orderBy('name')
        .execute(),
    now: clock,
    newId,
    warn,
  })
  return {
    packages,
    isUpgradedBy: (machineId: string, packageId: string) => upgrades.isUnderWay(machineId, packageId),
    handlers: {
      package: packageApi(packages),
      projectPackage: projectPackageApi(packages),
      machineUpgrade: machineUpgradeApi(upgrades),
    },
  }
}
