/** The server of the run harness: the real link and controller on a real database, which a test can close and start again on the same port. */
import type { EventEmitter } from 'node:events'
import type { AddressInfo } from 'node:net'
import websocket from '@fastify/websocket'
import type { LiveMessage } from '@pone/contract/live.ts'
import type { PlanFile } from '@pone/run-control/engines/engine-planner.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Database } from '../../adapters/database/database.ts'
import type { FileStore } from '../../adapters/files/file-store.ts'
import { mountLink } from '../../link/mount-link.ts'
import { createLoadMachines, type LoadMachines } from '../cluster/load-machines-harness.ts'
import { licenceModule } from '../licence/module.ts'
import type { MachinesOnDemand } from '../pod-pool/pod-pool.service.ts'
import { createProductionMixRepository } from '../production-mix/production-mix.repository.ts'
import { mixOfRun } from '../production-mix/run-mixes.ts'
import { createRunFilesRepository } from '../run/run-files.repository.ts'
import { createStoredRuns } from '../run/stored-run.ts'
import type { SampleLogService } from '../sample-log/sample-log.service.ts'
import { present, type TestDocuments } from './documents-harness.ts'
import { createExecution, type Execution } from './execution.ts'

export const joinToken = 'join-token-of-the-test'

interface RunServerDeps {
  readonly database: Database
  readonly documents: TestDocuments
  readonly files: FileStore
  readonly samples: Pick<SampleLogService, 'take' | 'deleteAll'>
  /** Published live messages, oldest first. */
  readonly published: LiveMessage[]
  readonly changes: EventEmitter
  readonly onDemand?: ((database: Database) => MachinesOnDemand) | undefined
}

/** Parts of the running server, or of the previous one while none is running. */
interface OpenServer {
  readonly app: FastifyInstance
  readonly machines: LoadMachines
  readonly execution: Execution
}

export function createRunServer(deps: RunServerDeps) {
  let opened: OpenServer | null = null
  let isOpen = false
  let port = 0
  return {
    port: () => port,
    machines: () => present(opened).machines,
    execution: () => present(opened).execution,
    open: async (): Promise<void> => {
      const machines = createLoadMachines({
        database: deps.database,
        now: Date.now,
        localToken: joinToken,
        warn,
      })
      const execution = executionOn(machines, deps)
      await execution.start()
      const app = await listen(machines, deps, port)
      port = (app.server.address() as AddressInfo).port
      opened = { app, machines, execution }
      isOpen = true
    },
    close: async (): Promise<void> => {
      if (!isOpen || opened === null) return
      isOpen = false
      opened.machines.link.close()
      await opened.app.close()
      await opened.execution.close()
    },
  }
}

function executionOn(machines: LoadMachines, deps: RunServerDeps): Execution {
  const { database, documents, files, samples, published, changes } = deps
  const { licence } = licenceModule({ database, clock: Date.now, licenceKeysPath: 'none' }).services
  return createExecution({
    licence,
    onDemand: deps.onDemand?.(database),
    beforeDelete: ids => samples.deleteAll(ids),
    files,
    keepSamples: samples.take,
    onSamples: async () => undefined,
    forgetSamples: ids => samples.deleteAll(ids),
    ...machines,
    database,
    scenario: async (_projectId, id) => documents.scenario(id),
    components: {
      pr: async (_projectId, id) => documents.component(id),
      jmeter: async (_projectId, id) => documents.jmeterComponent(id),
    },
    file: async () => present<PlanFile>(null),
    counterProblems: async () => [],
    mixOf: mixOfRun({
      mixes: createProductionMixRepository(database),
      planOf: createStoredRuns(database).plan,
    }),
    hub: {
      publish: (_topic, _projectId, _id, message) => {
        published.push(message)
        changes.emit('change')
      },
    },
    now: Date.now,
    onFailure: warn,
  })
}

async function listen(
  { link, admission }: LoadMachines,
  { database, documents, samples }: RunServerDeps,
  port: number,
): Promise<FastifyInstance> {
  const app = Fastify()
  const needsFile = createRunFilesRepository(database).isNeeded
  const { openFile } = documents
  const takeSampleLog = samples.take
  await app.register(websocket)
  await app.register(async scope => mountLink(scope, { link, admission, needsFile, openFile, takeSampleLog }))
  await app.listen({ port, host: '127.0.0.1' })
  return app
}

const warn = (text: string, cause?: unknown): void => {
  if (process.env['PONE_TEST_LOG'] !== undefined) console.error(text, cause)
}
