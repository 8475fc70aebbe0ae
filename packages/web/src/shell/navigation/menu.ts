/** The left navigation: groups in the order of a tester's work; pages that this version does not include are left out. */
import {
  AppstoreOutlined,
  AreaChartOutlined,
  AuditOutlined,
  BarChartOutlined,
  BugOutlined,
  BuildOutlined,
  CloudServerOutlined,
  ClusterOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  DeploymentUnitOutlined,
  DownloadOutlined,
  ExperimentOutlined,
  FileDoneOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FireOutlined,
  HistoryOutlined,
  HomeOutlined,
  IdcardOutlined,
  LineChartOutlined,
  NotificationOutlined,
  PieChartOutlined,
  ProjectOutlined,
  SafetyCertificateOutlined,
  SafetyOutlined,
  ScheduleOutlined,
  SettingOutlined,
  SkinOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { MessageKey } from '../../lib/i18n.ts'
import { findRoute, type RouteEntry } from '../../routes.ts'

export interface MenuItem {
  readonly path: string
  readonly icon: ComponentType
  readonly route: RouteEntry
}
export interface MenuGroup {
  readonly title?: MessageKey
  readonly items: readonly MenuItem[]
}
type Draft = {
  readonly title?: MessageKey
  readonly items: readonly (readonly [page: string, icon: ComponentType])[]
}

const adminMenu: readonly Draft[] = [
  {
    items: [
      ['adminHome', HomeOutlined],
      ['adminTaskCenter', ScheduleOutlined],
    ],
  },
  {
    title: 'menu.people',
    items: [
      ['user', TeamOutlined],
      ['project', ProjectOutlined],
      ['adminTenantManagement', IdcardOutlined],
      ['defectProcess', BugOutlined],
    ],
  },
  {
    title: 'menu.environment',
    items: [
      ['clusterManager', ClusterOutlined],
      ['actuator', DeploymentUnitOutlined],
      ['actuatorConfig', SettingOutlined],
      ['downloadCenter', DownloadOutlined],
    ],
  },
  {
    title: 'menu.system',
    items: [
      ['monitorType', LineChartOutlined],
      ['data', DatabaseOutlined],
      ['operationRecord', AuditOutlined],
      ['operationRecordStatistics', BarChartOutlined],
      ['license', IdcardOutlined],
      ['security', SafetyOutlined],
      ['outlook', SkinOutlined],
    ],
  },
]
const projectMenu: readonly Draft[] = [
  {
    items: [
      ['home', HomeOutlined],
      ['taskCenter', ScheduleOutlined],
    ],
  },
  {
    title: 'menu.design',
    items: [
      ['assembly', AppstoreOutlined],
      ['jmeterComponentDesign', ExperimentOutlined],
      ['testset', BuildOutlined],
      ['productionMix', PieChartOutlined],
      ['adapterManage', SettingOutlined],
    ],
  },
  {
    title: 'menu.execution',
    items: [
      ['logging', FileSearchOutlined],
      ['runningLogs', FileTextOutlined],
      ['jmeterReports', AreaChartOutlined],
      ['prReportsCompare', BarChartOutlined],
    ],
  },
  {
    title: 'menu.history',
    items: [
      ['loggingHistory', HistoryOutlined],
      ['analysisReportsHistory', FileDoneOutlined],
      ['SLAHistory', SafetyCertificateOutlined],
      ['jmeterReportsHistory', AreaChartOutlined],
      ['jmeterLogHistory', FileTextOutlined],
      ['prReportsCompareHistory', BarChartOutlined],
      ['monitorHistory', LineChartOutlined],
      ['dataFlowReportManager', DeploymentUnitOutlined],
      ['flameDiagramHistory', FireOutlined],
    ],
  },
  {
    title: 'menu.monitoring',
    items: [
      ['monitorManager', LineChartOutlined],
      ['monitorList', DashboardOutlined],
      ['runningMonitorInfo', AreaChartOutlined],
      ['dataFlowReportManage', DeploymentUnitOutlined],
      ['monitorBoard', BarChartOutlined],
      ['traceMonitor', DeploymentUnitOutlined],
      ['flameDiagram', FireOutlined],
      ['skywalking', DeploymentUnitOutlined],
    ],
  },
  {
    title: 'menu.alarm',
    items: [
      ['warningConfig', NotificationOutlined],
      ['warningTarget', NotificationOutlined],
    ],
  },
  {
    title: 'menu.quality',
    items: [
      ['demand', AuditOutlined],
      ['bug', BugOutlined],
    ],
  },
  {
    title: 'menu.settings',
    items: [
      ['projectManagement', TeamOutlined],
      ['projectList', ProjectOutlined],
      ['projectClusterManager', ClusterOutlined],
      ['projectActuator', CloudServerOutlined],
      ['downloadCenter', DownloadOutlined],
      ['userManager', TeamOutlined],
      ['tenantManagement', IdcardOutlined],
      ['myPackage', IdcardOutlined],
    ],
  },
]

/** Pages without an entry of their own highlight the entry they are opened from. */
const belongsTo: Readonly<Record<string, string>> = {
  prComponentDesign: 'assembly',
  editScripts: 'assembly',
  scenarioSLA: 'testset',
  realTimeMonitoring: 'logging',
  analysisReports: 'logging',
  SLA: 'logging',
  jmeterLog: 'jmeterReports',
  flameDiagramInfo: 'flameDiagram',
  flameDiagramAnalysis: 'flameDiagram',
  flameDiagramDifference: 'flameDiagram',
  viewFlameDiagram: 'flameDiagram',
  flameDiagramInfoHistory: 'flameDiagramHistory',
  flameDiagramAnalysisHistory: 'flameDiagramHistory',
  flameDiagramDifferenceHistory: 'flameDiagramHistory',
  monitorInfo: 'monitorManager',
  threadDumps: 'monitorManager',
  monitorInfoHistory: 'monitorHistory',
  monitorCharts: 'monitorBoard',
  dataFlowReportManagePage: 'dataFlowReportManage',
  dataFlowReportManagerPage: 'dataFlowReportManager',
  actuatorLog: 'actuatorConfig',
  actuatorConfigFiles: 'actuatorConfig',
}

export interface MenuViewer {
  readonly cloudMode: boolean
  readonly isTenantAdmin: boolean
  readonly accessList: readonly string[]
}

/** Groups of an area for a viewer: only pages that exist, are available in the mode and are permitted; empty groups are left out. */
export function menuOf(area: 'admin' | 'projects', viewer: MenuViewer): readonly MenuGroup[] {
  const base = area === 'admin' ? '/pone/atf' : '/pone/atf/projects'
  const isOpen = (route: RouteEntry) =>
    route.page !== undefined &&
    (route.mode === undefined || (route.mode === 'cloudOnly') === viewer.cloudMode) &&
    (!route.tenantAdminOnly || viewer.isTenantAdmin) &&
    (!route.needs || viewer.accessList.includes(route.needs))
  return (area === 'admin' ? adminMenu : projectMenu)
    .map(({ items, ...group }) => ({
      ...group,
      items: items.flatMap(([page, icon]) => {
        const path = `${base}/${page}`
        const route = findRoute(path)
        // A page of tabs may be opened if the tab that it redirects to may be.
        const shown = route?.redirectTo === undefined ? route : findRoute(route.redirectTo)
        return route && shown && isOpen(shown) ? [{ path, icon, route }] : []
      }),
    }))
    .filter(group => group.items.length > 0)
}

/** Path of the menu entry that an address belongs to. */
export function menuPathOf(path: string): string {
  const page = path.slice(path.lastIndexOf('/') + 1)
  const centre = /^(.*\/(?:adminTaskCenter|taskCenter))\//.exec(path)?.[1]
  if (centre !== undefined) return centre
  const parent = belongsTo[page]
  return parent ? `/pone/atf/projects/${parent}` : path
}
