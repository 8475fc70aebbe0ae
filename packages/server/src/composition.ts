/** The composition root: makes every repository, service and handler and joins them; main.ts gives it the outside world. */
import { randomUUID } from 'node:crypto'
import websocket from '@fastify/websocket'
import { projectRunsMessage } from '@pone/run-control/live-publisher.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Clock } from './adapters/clock.ts'
import type { Database } from './adapters/database/database.ts'
import { createLocalFileStore } from './adapters/files/file-store.ts'
import type { SecretBox } from './adapters/secrets.ts'
import type { AllHandlers } from './calls/handler.ts'
import { composeClusters } from './composition/clusters.ts'
import { composeComparison } from './composition/comparison.ts'
import { composeDeployment } from './composition/deployment.ts'
import { composeDesign } from './composition/design.ts'
import { composeJmeterReports } from './composition/jmeter-reports.ts'
import { composeLicence } from './composition/licence.ts'
import { composePackages } from './composition/packages.ts'
import { composePeople } from './composition/people.ts'
import { composePodPools } from './composition/pod-pools.ts'
import { composeProjects } from './composition/projects.ts'
import { composeTasks } from './composition/tasks.ts'
import { composeUploads } from './composition/uploads.ts'
import { createGate } from './http/gate.ts'
import { createHttpServer } from './http/http-server.ts'
import { createLiveStream } from './http/live-stream.ts'
import { ratesPerMinute } from './http/rates.ts'
import { type NetworkPlace, networkConditions } from './http/tls/network-safety.ts'
import type { ServerCertificate } from './http/tls/server-certificate.ts'
import { mountLink } from './link/mount-link.ts'
import { openingSecrets } from './link/secret-plans.ts'
import { isApiToken } from './modules/api-token/api-token.service.ts'
import { withinLicence } from './modules/cluster/licensed-room.ts'
import { createLoadMachines } from './modules/cluster/load-machines.ts'
import { componentApi } from './modules/component/component.api.ts'
import { createExecution } from './modules/controller/execution.ts'
import { debugApi, trialApi } from './modules/debug/debug.api.ts'
import { createDebugService } from './modules/debug/debug.service.ts'
import { createDebugStore } from './modules/debug/debug-store.ts'
import { mountPackages } from './modules/package/package-routes.ts'
import { countRunsByHour, startOfDays, toRunDays } from './modules/project/run-days.ts'
import { reportApi } from './modules/report/report.api.ts'
import { importApi } from './modules/result-import/import.api.ts'
import { runApi } from './modules/run/run.api.ts'
import { createRunFilesRepository } from './modules/run/run-files.repository.ts'
import { createSampleLogRepository } from './modules/sample-log/sample-log.repository.ts'
import { createSampleLogService } from './modules/sample-log/sample-log.service.ts'
import { scenarioApi } from './modules/scenario/scenario.api.ts'
import { machineConditions, serverDiskConditions } from './modules/system/disk-conditions.ts'
import { createNotices } from './modules/system/notices.ts'
import { createOverviewRepository } from './modules/system/overview.repository.ts'
import { createSystemApi } from './modules/system/system.api.ts'
import { createSystemService } from './modules/system/system.service.ts'
import { composeReplicas, type ReplicaIdentity } from './replicas/compose-replicas.ts'
import { mountPeerRoutes } from './replicas/peer-routes.ts'

/** Of agents that have been admitted; everybody else is held to less. */
const maxFrameBytes = 64 * 1024 ** 2

export interface CompositionOptions {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly logger: FastifyBaseLogger
  readonly version: string
  /** Where parameter files lie. */
  readonly fileFolder: string
  /** Temporary place of uploads, best on the same disk. */
  readonly uploadFolder: string
  /** Where the database lies when that is on this machine. */
  readonly databaseFolder?: string | undefined
  /** PEM file of the public keys that may sign licences; need not exist. */
  readonly licenceKeysPath: string
  readonly webFolder?: string | undefined
  /** Program that makes packages of the server's own version; without it there are none. */
  readonly bundler?: string | undefined
  readonly demoTargetUrl?: string | undefined
  /** Join token of the agent that is started together with the server. */
  readonly localAgentToken?: string | undefined
  /** Other machines can reach the server. */
  readonly isExposed?: boolean | undefined
  /** Connections, and requests under way, that one address may have. */
  readonly connectionsPerAddress?: number | undefined
  /** Where it will listen, as far as its safety depends on it. */
  readonly network?: NetworkPlace | undefined
  readonly certificate?: ServerCertificate | undefined
  /** PEM of certificates that other servers on the database may be signed with, besides those that every machine knows. */
  readonly peerAuthorities?: string | undefined
  /** Verification code that is always right; for browser tests. */
  readonly fixedCaptcha?: string | undefined
  /** Overrides every limit on calls per minute. */
  readonly ratePerMinute?: number | undefined
  readonly checksAnswers?: boolean | undefined
  /** Identity of this server among those on the database; without it, a new one at each start. */
  readonly replica?: ReplicaIdentity | undefined
  /** Told when another server has started under the same name. */
  readonly onReplaced?: (() => void) | undefined
}

