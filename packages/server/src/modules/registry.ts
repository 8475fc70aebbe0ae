/** The modules of the server, in the order of creation: each receives what it needs of the previous ones. */
import type { RegistrationMode } from '@pone/contract/entities/security.ts'
import type { VictoriaSettings } from '../adapters/time-series/victoria-metrics/settings.ts'
import type { Nouns } from '../calls/nouns.ts'
import { openingSecrets } from '../link/secret-plans.ts'
import { type AlertModuleDeps, alertModule, alertNouns } from './alert/module.ts'
import { apiTokenModule, apiTokenNouns } from './api-token/module.ts'
import { attachmentModule, attachmentNouns } from './attachment/module.ts'
import { authModule } from './auth/module.ts'
import { captureModule, captureNouns } from './capture/module.ts'
import { createCatalogueRepository } from './catalogue/catalogue.repository.ts'
import { chartGroupModule, chartGroupNouns } from './chart-group/module.ts'
import type { ClusterService } from './cluster/cluster.service.ts'
import { type ClusterModuleDeps, clusterModule, clusterNouns } from './cluster/module.ts'
import { comparisonModule } from './comparison/module.ts'
import { componentModule, componentNouns } from './component/module.ts'
import { type ControllerModuleDeps, controllerModule, runNouns } from './controller/module.ts'
import { correlationRulesModule } from './correlation-rules/module.ts'
import { type DebugModuleDeps, debugModule, debugNouns } from './debug/module.ts'
import { flowReportModule, flowReportNouns } from './flow-report/module.ts'
import { fullLinkModule, fullLinkNouns } from './full-link/module.ts'
import { homeModule } from './home/module.ts'
import { type HostModuleDeps, hostModule, hostNouns } from './host/module.ts'
import { hostsUsingPackage } from './host/operation.repository.ts'
import { jmeterComponentModule } from './jmeter-component/module.ts'
import { jmeterReportModule } from './jmeter-report/module.ts'
import { licenceModule } from './licence/module.ts'
import { joinModules, type ModuleBase } from './module.ts'
import { type MonitorModuleDeps, monitorModule, monitorNouns } from './monitor/module.ts'
import { checkedParams } from './monitor/monitor-params.ts'
import { monitorLinkModule, monitorLinkNouns } from './monitor-link/module.ts'
import { monitorTypeModule, monitorTypeNouns } from './monitor-type/module.ts'
import { monitorViewModule } from './monitor-view/module.ts'
import type { Notices } from './notices.ts'
import { operationRecordModule } from './operation-record/module.ts'
import { packageModule, packageNouns } from './package/module.ts'
import { parameterFileModule, parameterFileNouns } from './parameter-file/module.ts'
import { createPlanFiles } from './plan-files.ts'
import { podPoolModule, podPoolNouns } from './pod-pool/module.ts'
import { productionMixModule, productionMixNouns } from './production-mix/module.ts'
import { profileModule, profileNouns } from './profile/module.ts'
import { projectAccess, projectModule, projectNouns } from './project/module.ts'
import { type RecordingModuleDeps, recordingModule, recordingNouns } from './recording/module.ts'
import { ruleCounterModule } from './rule-counter/module.ts'
import type { RunControl } from './run/run.service.ts'
import { createStoredRuns } from './run/stored-run.ts'
import { runMonitoringModule } from './run-monitoring/module.ts'
import { sampleLogModule } from './sample-log/module.ts'
import { scenarioModule, scenarioNouns } from './scenario/module.ts'
import type { ScenarioService } from './scenario/scenario.service.ts'
import { seriesModule } from './series/module.ts'
import { sessionModule } from './session/module.ts'
import { settingModule } from './setting/module.ts'
import { systemModule } from './system/module.ts'
import { taskModule, taskNouns } from './task/module.ts'
import { taskSetsUsing } from './task/task.service.ts'
import { threadDumpModule, threadDumpNouns } from './thread-dump/module.ts'
import { traceModule } from './trace/module.ts'
import { tracingConsoleModule } from './tracing-console/module.ts'
import { uploadModule, uploadNouns } from './upload/module.ts'
import { userModule, userNouns } from './user/module.ts'

export const nouns: Nouns = {
  ...userNouns,
  ...apiTokenNouns,
  ...podPoolNouns,
  ...clusterNouns,
  ...componentNouns,
  ...attachmentNouns,
  ...parameterFileNouns,
  ...recordingNouns,
  ...captureNouns,
  ...scenarioNouns,
  ...productionMixNouns,
  ...runNouns,
  ...projectNouns,
  ...taskNouns,
  ...packageNouns,
  ...hostNouns,
  ...debugNouns,
  ...monitorNouns,
  ...monitorLinkNouns,
  ...monitorTypeNouns,
  ...chartGroupNouns,
  ...alertNouns,
  ...flowReportNouns,
  ...fullLinkNouns,
  ...profileNouns,
  ...threadDumpNouns,
  ...uploadNouns,
}

