/** Test harness of runs: a real database, the real link and controller, real agent processes, and a target that counts. */
import type { ChildProcess } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import type { Component } from '@pone/contract/entities/component.ts'
import type { RunDetail } from '@pone/contract/entities/run.ts'
import { type Scenario } from '@pone/contract/entities/scenario.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { LiveMessage } from '@pone/contract/live.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { type ScenarioDocument, scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import type { PlanFile } from '@pone/run-control/engines/engine-planner.ts'
import type { JmeterSource } from '@pone/run-control/engines/jmeter-source.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Database } from '../../adapters/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../adapters/database/test-database.ts'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import { createLocalFileStore } from '../../adapters/files/file-store.ts'
import { endProcess, startAgentProcess } from '../../link/agent-harness.ts'
import { until } from '../../link/harness-ledger.ts'
import { startTarget, type Target } from '../../link/harness-target.ts'
import { mountLink } from '../../link/mount-link.ts'
import { createLoadMachines, type LoadMachines } from '../cluster/load-machines-harness.ts'
import { licenceModule } from '../licence/module.ts'
import type { MachinesOnDemand } from '../pod-pool/pod-pool.service.ts'
import { createRunFilesRepository } from '../run/run-files.repository.ts'
import { createSampleLogRepository } from '../sample-log/sample-log.repository.ts'
import { createSampleLogService, type SampleLogService } from '../sample-log/sample-log.service.ts'
import { createExecution, type Execution } from './execution.ts'

const statusLookMs = 100
const joinToken = 'join-token-of-the-test'

export interface RunHarness {
  readonly projectId: string
  /** Of the server. */
  readonly port: () => number
  readonly target: Target
  readonly database: Awaited<ReturnType<typeof createTestDatabase>>['database']
  readonly execution: () => Execution
  /** What the live stream was told, oldest first. */
  readonly told: LiveMessage[]
  readonly changes: EventEmitter
  readonly samples: SampleLogService
  /** Adds a component and a scenario that binds it; answers the scenario's id. */
  addScenario(document: ComponentDocument, scenario: Partial<ScenarioDocument>): Promise<string>
  /** Adds a test plan of JMeter with the files beside it, by name; answers the component's id. */
  addJmeterComponent(name: string, plan: string, files: Readonly<Record<string, string>>): string
  /** A scenario that binds this plan, or what `scenario` binds. */
  addJmeterScenario(
    plan: string,
    files: Readonly<Record<string, string>>,
    scenario: Partial<ScenarioDocument>,
  ): Promise<string>
  start(scenarioId: string): Promise<RunDetail>
  get(runId: string): Promise<RunDetail>
  /** Resolves when the live stream has told what the condition asks for. */
  until(what: string, condition: () => boolean): Promise<void>
  /** Resolves when a machine of the project's clusters has told what the condition asks for. */
  machineTold(condition: (machine: LoadMachine) => boolean): Promise<void>
  /** Resolves when the run and its report are over and done with. */
  ended(runId: string): Promise<RunDetail>
  startAgent(options?: {
    workers?: number
    data?: string
    name?: string
    /** Port of a line to the server, instead of the server's own. */
    line?: number
  }): Promise<{ process: ChildProcess; data: string; agentId: string }>
  /** Ends the server with all its lines as a crash would, and starts it again on the same data. */
  restartServer(): Promise<void>
  closeServer(): Promise<void>
  openServer(): Promise<void>
  close(): Promise<void>
}

/** `onDemand` makes machines where there are too few; `database` is a migrated one of the test's own, which the harness closes. */
export async function createRunHarness(
  options: {
    onDemand?: (database: Database) => MachinesOnDemand
    database?: Pick<TestDatabase, 'database' | 'close'>
  } = {},
): Promise<RunHarness> {
  const testDatabase = options.database ?? (await createTestDatabase())
  const { database } = testDatabase
  const projectId = await insertTestProject(database)
  const target = await startTarget()
  const changes = new EventEmitter()
  const told: LiveMessage[] = []
  const components = new Map<string, Component>()
  const jmeters = new Map<string, JmeterSource>()
  /** By id. */
  const jmeterFiles = new Map<string, Buffer>()
  const scenarios = new Map<string, Scenario>()
  const folder = await mkdtemp(join(tmpdir(), 'pone-server-'))
  const files = createLocalFileStore(join(folder, 'files'))
  const samples = createSampleLogService({
    repository: createSampleLogRepository(database),
    files,
    folder,
    run: (project, id) => present(execution).runs.record(project, id),
    now: Date.now,
  })
  const takeSampleLog: SampleLogService['take'] = async upload => {
    const isTaken = await samples.take(upload)
    changes.emit('change', { sampleLogOf: upload.runId })
    return isTaken
  }
  const agents: { process: ChildProcess; data: string }[] = []
  let app: FastifyInstance | null = null
  let machines: LoadMachines | null = null
  let execution: Execution | null = null
  let port = 0
  const warn = (text: string, cause?: unknown) => {
    if (process.env['PONE_TEST_LOG'] !== undefined) console.error(text, cause)
  }
  const present = <T>(found: T | null | undefined): T => {
    if (found === null || found === undefined) throw new AppError('NotFound', { what: 'component' })
    return found
  }

  const openServer = async () => {
    machines = createLoadMachines({ database, now: Date.now, localToken: joinToken, warn })
    const { licence } = licenceModule({ database, clock: Date.now, licenceKeysPath: 'none' }).services
    execution = createExecution({
      licence,
      onDemand: options.onDemand?.(database),
      beforeDelete: ids => samples.deleteAll(ids),
      files,
      keepSamples: takeSampleLog,
      onSamples: async () => undefined,
      forgetSamples: ids => samples.deleteAll(ids),
      ...machines,
      database,
      scenario: async (_projectId, id) => present(scenarios.get(id)),
      components: {
        pr: async (_projectId, id) => present(components.get(id)),
        jmeter: async (_projectId, id) => present(jmeters.get(id)),
      },
      file: async () => present<PlanFile>(null),
      hub: {
        publish: (_topic, _projectId, _id, message) => {
          told.push(message)
          changes.emit('change')
        },
      },
      now: Date.now,
      onFailure: warn,
    })
    await execution.start()
    const server = Fastify()
    app = server
    const { link, admission } = machines
    const needsFile = createRunFilesRepository(database).isNeeded
    const openFile = async (id: string) => {
      const bytes = jmeterFiles.get(id)
      return bytes === undefined ? null : { sizeBytes: bytes.length, body: Readable.from([bytes]) }
    }
    await server.register(websocket)
    await server.register(async scope =>
      mountLink(scope, { link, admission, needsFile, openFile, takeSampleLog }),
    )
    await server.listen({ port, host: '127.0.0.1' })
    port = (server.server.address() as AddressInfo).port
  }
  const closeServer = async () => {
    machines?.link.close()
    await app?.close()
    await execution?.close()
    app = null
  }
  await openServer()

  const wait = (what: string, condition: () => boolean) => until(changes, what, condition)
  const bind = async (componentId: string, partial: Partial<ScenarioDocument>) => {
    const clusterId = await present(machines).clusters.ensureLocalCluster()
    const scenario = {
      ...node('scenario'),
      kind: 'scenario' as const,
      revision: 1,
      document: scenarioDocumentSchema.parse({
        bindings: [{ componentId, percentage: 100 }],
        clusterId,
        ...partial,
      }),
    }
    scenarios.set(scenario.id, scenario)
    return scenario.id
  }
  const addJmeterComponent: RunHarness['addJmeterComponent'] = (name, plan, contents) => {
    const files = Object.entries(contents).map(([fileName, text]) => {
      const id = randomUUID()
      const bytes = Buffer.from(text)
      jmeterFiles.set(id, bytes)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { id, name: fileName, sizeBytes: bytes.length, sha256 }
    })
    const id = randomUUID()
    jmeters.set(id, { name, bytes: Buffer.from(plan), files })
    return id
  }
  const harness: RunHarness = {
    projectId,
    port: () => port,
    target,
    database,
    told,
    changes,
    samples,
    execution: () => present(execution),
    addScenario: async (document, partial) => {
      const component = { ...node('component'), kind: 'component' as const, document, revision: 1 }
      components.set(component.id, component)
      return bind(component.id, partial)
    },
    addJmeterComponent,
    addJmeterScenario: async (plan, contents, partial) =>
      bind(addJmeterComponent('plan', plan, contents), { engine: 'jmeter', ...partial }),
    start: scenarioId =>
      present(execution).runs.start({ projectId, scenarioId, by: 'tester', language: 'en' }),
    get: runId => present(execution).runs.get(projectId, runId),
    until: wait,
    machineTold: async condition => {
      const machinesOf = async () =>
        (await present(machines).clusters.clustersFor(projectId)).flatMap(cluster => cluster.machines)
      while (!(await machinesOf()).some(condition)) await pause(statusLookMs)
    },
    ended: async runId => {
      await wait('the run has ended', () =>
        told.some(
          message =>
            message.kind === 'runTick' &&
            message.runId === runId &&
            !['new', 'readyToRun', 'running'].includes(message.run.state),
        ),
      )
      await present(execution).controller.settled(runId)
      return harness.get(runId)
    },
    startAgent: async ({ workers = 1, data, name = 'bench', line = port } = {}) => {
      const folder = data ?? (await mkdtemp(join(tmpdir(), 'pone-agent-')))
      const agent = startAgentProcess({
        ...process.env,
        PONE_SERVER_URL: `http://127.0.0.1:${line}`,
        PONE_AGENT_TOKEN: joinToken,
        PONE_AGENT_DATA: folder,
        PONE_AGENT_NAME: name,
        PONE_AGENT_WORKERS: String(workers),
      })
      agents.push({ process: agent.process, data: folder })
      const { agentId } = await agent.event('connected')
      return { process: agent.process, data: folder, agentId: String(agentId) }
    },
    restartServer: async () => {
      await closeServer()
      await openServer()
    },
    closeServer,
    openServer,
    close: async () => {
      await Promise.all(agents.map(agent => endProcess(agent.process)))
      await closeServer()
      target.close()
      await testDatabase.close()
      for (const { data } of agents) await rm(data, { recursive: true, force: true })
      await rm(folder, { recursive: true })
    },
  }
  return harness
}

const node = (name: string) => ({
  id: randomUUID(),
  parentId: null,
  name,
  position: 0,
  updatedAt: 0,
  updatedBy: 'tester',
})
