/** Wires the server: external resources, modules, HTTP, live stream, agent link and the other servers. */
import { randomUUID } from 'node:crypto'
import websocket from '@fastify/websocket'
import { projectRunsMessage } from '@pone/run-control/live-publisher.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './adapters/database/database.ts'
import { createLocalFileStore } from './adapters/files/file-store.ts'
import { createErrorTexts } from './calls/failure.ts'
import type { AllHandlers } from './calls/handler.ts'
import { createLive, type LiveParts, offerSnapshots } from './composition/live.ts'
import type { CompositionOptions } from './composition/options.ts'
import { createHttpServer, mountContent } from './http/http-server.ts'
import { ratesPerMinute } from './http/rates.ts'
import { networkConditions } from './http/tls/network-safety.ts'
import type { AdmissionService } from './link/admission.ts'
import { mountLink } from './link/mount-link.ts'
import { createAdmission } from './modules/cluster/load-machines.ts'
import { createDebugStore } from './modules/debug/debug-store.ts'
import { joinModules, type ModuleBase } from './modules/module.ts'
import { createNotices } from './modules/notices.ts'
import { mountPackages } from './modules/package/package-routes.ts'
import { createAccountModules, createModules, nouns } from './modules/registry.ts'
import { createRunFilesRepository } from './modules/run/run-files.repository.ts'
import { createStoredRuns } from './modules/run/stored-run.ts'
import { mountPeerRoutes } from './replicas/peer-routes.ts'
import { createReplicaNode, type ReplicaNode } from './replicas/replica-node.ts'
import type { ReplicatedLink } from './replicas/replicated-link.ts'

/** For admitted agents; all others have lower limits. */
const maxFrameBytes = 64 * 1024 ** 2

export type Composition = Awaited<ReturnType<typeof compose>>
type Modules = ReturnType<typeof joinAll>
type Services = Modules['services']

/** The wired server, not listening yet; `start` restores the state of an earlier server process. */
export async function compose(options: CompositionOptions) {
  const base = baseOf(options)
  const errorTexts = createErrorTexts(nouns)
  const notices = createNotices(base.onFailure)
  const node = nodeOf(options, base)
  const debugStore = createDebugStore(base.clock)
  const accounts = createAccountModules({
    ...base,
    fixedCaptcha: options.fixedCaptcha,
    defaultRegistration: options.isExposed === true ? 'approval' : 'open',
  })
  const { admission, openLink } = createAdmission({
    ...base,
    now: base.clock,
    localToken: options.localAgentToken,
  })
  const link = node.link((relay, outboxes) => openLink({ relay, outboxes }))
  const web = createLive({ base, accounts: accounts.services, node, debugStore, errorTexts })
  const app = await createHttpServer({
    ...options,
    errorTexts,
    trustedProxies: options.network?.trustedProxies,
  })
  const modules = joinAll(
    accounts,
    createModules({
      ...base,
      ...setUpOf(options),
      accounts: accounts.services,
      notices,
      ...publishersOf(web),
      link,
      admission,
      debugStore,
      ...partsOf(node, base.database),
      port: () => portOf(app),
    }),
  )
  for (const source of modules.notices) notices.add(source)
  const { network } = options
  if (network !== undefined) notices.add(() => networkConditions(network))
  offerSnapshots(web, snapshotsOf(modules.services))
  /** A missing handler is a compile error. */
  const handlers: AllHandlers = modules.handlers
  const { services } = modules
  await mountContent(app, {
    ...options,
    handlers,
    gate: web.gate,
    errorTexts,
    record: entry => services.operationRecords.record(entry),
    uploads: services.uploads,
    ratesPerMinute: ratesPerMinute(options.ratePerMinute),
    checksAnswers: options.checksAnswers ?? false,
    isHealthy: () => isHealthy(base.database),
  })
  await app.register(websocket, { options: { maxPayload: maxFrameBytes } })
  await app.register(async scope => mountMachines(scope, { web, node, base, link, admission, services }))
  return {
    app,
    /** Call before the server listens. */
    start: async () => {
      await services.execution.start(await node.join())
      await modules.start()
    },
    /** Call once the server listens. */
    listening: (port: number) => node.listening(port),
    /** Runs continue on their machines and are restored at the next start. */
    close: async () => {
      await node.leave()
      await modules.leave()
      link.close()
      web.live.close()
      await app.close()
      await modules.close()
    },
    services: { ...services, link, live: web.live, notices },
  }
}

/** External resources as modules use them. */
function baseOf({
  database,
  clock,
  secrets,
  logger,
  fileFolder,
  uploadFolder,
}: CompositionOptions): ModuleBase {
  return {
    database,
    clock,
    secrets,
    files: createLocalFileStore(fileFolder),
    fileFolder,
    uploadFolder,
    onFailure: (what, cause) => logger.error({ err: cause }, what),
    warn: (text, cause) => logger.warn({ err: cause }, text),
  }
}

