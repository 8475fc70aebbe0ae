/** Joins deployment: hosts, the queue of operations on them, and their files. */
import { hostname } from 'node:os'
import { compareVersions } from '@pone/contract/entities/package.ts'
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import type { SecretBox } from '../adapters/secrets.ts'
import type { ServerCertificate } from '../http/tls/server-certificate.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { ClusterService } from '../modules/cluster/cluster.service.ts'
import type { JoinTokenService } from '../modules/cluster/join-token.service.ts'
import { createMachineRepository } from '../modules/cluster/machine.repository.ts'
import { createAgentExecution } from '../modules/host/agent-execution.ts'
import { createConfigVersionRepository } from '../modules/host/config-version.repository.ts'
import type { Execute } from '../modules/host/execution.ts'
import { hostApi, projectHostApi } from '../modules/host/host.api.ts'
import { createHostRepository } from '../modules/host/host.repository.ts'
import { createHostService } from '../modules/host/host.service.ts'
import { createHostTrial } from '../modules/host/host-trial.ts'
import { createMachineFileService } from '../modules/host/machine-file.service.ts'
import { createMachineLine } from '../modules/host/machine-line.ts'
import { createOperationRepository } from '../modules/host/operation.repository.ts'
import { createOperationService } from '../modules/host/operation.service.ts'
import { createOperationQueueRepository } from '../modules/host/operation-queue.repository.ts'
import { createOperationRunner, type OperationRunner } from '../modules/host/operation-runner.ts'
import type { Machines, Packages } from '../modules/host/ports.ts'
import { createSshExecution } from '../modules/host/ssh-execution.ts'
import { createPackageRepository } from '../modules/package/package.repository.ts'
import type { PackageService } from '../modules/package/package.service.ts'

export interface DeploymentOptions {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly link: AgentLink
  readonly clusters: Pick<ClusterService, 'machines' | 'ensureLocalCluster'>
  readonly setService: (ids: readonly string[], isInService: boolean) => Promise<void>
  readonly joinTokens: Pick<JoinTokenService, 'create' | 'revoke'>
  readonly packages: Pick<PackageService, 'find' | 'file'>
  /** The server makes packages of its own version. */
  readonly makesPackages: boolean
  /** What this server presents, when it speaks TLS itself. */
  readonly certificate: ServerCertificate | undefined
  /** Port that the server listens on; null before it does. */
  readonly port: () => number | null
  readonly warn: (text: string, cause?: unknown) => void
}

export function composeDeployment(options: DeploymentOptions) {
  const { database, clock: now, secrets, link, warn } = options
  const hosts = createHostRepository(database)
  const operations = createOperationRepository(database)
  const machines = machinesOf(options)
  const packages = packagesOf(options)
  const line = createMachineLine(link)
  const hostService = createHostService({ hosts, operations, machines, line, link, secrets, now })
  const operationService = createOperationService({
    operations,
    hosts,
    machines,
    packages,
    tryHosts: createHostTrial({ hosts, secrets }),
    wake: () => runner.wake(),
    now,
  })
  const { usePackage } = operations
  const byAgent = createAgentExecution({
    link,
    hosts,
    machines,
    packages,
    usePackage,
    isOver: id => operationService.isOver(id),
    now,
  })
  const bySsh = createSshExecution({
    link,
    hosts,
    machines,
    packages,
    usePackage,
    secrets,
    serverUrl: () =>
      `${options.certificate === undefined ? 'http' : 'https'}://${hostname()}:${options.port() ?? 80}`,
    authority: () => ({
      pin: options.certificate?.current.pin ?? null,
      pem: options.certificate?.current.authority ?? null,
    }),
    greet: agentId => hostService.greet(agentId),
    now,
  })
  const execute: Execute = execution =>
    execution.operation.tool === 'Agent' ? bySsh(execution) : byAgent(execution)
  const runner: OperationRunner = createOperationRunner({
    operations: createOperationQueueRepository(database),
    hosts,
    execute,
    now,
    warn,
  })
  const files = createMachineFileService({
    hosts,
    line,
    versions: createConfigVersionRepository(database),
    now,
  })
  link.on({
    agentOnline: agentId => {
      hostService
        .greet(agentId)
        .catch((cause: unknown) => warn('the settings of a host could not be told to its agent', cause))
    },
  })
  const deps = { hosts: hostService, operations: operationService, files }
  return {
    handlers: { host: hostApi(deps), projectHost: projectHostApi(deps) },
    /** Names of the hosts that an operation is bringing this package to. */
    usersOfPackage: (packageId: string) => operations.hostsUsingPackage(packageId),
    /** Whether an operation is bringing this package to the host of the agent. */
    isBroughtTo: (agentId: string, packageId: string) => operations.isBringing(agentId, packageId),
    start: () => runner.start(),
    close: () => runner.close(),
  }
}

/** Machines that may join by the token of an installation: one, and once more when its welcome was lost on the way. */
const sshJoins = 2

function machinesOf({ database, clusters, setService, joinTokens }: DeploymentOptions): Machines {
  const rows = createMachineRepository(database)
  return {
    all: () => clusters.machines(),
    setInService: (id, isInService) => setService([id], isInService),
    setPlace: (id, { localIp, openPort }) => rows.update([id], { own_address: localIp, open_port: openPort }),
    joinToken: async (name, by, machineId) =>
      joinTokens.create({
        name,
        clusterId: await clusters.ensureLocalCluster(),
        days: 1,
        maxUses: sshJoins,
        by,
        machineId,
      }),
    revokeJoinToken: async id => {
      await joinTokens.revoke(id)
    },
  }
}

function packagesOf({ database, packages, makesPackages }: DeploymentOptions): Packages {
  const repository = createPackageRepository(database)
  const isMade = (tool: string) => makesPackages && (tool === 'Agent' || tool === 'PR')
  return {
    isMade,
    fitting: async (tool, architecture, isPatient) => {
      // Looking for one waits for those that are still being made.
      if (isPatient && isMade(tool)) await packages.find({ type: tool, system: 'linux', architecture })
      const rows = (await repository.ofType(tool)).filter(
        row => row.architecture === 'any' || row.architecture === architecture,
      )
      return rows
        .toSorted(
          (a, b) =>
            compareVersions(b.version, a.version) ||
            Number(a.architecture === 'any') - Number(b.architecture === 'any'),
        )
        .map(row => ({
          id: row.id,
          version: row.version,
          fileName: row.file_name,
          sizeBytes: row.size_bytes,
          sha256: row.sha256,
          places: {
            installPath: row.install_path,
            logPath: row.log_path,
            statusPushSeconds: row.status_push_seconds,
          },
        }))
    },
    open: async id => {
      const file = await packages.file(id)
      return { sizeBytes: file.sizeBytes, body: file.open() }
    },
  }
}