export interface AccountOptions extends ModuleBase {
  /** Registration mode until an administrator sets one. */
  readonly defaultRegistration: RegistrationMode
  /** CAPTCHA text that is always accepted; for browser tests. */
  readonly fixedCaptcha: string | undefined
}

export type AccountModules = ReturnType<typeof createAccountModules>

/** Modules for identity, which the HTTP gate and the live stream need. */
export function createAccountModules(options: AccountOptions) {
  const setting = settingModule(options)
  const session = sessionModule({ ...options, ...setting.services })
  const user = userModule({ ...options, ...setting.services, ...session.services })
  const auth = authModule({ ...options, ...setting.services, ...session.services, ...user.services })
  const apiToken = apiTokenModule(options)
  const operationRecord = operationRecordModule(options)
  return joinModules([setting, session, user, auth, apiToken, operationRecord])
}

export interface ModuleOptions
  extends ModuleBase,
    Pick<ClusterModuleDeps, 'link' | 'admission' | 'controllers'>,
    Pick<ControllerModuleDeps, 'hub' | 'ownership'>,
    Pick<HostModuleDeps, 'certificate' | 'port'>,
    Pick<DebugModuleDeps, 'debugStore' | 'onAllServers' | 'publish'>,
    Pick<MonitorModuleDeps, 'audience'>,
    Pick<AlertModuleDeps, 'alertAudience'>,
    Pick<RecordingModuleDeps, 'recordings'> {
  readonly accounts: AccountModules['services']
  /** Builds the run control across all servers from that of this server. */
  readonly controlOf: (
    local: RunControl,
    sources: { readonly scenarios: ScenarioService; readonly clusters: ClusterService },
  ) => RunControl
  readonly notices: Notices
  /** PEM file of the public keys that licences may be signed with; may be missing. */
  readonly licenceKeysPath: string
  /** Script that builds packages of the server's own version; without it there are none. */
  readonly bundler: string | undefined
  readonly version: string
  readonly demoTargetUrl: string | undefined
  /** Data folder of the database, if it is on this machine. */
  readonly databaseFolder: string | undefined
  readonly victoriaMetrics: VictoriaSettings | undefined
  /** Private addresses and subnets that notices of alerts may be sent to. */
  readonly alertAddresses: readonly string[]
  /** Private addresses and subnets at which traces may be read. */
  readonly tracingAddresses: readonly string[]
  /** Under which people open the server; null: not known. */
  readonly publicUrl: string | null
}

/** Modules of the product's functions: design, machines, runs, tasks, and the installation itself. */
export function createModules(options: ModuleOptions) {
  const { accounts } = options
  const machines = machineModules(options)
  const monitoring = monitoringModules(options)
  const capture = captureModule(options)
  const design = designModules({
    ...options,
    ...machines.services,
    ...monitoring.services,
    ...capture.services,
  })
  const runs = runModules({
    ...options,
    ...machines.services,
    ...design.services,
    ...monitoring.services,
  })
  const recording = recordingModule({ ...options, ...capture.services })
  const project = projectModule({
    ...options,
    ...accounts,
    beforeDelete: async projectId => {
      await design.services.deleteFilesOf(projectId)
      await runs.services.sampleLogs.deleteOfProject(projectId)
      await runs.services.imports.deleteFiles({ projectId })
      await monitoring.services.timeSeries.removeProject(projectId)
      await monitoring.services.deleteProfilesOf(projectId)
      await recording.services.deleteRecordingsOf(projectId)
      await capture.services.deleteCapturesOf(projectId)
    },
  })
  const task = taskModule({
    ...options,
    ...machines.services,
    accessOf: projectAccess(options.database),
    taskRuns: {
      ...runs.services.runs,
      release: runId => machines.services.clusters.release(runId),
    },
  })
  const deployed = deploymentModules({ ...options, ...machines.services })
  const debug = debugModule({
    ...options,
    ...machines.services,
    ...design.services,
  })
  const upload = uploadModule(options)
  const system = systemModule({
    ...options,
    ...accounts,
    ...machines.services,
    ...project.services,
    certificatePin: () => options.certificate?.current.pin ?? null,
    certificateEnd: () => options.certificate?.current.validTo ?? null,
  })
  const home = homeModule(options)
  return joinModules([
    machines,
    design,
    monitoring,
    runs,
    project,
    home,
    task,
    deployed,
    debug,
    upload,
    recording,
    capture,
    system,
  ])
}