const setUpOf = (options: CompositionOptions) => ({
  licenceKeysPath: options.licenceKeysPath,
  bundler: options.bundler,
  certificate: options.certificate,
  version: options.version,
  demoTargetUrl: options.demoTargetUrl,
  databaseFolder: options.databaseFolder,
  victoriaMetrics: options.victoriaMetrics,
  alertAddresses: options.alertAddresses ?? [],
  tracingAddresses: options.tracingAddresses ?? [],
  recordings: options.recordings ?? { host: '127.0.0.1', ports: [0], targets: [] },
  publicUrl: options.publicUrl ?? null,
})

function nodeOf(options: CompositionOptions, base: ModuleBase): ReplicaNode {
  return createReplicaNode({
    ...base,
    identity: options.replica ?? {
      name: randomUUID(),
      addressOf: port => `http://127.0.0.1:${port}`,
    },
    version: options.version,
    onReplaced: options.onReplaced ?? (() => undefined),
    authorities: options.peerAuthorities,
  })
}

type ModuleOptions = Parameters<typeof createModules>[0]

/** The live stream of all servers as modules use it. */
const publishersOf = ({
  hub,
}: LiveParts): Pick<ModuleOptions, 'hub' | 'audience' | 'alertAudience' | 'publish'> => ({
  hub,
  audience: hub,
  alertAudience: hub,
  publish: (projectId, debugId, message) => hub.publish('debug', projectId, debugId, message),
})

/** Functions of the modules that span all servers. */
const partsOf = (
  node: ReplicaNode,
  database: Database,
): Pick<ModuleOptions, 'ownership' | 'controllers' | 'controlOf' | 'onAllServers'> => ({
  ownership: node.ownership,
  controllers: node.directory,
  controlOf: (local, { scenarios, clusters }) =>
    node.control(local, {
      preferredFor: async ({ projectId, scenarioId, adaptation }) => {
        const { document } = await scenarios.scenario(projectId, scenarioId)
        const clusterId = adaptation?.clusterId ?? document.clusterId
        return clusterId === null ? null : clusters.preferredController(clusterId)
      },
      record: createStoredRuns(database).record,
    }),
  onAllServers: node.debugs,
})

const joinAll = (
  accounts: ReturnType<typeof createAccountModules>,
  others: ReturnType<typeof createModules>,
) => joinModules([accounts, others])

const snapshotsOf = ({
  runs,
  debugs,
  controller,
  monitorSnapshot,
  alertSnapshot,
}: Pick<Services, 'runs' | 'debugs' | 'controller' | 'monitorSnapshot' | 'alertSnapshot'>): Parameters<
  typeof offerSnapshots
>[1] => ({
  run: (projectId, runId) => runs.snapshot(projectId, runId),
  debug: (projectId, debugId) => ({
    kind: 'debugEvents',
    debugId,
    events: debugs.events(projectId, debugId, 0).events,
  }),
  projectRuns: projectId => projectRunsMessage(projectId, controller.activeRecords(projectId)),
  monitor: monitorSnapshot,
  alerts: alertSnapshot,
})

/** Everything except calls: the live stream, the agent link and packages, and routes for other servers. */
function mountMachines(
  app: FastifyInstance,
  parts: {
    readonly web: LiveParts
    readonly node: ReplicaNode
    readonly base: ModuleBase
    readonly link: ReplicatedLink
    readonly admission: AdmissionService
    readonly services: Services
  },
): void {
  const { web, node, base, link, admission, services } = parts
  const { packages, upgrades, controller, debugs, anyDebugs } = services
  const runFiles = createRunFilesRepository(base.database)
  web.live.mount(app)
  mountPackages(app, {
    packages,
    isAgent: (id, key) => admission.isAgent(id, key),
    isBroughtTo: async (agentId, packageId) =>
      (await upgrades.isUnderWay(agentId, packageId)) || (await services.isBroughtToHost(agentId, packageId)),
  })
  mountLink(app, {
    link,
    admission,
    needsFile: async (agentId, fileId) =>
      (await runFiles.isNeeded(agentId, fileId)) || (await anyDebugs.needsFile(agentId, fileId)),
    openFile: id => services.openForMachine(id),
    takeSampleLog: upload => services.takeSampleLog(upload),
  })
  const peers = node.serve({
    ...web,
    link,
    controller,
    debugs,
    resumeReports: async () => {
      await services.reports.resume()
      await services.jmeterReports.resume()
    },
  })
  mountPeerRoutes(app, { ...peers, now: base.clock, onFailure: base.onFailure })
}

/** Port that the server listens on; null before. */
function portOf(app: FastifyInstance): number | null {
  const place = app.server.address()
  return place === null || typeof place === 'string' ? null : place.port
}

const isHealthy = (database: Database): Promise<boolean> =>
  sql`SELECT 1`.execute(database).then(
    () => true,
    () => false,
  )
