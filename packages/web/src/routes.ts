/** The route table: one line per page of specification section 2, with its guard and its lazy page; a route without a page shows that this version does not include it. */
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import type { ComponentType } from 'react'
import type { RouteGuard } from './lib/navigation/navigation.ts'
import type { FirstData } from './lib/navigation/page-preparation.ts'
import type { RouteMessageKey } from './route-messages.ts'

/** What a page's module exports. */
export interface PageModule {
  readonly Page: ComponentType
}

export interface RouteEntry extends RouteGuard {
  readonly title: RouteMessageKey
  readonly page?: () => Promise<PageModule>
  /** Permission that the role in the project must have to open the page. */
  readonly needs?: ProjectFunction
  /** Asked for beside the page's code instead of after it. */
  readonly firstData?: FirstData
}

type PageName = RouteMessageKey extends `route.${infer Name}` ? Name : never
type Extra = Partial<Omit<RouteEntry, 'area'>>

const inArea =
  (area: RouteEntry['area'], base: string) =>
  (name: PageName, extra: Extra = {}): RouteEntry => ({
    path: `${base}/${name}`,
    title: `route.${name}` as const,
    area,
    ...extra,
  })
const open = inArea('public', '/pone')
const admin = inArea('admin', '/pone/atf')
const list = inArea('projectList', '/pone/atf/projectList')
const work = inArea('projects', '/pone/atf/projects')

const cloudOnly = { mode: 'cloudOnly' } as const
const notInCloud = { mode: 'notInCloud' } as const
const tenantAdmin = { mode: 'cloudOnly', tenantAdminOnly: true } as const
const page = (load: () => Promise<PageModule>) => ({ page: load })
const at = (path: string) => ({ path })
const to = (redirectTo: string) => ({ redirectTo })
const needs = (needed: ProjectFunction) => ({ needs: needed })

const adminTasks = [
  'PRPerformanceTask',
  'JMeterPerformanceTask',
  'MonitorTask',
  'BackupTask',
  'MonitorWarning',
] as const
const tasks = [
  'PRPerformanceTask',
  'JMeterPerformanceTask',
  'monitorTask',
  'backupTask',
  'monitorWarning',
] as const

/** Begins the names of their tabs; not written with them, since that would name texts of tasks, which are then loaded with the table. */
const centre = 'task'
/** Sessions of monitors in the task centres. */
const monitorTask = page(() => import('./monitor-task-page.tsx'))
/** Incidents in the task centres. */
const monitorWarning = page(() => import('./monitor-warning-page.tsx'))
/** The same page in every area, so that it stands beside what a person is doing. */
const glossary = page(() => import('./features/glossary/glossary-page.tsx'))

