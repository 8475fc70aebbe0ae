/** All calls of the product by module; routes, client, permission matrix and the OpenAPI document are made from this table. */
import type { Call } from '../call.ts'
import { adminAlertCalls, alertChannelCalls, alertIncidentCalls, alertRuleCalls } from './alert.ts'
import { adminApiTokenCalls, apiTokenCalls, projectApiTokenCalls } from './api-token.ts'
import { authCalls } from './auth.ts'
import { captureCalls } from './capture.ts'
import { chartGroupCalls } from './chart-group.ts'
import { clusterCalls, joinTokenCalls, machineCalls, projectClusterCalls } from './cluster.ts'
import { comparisonCalls } from './comparison.ts'
import { attachmentCalls, componentCalls, parameterFileCalls } from './component.ts'
import { correlationRulesCalls } from './correlation-rules.ts'
import { flowReportCalls } from './flow-report.ts'
import { fullLinkCalls } from './full-link.ts'
import { homeCalls, tourCalls } from './home.ts'
import { hostCalls, projectHostCalls } from './host.ts'
import { jmeterComponentCalls } from './jmeter-component.ts'
import { jmeterLogCalls, jmeterReportCalls } from './jmeter-report.ts'
import { licenceCalls } from './licence.ts'
import { monitorCalls } from './monitor.ts'
import { adminMonitorCalls, monitorFigureCalls } from './monitor-figures.ts'
import { monitorFileCalls } from './monitor-files.ts'
import { monitorLinkCalls } from './monitor-link.ts'
import { monitorOperationCalls } from './monitor-operations.ts'
import { adminMonitorRetentionCalls, monitorRetentionCalls } from './monitor-retention.ts'
import { monitorTestCalls } from './monitor-test.ts'
import { monitorTypeCalls } from './monitor-type.ts'
import { monitorViewCalls } from './monitor-view.ts'
import { operationRecordCalls } from './operation-record.ts'
import { machineUpgradeCalls, packageCalls, projectPackageCalls } from './package.ts'
import { podPoolCalls } from './pod-pool.ts'
import { productionMixCalls } from './production-mix.ts'
import { profileCalls } from './profile.ts'
import { profilingCalls } from './profiling.ts'
import { adminProjectCalls, memberCalls, projectCalls, projectTemplateCalls, roleCalls } from './project.ts'
import { recordingCalls } from './recording.ts'
import { reportCalls } from './report.ts'
import { ruleCounterCalls } from './rule-counter.ts'
import { runCalls } from './run.ts'
import { runMonitoringCalls } from './run-monitoring.ts'
import { scenarioCalls } from './scenario.ts'
import { systemCalls } from './system.ts'
import { adminTaskCalls, taskCalls } from './task.ts'
import { threadDumpCalls } from './thread-dump.ts'
import { traceCalls } from './trace.ts'
import { tracingConsoleCalls } from './tracing-console.ts'
import { uploadCalls } from './upload.ts'
import { userCalls } from './user.ts'

export const calls = {
  system: systemCalls,
  auth: authCalls,
  user: userCalls,
  adminProject: adminProjectCalls,
  projectTemplate: projectTemplateCalls,
  project: projectCalls,
  home: homeCalls,
  tour: tourCalls,
  member: memberCalls,
  role: roleCalls,
  component: componentCalls,
  parameterFile: parameterFileCalls,
  attachment: attachmentCalls,
  jmeterComponent: jmeterComponentCalls,
  correlationRules: correlationRulesCalls,
  scenario: scenarioCalls,
  productionMix: productionMixCalls,
  cluster: clusterCalls,
  loadMachine: machineCalls,
  joinToken: joinTokenCalls,
  projectCluster: projectClusterCalls,
  monitor: {
    ...monitorCalls,
    ...monitorFileCalls,
    ...monitorTestCalls,
    ...monitorFigureCalls,
    ...monitorOperationCalls,
    ...monitorRetentionCalls,
  },
  adminMonitor: { ...adminMonitorCalls, ...adminMonitorRetentionCalls },
  monitorLink: monitorLinkCalls,
  monitorType: monitorTypeCalls,
  monitorView: monitorViewCalls,
  alert: { ...alertRuleCalls, ...alertIncidentCalls, ...alertChannelCalls },
  adminAlert: adminAlertCalls,
  chartGroup: chartGroupCalls,
  flowReport: flowReportCalls,
  fullLink: fullLinkCalls,
  tracingConsole: tracingConsoleCalls,
  trace: traceCalls,
  profile: profileCalls,
  profiling: profilingCalls,
  threadDump: threadDumpCalls,
  task: taskCalls,
  adminTask: adminTaskCalls,
  run: runCalls,
  runMonitoring: runMonitoringCalls,
  ruleCounter: ruleCounterCalls,
  report: reportCalls,
  comparison: comparisonCalls,
  jmeterReport: jmeterReportCalls,
  jmeterLog: jmeterLogCalls,
  operationRecord: operationRecordCalls,
  apiToken: apiTokenCalls,
  projectApiToken: projectApiTokenCalls,
  adminApiToken: adminApiTokenCalls,
  recording: recordingCalls,
  capture: captureCalls,
  licence: licenceCalls,
  podPool: podPoolCalls,
  host: hostCalls,
  projectHost: projectHostCalls,
  package: packageCalls,
  projectPackage: projectPackageCalls,
  machineUpgrade: machineUpgradeCalls,
  upload: uploadCalls,
} as const satisfies Record<string, Record<string, Call>>

export type Calls = typeof calls

/** Every call with its key `module.name`, in registry order. */
export const allCalls: readonly { readonly key: string; readonly call: Call }[] = Object.entries(
  calls,
).flatMap(([module, entries]) =>
  Object.entries(entries).map(([name, call]) => ({ key: `${module}.${name}`, call: call as Call })),
)
