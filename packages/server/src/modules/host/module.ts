/** Hosts, their operation queue, and their files. */
import { hostname } from 'node:os'
import type { Nouns } from '../../calls/nouns.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ModuleBase } from '../module.ts'
import { createAgentExecution } from './agent-execution.ts'
import { createConfigVersionRepository } from './config-version.repository.ts'
import type { Execute } from './execution.ts'
import { hostApi, projectHostApi } from './host.api.ts'
import { createHostRepository } from './host.repository.ts'
import { createHostService } from './host.service.ts'
import { createHostTrial } from './host-trial.ts'
import { createMachineFileService } from './machine-file.service.ts'
import { createMachineLine } from './machine-line.ts'
import { createOperationRepository } from './operation.repository.ts'
import { createOperationService, isOver } from './operation.service.ts'
import { createOperationQueueRepository } from './operation-queue.repository.ts'
import { createOperationRunner } from './operation-runner.ts'
import type { Machines, Packages } from './ports.ts'
import { createSshExecution } from './ssh-execution.ts'

export const hostNouns: Nouns = {
  host: { zh: '主机', en: 'The host' },
  agent: { zh: 'Agent', en: 'The agent' },
  hostOperation: { zh: '操作', en: 'The operation' },
  machineFile: { zh: '文件', en: 'The file' },
}

export interface HostModuleDeps extends ModuleBase {
  readonly link: AgentLink
  readonly hostMachines: Machines
  readonly hostPackages: Packages
  /** The certificate of this server, if it uses TLS itself. */
  readonly certificate:
    | {
        readonly current: {
          readonly pin: string | null
          readonly authority: string | null
          readonly validTo: number
        }
      }
    | undefined
  /** Port that the server listens on; null before it does. */
  readonly port: () => number | null
}

export function hostModule(deps: HostModuleDeps) {
  const { database, clock: now, secrets, link, warn, hostMachines: machines, hostPackages: packages } = deps
  const hosts = createHostRepository(database)
  const operations = createOperationRepository(database)
  const line = createMachineLine(link)
  const hostService = createHostService({ hosts, operations, machines, line, link, secrets, now })
  const runner = createOperationRunner({
    operations: createOperationQueueRepository(database),
    hosts,
    execute: executions(deps, { hosts, operations, greet: agentId => hostService.greet(agentId) }),
    now,
    warn,
  })
  const operationService = createOperationService({
    operations,
    hosts,
    machines,
    packages,
    tryHosts: createHostTrial({ hosts, secrets }),
    wake: () => runner.wake(),
    now,
  })
  const versions = createConfigVersionRepository(database)
  const files = createMachineFileService({ hosts, line, versions, now })
  link.on({
    agentOnline: agentId => {
      hostService
        .greet(agentId)
        .catch((cause: unknown) => warn('the settings of a host could not be told to its agent', cause))
    },
  })
  const services = { hosts: hostService, operations: operationService, files }
  return {
    handlers: { host: hostApi(services), projectHost: projectHostApi(services) },
    services: {
      /** Whether an operation is installing this package on the host of the agent. */
      isBroughtToHost: (agentId: string, packageId: string) => operations.isBringing(agentId, packageId),
    },
    start: () => runner.start(),
    leave: () => runner.close(),
  }
}

/** Execution of operations: by the machine's agent, or by SSH for operations on the agent itself. */
function executions(
  {
    clock: now,
    secrets,
    link,
    hostMachines: machines,
    hostPackages: packages,
    certificate,
    port,
  }: HostModuleDeps,
  {
    hosts,
    operations,
    greet,
  }: {
    readonly hosts: ReturnType<typeof createHostRepository>
    readonly operations: ReturnType<typeof createOperationRepository>
    readonly greet: (agentId: string) => Promise<void>
  },
): Execute {
  const common = { link, hosts, machines, packages, usePackage: operations.usePackage, now }
  const byAgent = createAgentExecution({ ...common, isOver: id => isOver(operations, id) })
  const bySsh = createSshExecution({
    ...common,
    secrets,
    serverUrl: () => `${certificate === undefined ? 'http' : 'https'}://${hostname()}:${port() ?? 80}`,
    authority: () => ({
      pin: certificate?.current.pin ?? null,
      pem: certificate?.current.authority ?? null,
    }),
    greet,
  })
  return execution => (execution.operation.tool === 'Agent' ? bySsh(execution) : byAgent(execution))
}