export type Composition = Awaited<ReturnType<typeof compose>>

/** Everything wired, not listening yet; `start` takes up what an earlier server left. */
export async function compose(options: CompositionOptions) {
  const { database, clock, logger, version } = options
  const onFailure = (what: string, cause: unknown): void => logger.error({ err: cause }, what)
  const warn = (text: string, cause?: unknown): void => logger.warn({ err: cause }, text)
  const replicas = composeReplicas({
    database,
    clock,
    secrets: options.secrets,
    identity: options.replica ?? {
      name: randomUUID(),
      addressOf: port => `http://127.0.0.1:${port}`,
    },
    version,
    fileFolder: options.fileFolder,
    onReplaced: options.onReplaced ?? (() => undefined),
    authorities: options.peerAuthorities,
    warn,
  })
  const notices = createNotices(onFailure)
  if (options.fixedCaptcha !== undefined) {
    notices.add(() => [{ id: 'fixedCaptcha' }])
    warn('PONE_CAPTCHA_FIXED makes one verification code valid always; it is for tests only')
  }
  const people = composePeople({
    ...options,
    fixedCaptcha: options.fixedCaptcha,
    defaultRegistration: options.isExposed === true ? 'approval' : 'open',
  })
  notices.add(async () => {
    const count = await people.userRepository.countWaiting()
    return count === 0 ? [] : [{ id: 'registrationsWaiting', params: { count } }]
  })
  const { network } = options
  notices.add(() => serverDiskConditions(options.uploadFolder, options.databaseFolder))
  notices.add(async () => machineConditions(await clusters.machines(), clock()))
  if (network !== undefined) notices.add(() => networkConditions(network))
  const { sessions, apiTokens } = people
  const files = createLocalFileStore(options.fileFolder)
  const design = composeDesign({
    database,
    clock,
    files,
    secrets: options.secrets,
    isAnyRunning: (projectId, scenarioIds) => execution.isAnyActive(projectId, scenarioIds),
  })
  const { components, scenarios } = design
  const projects = composeProjects({
    database,
    clock,
    operationRecords: people.operationRecordRepository,
    beforeDelete: async projectId => {
      await design.deleteFilesOf(projectId)
      await sampleLogs.deleteOfProject(projectId)
      await execution.imports.deleteFiles({ projectId })
    },
  })
  const gate = createGate({
    identify: (token, from) =>
      isApiToken(token) ? apiTokens.identify(token, from) : sessions.identify(token),
    accessOf: projects.accessOf,
  })
  const live = createLiveStream({
    gate,
    peek: token => sessions.identify(token, { isPeek: true }),
    onFailure: (cause, reference) => logger.error({ err: cause, reference }, 'live stream'),
    elsewhere: (...topic) => replicas.live.elsewhere(...topic),
    onWatched: replicas.onWatched,
  })
  sessions.onEnd(ids => {
    live.endSessions(ids)
    replicas.endSessions(ids)
  })
  const licences = composeLicence({ database, clock, keysPath: options.licenceKeysPath })
  const { licence } = licences
  const pools = composePodPools({
    database,
    clock,
    secrets: options.secrets,
    serverAuthority: () => options.certificate?.current.authority ?? null,
    warn,
  })
  const { podPools } = pools
  const machines = createLoadMachines({
    database,
    now: clock,
    localToken: options.localAgentToken,
    assertAllowed: licence.hold,
    openLink: replicas.openLink,
    warn,
  })
  const { link, admission, clusters } = machines
  const clustersFor = async (projectId: string) => {
    const [rooms, licensed] = await Promise.all([clusters.clustersFor(projectId), licence.room()])
    return rooms.map(room => withinLicence(room, licensed))
  }
  const sampleLogs = createSampleLogService({
    repository: createSampleLogRepository(database),
    files,
    folder: options.uploadFolder,
    run: (projectId, id) => execution.runs.record(projectId, id),
    now: clock,
  })
  const jmeter = composeJmeterReports({ database, clock, samples: sampleLogs, onFailure })
  const execution = createExecution({
    database,
    beforeDelete: ids => sampleLogs.deleteAll(ids),
    files,
    keepSamples: upload => sampleLogs.take(upload),
    onSamples: (runId, dates) => jmeter.samplesCame(runId, dates),
    forgetSamples: ids => sampleLogs.deleteAll(ids),
    link: openingSecrets(link, document => components.opened(document)),
    clusters,
    licence,
    onDemand: podPools,
    scenario: (projectId, id) => scenarios.scenario(projectId, id),
    component: async (projectId, id) => {
      const component = await components.component(projectId, id)
      // A secret that cannot be opened is better told before there is a run than on the way to its machines.
      components.opened(component.document)
      return component
    },
    jmeterComponent: (projectId, id) => design.jmeterComponents.runInput(projectId, id),
    file: (projectId, id) => design.fileOf(projectId, id),
    hub: replicas.live,
    ownership: replicas.ownership,
    controlOf: local =>
      replicas.control({
        ...local,
        startRun: replicas.startOnPreferred(local, {
          preferredFor: async ({ projectId, scenarioId, adaptation }) => {
            const { document } = await scenarios.scenario(projectId, scenarioId)
            const clusterId = adaptation?.clusterId ?? document.clusterId
            return clusterId === null ? null : clusters.preferredController(clusterId)
          },
          record: (projectId, runId) => execution.runs.record(projectId, runId),
        }),
      }),
    now: clock,
    onFailure,
  })
  const clusterAdministration = composeClusters({
    database,
    clock,
    link,
    clustersFor,
    licenceRoom: () => licence.room(),
    controllers: replicas.directory,
    beforeDelete: clusterId => podPools.remove(clusterId),
  })
  const tasks = composeTasks({
    database,
    clock,
    runs: {
      startRun: order => execution.runs.startRun(order),
      begin: (projectId, id, startAt) => execution.runs.begin(projectId, id, startAt),
      stop: (projectId, id, by) => execution.runs.stop(projectId, id, by),
      forceStop: (projectId, id, by) => execution.runs.forceStop(projectId, id, by),
      release: runId => clusters.release(runId),
    },
    clustersFor,
    accessOf: projects.accessOf,
    onFailure,
  })
  const deployment = composePackages({
    database,
    clock,
    files,
    uploadFolder: options.uploadFolder,
    bundler: options.bundler,
    link,
    usedBy: [id => hosts.usersOfPackage(id)],
    warn,
  })
  const hosts = composeDeployment({
    database,
    clock,
    secrets: options.secrets,
    link,
    clusters,
    setService: (ids, isInService) => clusterAdministration.loadMachines.setService(ids, isInService),
    joinTokens: clusterAdministration.joinTokens,
    packages: deployment.packages,
    makesPackages: options.bundler !== undefined,
    certificate: options.certificate,
    port: () => {
      const place = app.server.address()
      return place === null || typeof place === 'string' ? null : place.port
    },
    warn,
  })
  const comparison = composeComparison({
    database,
    clock,
    record: (projectId, id) => execution.runs.record(projectId, id),
    onFailure,
  })
  const waiting = composeUploads({ database, clock, fileFolder: options.fileFolder, warn })
  const debugStore = createDebugStore(clock)
  const debugs = createDebugService({
    store: debugStore,
    link,
    clustersFor,
    fileOf: (projectId, id) => design.fileOf(projectId, id),
    revealed: (projectId, id, document) => components.revealed(projectId, id, document),
    publish: (projectId, debugId, message) => replicas.live.publish('debug', projectId, debugId, message),
  })
  const anyDebugs = replicas.debugs(debugs)
  const runFiles = createRunFilesRepository(database)
  live.onSubscribe('run', (projectId, runId) => execution.runs.snapshot(projectId, runId))
  live.onSubscribe('debug', async (projectId, debugId) => ({
    kind: 'debugEvents',
    debugId,
    events: debugs.events(projectId, debugId, 0).events,
  }))
  live.onSubscribe('projectRuns', async projectId =>
    replicas.live.merged(projectRunsMessage(projectId, execution.controller.activeRecords(projectId))),
  )
  const system = createSystemService({
    settings: people.settings,
    repository: createOverviewRepository(database),
    countUsers: now => people.userRepository.counts(now),
    countOnlineUsers: since => people.sessionRepository.countUsersSeenSince(since),
    countProjects: projects.countsByStatus,
    runsPerDay: async (now, days) =>
      toRunDays(await countRunsByHour(database, startOfDays(now, days)), now, days),
    machines: async () =>
      (await clusters.machines()).map(({ name, isOnline, cpu01, maxUsers, remainingUsers }) => ({
        name,
        isOnline,
        cpu01,
        maxUsers,
        remainingUsers,
      })),
    licenceRoom: () => licence.room(),
    version,
    demoTargetUrl: options.demoTargetUrl ?? null,
    certificatePin: () => options.certificate?.current.pin ?? null,
    clock,
  })
  const handlers: AllHandlers = {
    ...people.handlers,
    ...projects.handlers,
    ...design.handlers,
    system: createSystemApi(system, notices),
    component: { ...componentApi(components), ...debugApi(anyDebugs) },
    jmeterComponent: {
      ...design.handlers.jmeterComponent,
      ...trialApi(debugs, (projectId, id) => design.jmeterComponents.runInput(projectId, id)),
    },
    scenario: scenarioApi({ service: scenarios, clustersFor }),
    run: { ...runApi(execution.runs, sampleLogs, execution.imports), ...importApi(execution.imports, clock) },
    report: reportApi(execution.reports),
    ...comparison.handlers,
    ...jmeter.handlers,
    ...clusterAdministration.handlers,
    ...licences.handlers,
    ...pools.handlers,
    ...deployment.handlers,
    ...hosts.handlers,
    ...tasks.handlers,
    ...waiting.handlers,
  }
  const app: FastifyInstance = await createHttpServer({
    handlers,
    gate,
    record: entry => people.operationRecords.record(entry),
    uploadFolder: options.uploadFolder,
    uploads: waiting.uploads,
    webFolder: options.webFolder,
    connectionsPerAddress: options.connectionsPerAddress,
    trustedProxies: options.network?.trustedProxies,
    certificate: options.certificate,
    logger,
    version,
    ratesPerMinute: ratesPerMinute(options.ratePerMinute),
    checksAnswers: options.checksAnswers ?? false,
    isHealthy: () =>
      sql`SELECT 1`.execute(database).then(
        () => true,
        () => false,
      ),
  })
  await app.register(websocket, { options: { maxPayload: maxFrameBytes } })
  await app.register(async scope => {
    live.mount(scope)
    mountPackages(scope, {
      packages: deployment.packages,
      isAgent: (id, key) => admission.isAgent(id, key),
      isBroughtTo: async (agentId, packageId) =>
        (await deployment.isUpgradedBy(agentId, packageId)) || (await hosts.isBroughtTo(agentId, packageId)),
    })
    mountLink(scope, {
      link,
      admission,
      needsFile: async (agentId, fileId) =>
        (await runFiles.isNeeded(agentId, fileId)) || (await anyDebugs.needsFile(agentId, fileId)),
      openFile: design.openForMachine,
      takeSampleLog: upload => jmeter.takeSampleLog(upload),
    })
    const peers = replicas.serve({
      live,
      controller: execution.controller,
      debugs,
      resumeReports: async () => {
        await execution.reports.resume()
        await jmeter.jmeterReports.resume()
      },
    })
    mountPeerRoutes(scope, { ...peers, now: clock, onFailure })
  })
  return {
    app,
    /** Call before the server listens. */
    start: async () => {
      await execution.start(await replicas.join())
      await jmeter.jmeterReports.resume()
      tasks.start()
      hosts.start()
      podPools.start()
      waiting.start()
    },
    /** Call once the server listens. */
    listening: (port: number) => replicas.listening(port),
    /** Runs go on on their machines; the next start takes them up. */
    close: async () => {
      await replicas.leave()
      await hosts.close()
      link.close()
      live.close()
      await app.close()
      await tasks.close()
      await execution.close()
      await jmeter.jmeterReports.close()
      await podPools.close()
      await waiting.close()
    },
    services: {
      ...people,
      ...projects,
      ...design,
      clusters,
      joinTokens: clusterAdministration.joinTokens,
      execution,
      jmeterReports: jmeter.jmeterReports,
      takeSampleLog: jmeter.takeSampleLog,
      live,
      licence,
      packages: deployment.packages,
      tasks,
      uploads: waiting.uploads,
      notices,
    },
  }
}