export const routes: readonly RouteEntry[] = [
  // Public
  open(
    'login',
    page(() => import('./features/sign-in/login-page.tsx')),
  ),
  open('adminLogin', {
    ...at('/pone/admin/login'),
    ...page(() => import('./features/sign-in/admin-login-page.tsx')),
  }),
  open(
    'register',
    page(() => import('./features/sign-in/register-page.tsx')),
  ),
  open('invitation', cloudOnly),
  open('notFound', { ...at('/404'), ...page(() => import('./features/plain/not-found-page.tsx')) }),
  open('alipay', at('/alipay')),
  open('noFlameDiagram', {
    ...at('/noFlameDiagram'),
    ...page(() => import('./features/plain/no-flame-diagram-page.tsx')),
  }),

  // Administration
  admin('adminHome', { ...at('/pone/atf'), ...to('/pone/atf/adminHome') }),
  admin(
    'adminHome',
    page(() => import('./features/admin-home/admin-home-page.tsx')),
  ),
  admin(
    'user',
    page(() => import('./features/users/users-page.tsx')),
  ),
  admin('project', {
    ...notInCloud,
    ...page(() => import('./features/projects/admin/admin-projects-page.tsx')),
  }),
  admin('defectProcess'),
  admin('outlook'),
  admin(
    'clusterManager',
    page(() => import('./features/clusters/cluster-manager-page.tsx')),
  ),
  admin(
    'actuator',
    page(() => import('./features/deployment/hosts/actuator-page.tsx')),
  ),
  admin(
    'actuatorLog',
    page(() => import('./features/deployment/log/actuator-log-page.tsx')),
  ),
  admin(
    'actuatorConfig',
    page(() => import('./features/deployment/files/actuator-config-page.tsx')),
  ),
  admin(
    'actuatorConfigFiles',
    page(() => import('./features/deployment/files/actuator-config-files-page.tsx')),
  ),
  admin(
    'monitorType',
    page(() => import('./features/monitors/types/monitor-type-page.tsx')),
  ),
  admin('data'),
  admin(
    'downloadCenter',
    page(() => import('./features/packages/download-center-page.tsx')),
  ),
  admin('adminTaskCenter', to('/pone/atf/adminTaskCenter/adminPRPerformanceTask')),
  ...adminTasks.map(tab =>
    admin(`${centre}.${tab}`, {
      ...at(`/pone/atf/adminTaskCenter/admin${tab}`),
      ...(tab === 'PRPerformanceTask' &&
        page(() => import('./features/tasks/centre/admin-task-center-page.tsx'))),
      ...(tab === 'JMeterPerformanceTask' &&
        page(() => import('./features/tasks/centre/admin-jmeter-task-center-page.tsx'))),
      ...(tab === 'MonitorTask' && monitorTask),
      ...(tab === 'MonitorWarning' && monitorWarning),
    }),
  ),
  admin(
    'operationRecord',
    page(() => import('./features/operation-records/operation-records-page.tsx')),
  ),
  admin(
    'operationRecordStatistics',
    page(() => import('./features/operation-records/statistics-page.tsx')),
  ),
  admin(
    'security',
    page(() => import('./features/security/security-page.tsx')),
  ),
  admin('adminTenantManagement', cloudOnly),
  admin(
    'license',
    page(() => import('./features/licence/licence-page.tsx')),
  ),

  admin('glossary', glossary),

  // Choosing a project
  list('projectInfo', { ...at('/pone/atf/projectList'), ...notInCloud, ...to('/pone/atf/projectList/info') }),
  list('projectInfo', {
    ...at('/pone/atf/projectList/info'),
    ...notInCloud,
    ...page(() => import('./features/projects/choice/project-choice-page.tsx')),
  }),
  list('invitationCode', cloudOnly),
  list('registerTenant', cloudOnly),

  list('glossary', glossary),

  // Project workspace
  work('home', { ...at('/pone/atf/projects'), ...notInCloud, ...to('/pone/atf/projects/home') }),
  work('home', {
    ...notInCloud,
    ...needs('project.view'),
    ...page(() => import('./features/home/home-page.tsx')),
  }),
  work('glossary', glossary),
  work('assembly', {
    ...needs('component.view'),
    ...page(() => import('./features/components/catalogue/assembly-page.tsx')),
    firstData: 'components',
  }),
  work('prComponentDesign', {
    ...needs('component.view'),
    ...page(() => import('./features/components/editor/component-design-page.tsx')),
  }),
  work('jmeterComponentDesign', {
    ...needs('component.view'),
    ...page(() => import('./jmeter-design-page.tsx')),
  }),
  work('testset', {
    ...needs('scenario.view'),
    ...page(() => import('./testset-page.tsx')),
    firstData: 'scenarios',
  }),
  work('scenarioSLA', {
    ...needs('scenario.view'),
    ...page(() => import('./features/scenarios/sla/scenario-sla-page.tsx')),
  }),
  work('productionMix', {
    ...needs('scenario.view'),
    ...page(() => import('./features/production-mixes/production-mix-page.tsx')),
  }),
  work('monitorList', {
    ...needs('monitor.view'),
    ...page(() => import('./features/monitors/wall/monitor-list-page.tsx')),
  }),
  work('dataFlowReportManage', {
    ...needs('monitor.view'),
    ...page(() => import('./features/monitors/flow-reports/running-list-page.tsx')),
  }),
  work('dataFlowReportManagePage', {
    ...needs('monitor.view'),
    ...page(() => import('./features/monitors/flow-reports/running-report-page.tsx')),
  }),
  work('editScripts', {
    ...needs('component.view'),
    ...page(() => import('./features/components/editor/edit-scripts-page.tsx')),
  }),
  work('adapterManage'),
  work('adapter'),
  work('runningLogs', {
    ...notInCloud,
    ...needs('run.view'),
    ...page(() => import('./running-logs-page.tsx')),
  }),
  work('realTimeMonitoring', {
    ...needs('run.view'),
    ...page(() => import('./features/runs/live/live-page.tsx')),
  }),
  work('runningMonitorInfo', {
    ...needs('monitor.view'),
    ...page(() => import('./features/monitors/info/running-monitor-info-page.tsx')),
  }),
  work('logging', {
    ...needs('run.view'),
    ...page(() => import('./features/runs/records/records-page.tsx')),
  }),
  work('analysisReports', {
    ...needs('run.view'),
    ...page(() => import('./features/runs/report/report-page.tsx')),
  }),
  work('jmeterReports', {
    ...needs('run.view'),
    ...page(() => import('./features/jmeter-reports/report/jmeter-reports-page.tsx')),
  }),
  work('jmeterLog', {
    ...needs('run.view'),
    ...page(() => import('./features/jmeter-reports/log/jmeter-log-page.tsx')),
  }),
  work('SLA', { ...needs('run.view'), ...page(() => import('./features/runs/sla/sla-page.tsx')) }),
  work('prReportsCompare', {
    ...needs('run.view'),
    ...page(() => import('./features/comparison/comparison-page.tsx')),
  }),
  work('monitorInfo', {
    ...needs('monitor.view'),
    ...page(() => import('./features/monitors/info/monitor-info-page.tsx')),
  }),
  work('threadDumps', {
    ...needs('monitor.view'),
    ...page(() => import('./features/monitors/threads/thread-dumps-page.tsx')),
  }),
  work('flameDiagram', {
    ...needs('monitor.view'),
    ...page(() => import('./features/profiles/list/profile-list-page.tsx')),
  }),
  work('flameDiagramAnalysis', {
    ...needs('monitor.view'),
    ...page(() => import('./features/profiles/analysis/profile-analysis-page.tsx')),
  }),
  work('flameDiagramDifference', {
    ...needs('monitor.view'),
    ...page(() => import('./features/profiles/difference/profile-difference-page.tsx')),
  }),
  work('flameDiagramInfo', {
    ...needs('monitor.view'),
    ...page(() => import('./features/profiles/info/profile-info-page.tsx')),
  }),
  // The same pages for ended runs
  work('loggingHistory', {
    ...needs('run.view'),
    ...page(() => import('./features/runs/records/records-page.tsx')),
  }),
  work('analysisReportsHistory', {
    ...needs('run.view'),
    ...page(() => import('./features/runs/report/report-page.tsx')),
  }),
  work('jmeterReportsHistory', {
    ...needs('run.view'),
    ...page(() => import('./features/jmeter-reports/report/jmeter-reports-page.tsx')),
  }),
  work('jmeterLogHistory', {
    ...needs('run.view'),
    ...page(() => import('./features/jmeter-reports/log/jmeter-log-page.tsx')),
  }),
  work('SLAHistory', { ...needs('run.view'), ...page(() => import('./features/runs/sla/sla-page.tsx')) }),
  work('prReportsCompareHistory', {
    ...needs('run.view'),
    ...page(() => import('./features/comparison/comparison-page.tsx')),
  }),
  work('monitorInfoHistory', {
    ...needs('monitor.view'),
    ...page(() => import('./features/monitors/history/monitor-info-history-page.tsx')),
  }),
  work('flameDiagramHistory', {
    ...needs('monitor.view'),
    ...page(() => import('./features/profiles/list/profile-list-page.tsx')),
  }),
  work('flameDiagramAnalysisHistory', {
    ...needs('monitor.view'),
    ...page(() => import('./features/profiles/analysis/profile-analysis-page.tsx')),
  }),
  work('flameDiagramDifferenceHistory', {
    ...needs('monitor.view'),
    ...page(() => import('./features/profiles/difference/profile-difference-page.tsx')),
  }),
  work('flameDiagramInfoHistory', {
    ...needs('monitor.view'),
    ...page(() => import('./features/profiles/info/profile-info-page.tsx')),
  }),
  // Monitoring, alerts, quality
  work('monitorManager', {
    ...needs('monitor.view'),
    ...page(() => import('./features/monitors/manager/monitor-manager-page.tsx')),
  }),
  work('dataFlowReportManager', {
    ...needs('monitor.view'),
    ...page(() => import('./features/monitors/flow-reports/history-list-page.tsx')),
  }),
  work('dataFlowReportManagerPage', {
    ...needs('monitor.view'),
    ...page(() => import('./features/monitors/flow-reports/history-report-page.tsx')),
  }),
  work('monitorHistory', {
    ...needs('monitor.view'),
    ...page(() => import('./features/monitors/history/monitor-history-page.tsx')),
  }),
  work('viewFlameDiagram', {
    ...needs('monitor.view'),
    ...page(() => import('./features/profiles/view/profile-view-page.tsx')),
  }),
  work('monitorCharts', {
    ...needs('monitor.edit'),
    ...page(() => import('./features/monitors/boards/monitor-charts-page.tsx')),
  }),
  work('monitorBoard', {
    ...needs('monitor.view'),
    ...page(() => import('./features/monitors/boards/monitor-board-page.tsx')),
  }),
  work('warningConfig', {
    ...needs('monitor.view'),
    ...page(() => import('./features/monitors/alerts/rules/warning-config-page.tsx')),
  }),
  work('warningTarget', {
    ...needs('monitor.view'),
    ...page(() => import('./features/monitors/alerts/channels/warning-target-page.tsx')),
  }),
  work('demand'),
  work('bug'),
  work('traceMonitor', {
    ...needs('run.view'),
    ...page(() => import('./trace-monitor-page.tsx')),
  }),
  work('projectActuator', {
    ...needs('machine.view'),
    ...page(() => import('./features/deployment/hosts/project-actuator-page.tsx')),
  }),
  // Not in cloud mode
  work('projectManagement', {
    ...notInCloud,
    ...needs('project.view'),
    ...page(() => import('./features/projects/management/project-management-page.tsx')),
  }),
  work('skywalking', {
    ...notInCloud,
    ...needs('project.view'),
    ...page(() => import('./features/tracing/skywalking-page.tsx')),
  }),
  work('projectClusterManager', {
    ...notInCloud,
    ...needs('cluster.view'),
    ...page(() => import('./features/clusters/project/project-cluster-manager-page.tsx')),
  }),
  work('projectList', {
    ...notInCloud,
    ...page(() => import('./features/projects/choice/project-list-page.tsx')),
  }),
  work('downloadCenter', {
    ...notInCloud,
    ...needs('machine.view'),
    ...page(() => import('./features/packages/project-download-center-page.tsx')),
  }),
  // Cloud mode, tenant administrators
  work('userManager', tenantAdmin),
  work('tenantManagement', tenantAdmin),
  work('myPackage', { ...tenantAdmin, ...to('/pone/atf/projects/myPackage/packagePurchase') }),
  work('packagePurchase', { ...at('/pone/atf/projects/myPackage/packagePurchase'), ...tenantAdmin }),
  work('orderList', { ...at('/pone/atf/projects/myPackage/orderList'), ...tenantAdmin }),
  // Task centre
  work('taskCenter', { ...notInCloud, ...to('/pone/atf/projects/taskCenter/PRPerformanceTask') }),
  ...tasks.map(tab =>
    work(`${centre}.${tab}`, {
      ...at(`/pone/atf/projects/taskCenter/${tab}`),
      ...notInCloud,
      ...(tab === 'PRPerformanceTask' && {
        ...needs('run.view'),
        ...page(() => import('./features/tasks/centre/task-center-page.tsx')),
      }),
      ...(tab === 'JMeterPerformanceTask' && {
        ...needs('run.view'),
        ...page(() => import('./features/tasks/centre/jmeter-task-center-page.tsx')),
      }),
      ...(tab === 'monitorTask' && { ...needs('monitor.view'), ...monitorTask }),
      ...(tab === 'monitorWarning' && { ...needs('monitor.view'), ...monitorWarning }),
    }),
  ),
]

const byPath = new Map(routes.map(route => [route.path, route]))

/** The entry of an address; a trailing slash is ignored. */
export function findRoute(path: string): RouteEntry | undefined {
  return byPath.get(path.length > 1 ? path.replace(/\/+$/, '') : path)
}
