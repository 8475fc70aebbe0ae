/** Lets agents renew themselves and remembers how far each has come. */
import type { MachineUpgrade } from '@pone/contract/calls/package.ts'
import { compareVersions, type InstallPackage } from '@pone/contract/entities/package.ts'
import type { ReportOf } from '@pone/contract/link/messages.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { MachineUpgradeRepository, MachineUpgradeRow } from './machine-upgrade.repository.ts'
import type { PackageService } from './package.service.ts'

/** An upgrade that has not moved for this long may be started anew, ms. */
export const staleAfterMs = 10 * 60_000

export interface UpgradeableMachine {
  readonly id: string
  readonly name: string
  readonly system: string
  readonly architecture: string
  readonly version: string
}

export type Refusal = 'offline' | 'noPackage' | 'otherArchitecture' | 'upToDate' | 'underWay' | null
export type MachineUpgradeService = ReturnType<typeof createMachineUpgradeService>

interface MachineUpgradeDeps {
  readonly repository: MachineUpgradeRepository
  readonly packages: Pick<PackageService, 'find' | 'newest' | 'get'>
  readonly link: Pick<AgentLink, 'send' | 'isOnline' | 'on'>
  /** Every machine that has joined, by name. */
  readonly machines: () => Promise<readonly UpgradeableMachine[]>
  readonly now: () => number
  readonly newId: () => string
  readonly warn: (text: string, cause?: unknown) => void
}

export function createMachineUpgradeService(deps: MachineUpgradeDeps) {
  const { repository, machines, link, packages, warn } = deps
  // One after the other, so that an older word never overtakes a newer one.
  let queue = Promise.resolve()
  link.on({
    upgradeProgress: (machineId, message) => {
      queue = queue
        .then(() => receive(deps, machineId, message))
        .catch((cause: unknown) => warn('the progress of an upgrade could not be stored', cause))
    },
  })
  return {
    /** Whether the machine renews itself by this package at present. */
    isUnderWay: (machineId: string, packageId: string) => repository.isUnderWay(machineId, packageId),
    async list() {
      const [all, rows] = await Promise.all([machines(), repository.all()])
      const newestFor = newestOf(deps, 'newest')
      const upgrades = new Map(rows.map(row => [row.machine_id, row]))
      return Promise.all(
        all.map(async machine => {
          const newest = await newestFor(machine)
          const row = upgrades.get(machine.id)
          return {
            machineId: machine.id,
            name: machine.name,
            isOnline: link.isOnline(machine.id),
            version: machine.version,
            newest: isNewer(newest, machine) ? { packageId: newest.id, version: newest.version } : null,
            upgrade: row === undefined ? null : toUpgrade(row),
          }
        }),
      )
    },
    /** `machineIds` null: every machine that is online and out of date. @throws AppError NotFound */
    async start(
      by: string,
      { machineIds, packageId }: { machineIds: string[] | null; packageId: string | null },
    ) {
      const chosen = packageId === null ? null : await packages.get(packageId)
      const newestFor = newestOf(deps, 'find')
      const all = await machines()
      const meant = all.filter(({ id }) => machineIds === null || machineIds.includes(id))
      const answers = await Promise.all(
        meant.map(async machine => ({
          machineId: machine.id,
          name: machine.name,
          refusal: await start(deps, machine, { chosen, newestFor }, by),
        })),
      )
      if (machineIds !== null) return answers
      return answers.filter(({ refusal }) => refusal === null || refusal === 'underWay')
    },
  }
}

const receive = async (
  { repository, now, link }: Pick<MachineUpgradeDeps, 'repository' | 'now' | 'link'>,
  machineId: string,
  message: ReportOf<'upgradeProgress'>,
): Promise<void> => {
  const { upgradeId, state, receivedBytes, failure, detail } = message
  await repository.progress(machineId, upgradeId, {
    state,
    received_bytes: receivedBytes,
    failure,
    detail,
    changed_at: now(),
  })
  if (state === 'installed' || state === 'failed') link.send(machineId, { kind: 'forgetUpgrade', upgradeId })
}

/** Looks once for each kind of machine. */
const newestOf = ({ packages }: Pick<MachineUpgradeDeps, 'packages'>, look: 'find' | 'newest') => {
  const known = new Map<string, Promise<InstallPackage | null>>()
  return ({ system, architecture }: UpgradeableMachine): Promise<InstallPackage | null> => {
    const key = `${system} ${architecture}`
    const found = known.get(key) ?? packages[look]({ type: 'Agent', system, architecture })
    known.set(key, found)
    return found
  }
}

const isNewer = (found: InstallPackage | null, { version }: UpgradeableMachine): found is InstallPackage =>
  found !== null && compareVersions(found.version, version) > 0

const start = async (
  deps: Pick<MachineUpgradeDeps, 'packages' | 'link' | 'newId' | 'now' | 'repository'>,
  machine: UpgradeableMachine,
  choice: { chosen: InstallPackage | null; newestFor: ReturnType<typeof newestOf> },
  by: string,
): Promise<Refusal> => {
  const { chosen } = choice
  if (!deps.link.isOnline(machine.id)) return 'offline'
  const target = chosen ?? (await choice.newestFor(machine))
  if (target === null) return 'noPackage'
  if (chosen !== null && chosen.architecture !== machine.architecture) return 'otherArchitecture'
  // A chosen package may be older too: that is the way back.
  if (chosen === null ? !isNewer(target, machine) : target.version === machine.version) return 'upToDate'
  const id = deps.newId()
  const row: MachineUpgradeRow = {
    machine_id: machine.id,
    id,
    package_id: target.id,
    from_version: machine.version,
    version: target.version,
    state: 'waiting',
    received_bytes: 0,
    size_bytes: target.sizeBytes,
    failure: null,
    detail: '',
    started_by: by,
    started_at: deps.now(),
    changed_at: deps.now(),
  }
  if (!(await deps.repository.begin(row, deps.now() - staleAfterMs))) return 'underWay'
  const { sizeBytes, sha256, fileName, version } = target
  deps.link.send(machine.id, {
    kind: 'upgradeAgent',
    id: deps.newId(),
    upgradeId: id,
    version,
    package: { id: target.id, fileName, sizeBytes, sha256 },
  })
  return null
}

const toUpgrade = (row: MachineUpgradeRow): MachineUpgrade => ({
  id: row.id,
  state: row.state,
  fromVersion: row.from_version,
  version: row.version,
  receivedBytes: row.received_bytes,
  sizeBytes: row.size_bytes,
  failure: row.failure,
  detail: row.detail,
  startedBy: row.started_by,
  startedAt: row.started_at,
  changedAt: row.changed_at,
})
