/** Test harness of runs: a real database, the real link and controller, real agent processes, and a target that counts requests. */
import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import type { RunDetail } from '@pone/contract/entities/run.ts'
import type { LiveMessage } from '@pone/contract/live.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { Database } from '../../adapters/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../adapters/database/test-database.ts'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import { createLocalFileStore } from '../../adapters/files/file-store.ts'
import { endProcess, startAgentProcess } from '../../link/agent-harness.ts'
import { until } from '../../link/harness-ledger.ts'
import { startTarget, type Target } from '../../link/harness-target.ts'
import type { MachinesOnDemand } from '../pod-pool/pod-pool.service.ts'
import { createSampleLogRepository } from '../sample-log/sample-log.repository.ts'
import { createSampleLogService, type SampleLogService } from '../sample-log/sample-log.service.ts'
import { createTestDocuments, type TestDocuments } from './documents-harness.ts'
import type { Execution } from './execution.ts'
import { createRunServer, joinToken } from './run-server-harness.ts'

const statusLookMs = 50

export interface RunHarness {
  readonly projectId: string
  /** Port of the server. */
  readonly port: () => number
  readonly target: Target
  readonly database: Awaited<ReturnType<typeof createTestDatabase>>['database']
  readonly execution: () => Execution
  /** Published live messages, oldest first. */
  readonly published: LiveMessage[]
  readonly changes: EventEmitter
  readonly samples: SampleLogService
  /** Adds a component and a scenario that binds it; returns the scenario's id. */
  addScenario(document: ComponentDocument, scenario: Partial<ScenarioDocument>): Promise<string>
  /** Adds a JMeter test plan with its files, by name; returns the component's id. */
  addJmeterComponent(name: string, plan: string, files: Readonly<Record<string, string>>): string
  /** A scenario that binds this plan, or the bindings of `scenario`. */
  addJmeterScenario(
    plan: string,
    files: Readonly<Record<string, string>>,
    scenario: Partial<ScenarioDocument>,
  ): Promise<string>
  start(scenarioId: string): Promise<RunDetail>
  get(runId: string): Promise<RunDetail>
  /** Resolves when the condition holds after a live message. */
  until(what: string, condition: () => boolean): Promise<void>
  /** Resolves when a machine of the project's clusters meets the condition. */
  untilMachine(condition: (machine: LoadMachine) => boolean): Promise<void>
  /** Resolves when all work after the end of the run is done, including its report. */
  ended(runId: string): Promise<RunDetail>
  startAgent(options?: {
    workers?: number
    data?: string
    name?: string
    /** Port of a connection proxy to use instead of the server's own port. */
    line?: number
  }): Promise<{ process: ChildProcess; data: string; agentId: string }>
  /** Closes the server and all its connections as in a crash, and starts it again on the same data. */
  restartServer(): Promise<void>
  closeServer(): Promise<void>
  openServer(): Promise<void>
  close(): Promise<void>
}

/** `onDemand` creates machines where there are too few; `database` is a migrated one of the test's own, which the harness closes. */
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
  const published: LiveMessage[] = []
  const documents = createTestDocuments()
  const folder = await mkdtemp(join(tmpdir(), 'pone-server-'))
  const files = createLocalFileStore(join(folder, 'files'))
  const samples = createSampleLogService({
    repository: createSampleLogRepository(database),
    files,
    folder,
    run: (project, id) => server.execution().runs.record(project, id),
    now: Date.now,
  })
  const server = createRunServer({
    database,
    documents,
    files,
    samples: { take: reporting(samples, changes), deleteAll: ids => samples.deleteAll(ids) },
    published,
    changes,
    onDemand: options.onDemand,
  })
  const agents: { process: ChildProcess; data: string }[] = []
  await server.open()
  return {
    projectId,
    port: server.port,
    target,
    database,
    published,
    changes,
    samples,
    execution: server.execution,
    ...testScenarios(documents, server),
    ...runViews({ projectId, published, changes, server }),
    startAgent: given => startTestAgent({ line: server.port(), ...given }, agents),
    restartServer: async () => {
      await server.close()
      await server.open()
    },
    closeServer: server.close,
    openServer: server.open,
    close: async () => {
      await Promise.all(agents.map(agent => endProcess(agent.process)))
      await server.close()
      target.close()
      await testDatabase.close()
      for (const { data } of agents) await rm(data, { recursive: true, force: true })
      await rm(folder, { recursive: true })
    },
  }
}

type RunServer = ReturnType<typeof createRunServer>

/** Emits `changes` for every stored sample log. */
const reporting =
  (samples: SampleLogService, changes: EventEmitter): SampleLogService['take'] =>
  async upload => {
    const isTaken = await samples.take(upload)
    changes.emit('change', { sampleLogOf: upload.runId })
    return isTaken
  }

function testScenarios(
  documents: TestDocuments,
  server: Pick<RunServer, 'machines'>,
): Pick<RunHarness, 'addScenario' | 'addJmeterComponent' | 'addJmeterScenario'> {
  const bind = async (componentId: string, partial: Partial<ScenarioDocument>) =>
    documents.bind(componentId, await server.machines().clusters.ensureLocalCluster(), partial)
  return {
    addScenario: (document, partial) => bind(documents.addComponent(document), partial),
    addJmeterComponent: documents.addJmeterComponent,
    addJmeterScenario: (plan, contents, partial) =>
      bind(documents.addJmeterComponent('plan', plan, contents), { engine: 'jmeter', ...partial }),
  }
}

/** Runs and machines as the test starts and follows them. */
function runViews({
  projectId,
  published,
  changes,
  server,
}: {
  projectId: string
  published: readonly LiveMessage[]
  changes: EventEmitter
  server: Pick<RunServer, 'machines' | 'execution'>
}): Pick<RunHarness, 'start' | 'get' | 'until' | 'untilMachine' | 'ended'> {
  const get = (runId: string) => server.execution().runs.get(projectId, runId)
  const wait = (what: string, condition: () => boolean) => until(changes, what, condition)
  return {
    start: scenarioId =>
      server.execution().runs.start({ projectId, scenarioId, by: 'tester', language: 'en' }),
    get,
    until: wait,
    untilMachine: async condition => {
      const machinesOf = async () =>
        (await server.machines().clusters.clustersFor(projectId)).flatMap(cluster => cluster.machines)
      while (!(await machinesOf()).some(condition)) await pause(statusLookMs)
    },
    ended: async runId => {
      await wait('the run has ended', () =>
        published.some(
          message =>
            message.kind === 'runTick' &&
            message.runId === runId &&
            !['new', 'readyToRun', 'running'].includes(message.run.state),
        ),
      )
      await server.execution().controller.settled(runId)
      return get(runId)
    },
  }
}

/** A real, connected agent process; `line` is the port that it connects to; it is added to `agents` as soon as it runs. */
async function startTestAgent(
  {
    workers = 1,
    data,
    name = 'bench',
    line,
  }: NonNullable<Parameters<RunHarness['startAgent']>[0]> & { line: number },
  agents: { process: ChildProcess; data: string }[],
) {
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
}