/** Modules for monitoring: series, types, monitors, links, and what of them belongs to runs. */
function monitoringModules(options: ModuleOptions) {
  const series = seriesModule(options)
  const monitorType = monitorTypeModule({ ...options, paramsOf: checkedParams })
  const alert = alertModule({ ...options, ...series.services, ...monitorType.services })
  const monitor = monitorModule({
    ...options,
    ...series.services,
    ...monitorType.services,
    ...alert.services,
  })
  const monitorLink = monitorLinkModule({ ...options, ...monitor.services })
  const chartGroup = chartGroupModule({ ...options, ...monitor.services })
  const monitorView = monitorViewModule({ ...options, ...monitorLink.services, ...monitorType.services })
  const ruleCounter = ruleCounterModule({ ...options, ...series.services, ...monitorType.services })
  const runMonitoring = runMonitoringModule({
    ...options,
    ...ruleCounter.services,
    ...series.services,
    ...monitorType.services,
    ...monitor.services,
    ...monitorLink.services,
  })
  const threadDump = threadDumpModule({ ...options, ...options.accounts })
  const profile = profileModule({ ...options, ...options.accounts, ...threadDump.services })
  const flowReport = flowReportModule({
    ...options,
    ...monitorLink.services,
    ...series.services,
    ...monitorType.services,
    ...monitor.services,
  })
  const fullLink = fullLinkModule({
    ...options,
    ...monitorType.services,
    ...monitor.services,
    ...runMonitoring.services,
  })
  return joinModules([
    series,
    monitorType,
    alert,
    monitor,
    monitorLink,
    monitorView,
    chartGroup,
    ruleCounter,
    runMonitoring,
    flowReport,
    fullLink,
    tracingConsoleModule(options),
    traceModule(options),
    profile,
    threadDump,
  ])
}

type MonitoringModules = ReturnType<typeof monitoringModules>['services']
type MachineModules = ReturnType<typeof machineModules>['services']
type DesignModules = ReturnType<typeof designModules>['services']

/** Modules for load generation: the licence, clusters and their machines. */
function machineModules(options: ModuleOptions) {
  const licence = licenceModule(options)
  const podPool = podPoolModule({
    ...options,
    serverAuthority: () => options.certificate?.current.authority ?? null,
  })
  const cluster = clusterModule({
    ...options,
    ...licence.services,
    beforeDelete: clusterId => podPool.services.podPools.remove(clusterId),
  })
  return joinModules([licence, podPool, cluster])
}

/** Modules for test design: components of both engines, their files, and scenarios. */
function designModules(
  options: ModuleOptions &
    MachineModules &
    Pick<MonitoringModules, 'ruleCounters'> &
    Pick<ReturnType<typeof captureModule>['services'], 'recordingMachinesOf'>,
) {
  const component = componentModule(options)
  const attachment = attachmentModule({ ...options, ...component.services })
  const parameterFile = parameterFileModule({ ...options, ...component.services })
  const jmeterComponent = jmeterComponentModule(options)
  const productionMix = productionMixModule(options)
  const scenario = scenarioModule({
    ...options,
    ...productionMix.services,
    isAnyRunning: createStoredRuns(options.database).isAnyActive,
    taskSetsUsing: taskSetsUsing(createCatalogueRepository(options.database)),
  })
  const files = createPlanFiles({
    ...attachment.services,
    ...parameterFile.services,
    ...jmeterComponent.services,
  })
  return joinModules([
    component,
    attachment,
    parameterFile,
    jmeterComponent,
    correlationRulesModule(options),
    productionMix,
    scenario,
    { handlers: {}, services: files },
  ])
}

/** Modules for execution: runs, their reports and logs, and comparisons. */
function runModules(options: ModuleOptions & MachineModules & DesignModules & MonitoringModules) {
  const { components, scenarios, jmeterComponents, podPools, link, fileOf, database } = options
  const sampleLog = sampleLogModule({ ...options, runRecord: createStoredRuns(database).record })
  const jmeterReport = jmeterReportModule({ ...options, ...sampleLog.services })
  const controller = controllerModule({
    ...options,
    ...sampleLog.services,
    ...jmeterReport.services,
    link: openingSecrets(link, document => components.opened(document)),
    onDemand: podPools,
    scenario: (projectId, id) => scenarios.scenario(projectId, id),
    components: {
      pr: async (projectId, id) => {
        const component = await components.component(projectId, id)
        // A secret that cannot be decrypted is reported before the run is created rather than when it is sent to machines.
        components.opened(component.document)
        return component
      },
      jmeter: (projectId, id) => jmeterComponents.runInput(projectId, id),
    },
    file: fileOf,
    counterProblems: options.ruleCounters.problems,
    controlOf: local => options.controlOf(local, { scenarios, clusters: options.clusters }),
  })
  const comparison = comparisonModule({ ...options, ...controller.services })
  return joinModules([sampleLog, controller, jmeterReport, comparison])
}

/** Modules for installation of software on machines. */
function deploymentModules(options: ModuleOptions & MachineModules) {
  const packages = packageModule({ ...options, usedBy: [hostsUsingPackage(options.database)] })
  const host = hostModule({ ...options, ...packages.services })
  return joinModules([packages, host])
}
