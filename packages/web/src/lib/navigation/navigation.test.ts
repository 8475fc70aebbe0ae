import { describe, expect, test } from 'vitest'
import { findRoute, routes } from '../../routes.ts'
import { landing, resolveNavigation, type Viewer } from './navigation.ts'

const login = '/pone/login'
const adminHome = '/pone/atf/adminHome'
const adminUsers = '/pone/atf/user'
const info = '/pone/atf/projectList/info'
const registerTenant = '/pone/atf/projectList/registerTenant'
const home = '/pone/atf/projects/home'
const assembly = '/pone/atf/projects/assembly'

const nobody = { hasToken: false, isAdministrator: false, hasProject: false, isTenantAdmin: false }
const administrator = { ...nobody, hasToken: true, isAdministrator: true }
const user = { ...nobody, hasToken: true }
const member = { ...user, hasProject: true }
const viewers: readonly Viewer[] = [false, true].flatMap(cloudMode =>
  [
    nobody,
    administrator,
    user,
    member,
    { ...user, isTenantAdmin: true },
    { ...member, isTenantAdmin: true },
  ].map(viewer => ({ ...viewer, cloudMode })),
)
const name = (viewer: Viewer) =>
  [
    viewer.cloudMode ? 'cloud' : 'installation',
    !viewer.hasToken
      ? 'nobody'
      : viewer.isAdministrator
        ? 'administrator'
        : viewer.isTenantAdmin
          ? 'tenant admin'
          : 'user',
    viewer.hasProject ? 'with project' : 'without project',
  ].join(', ')

/** The rules of specification section 2, implemented independently, case by case. */
function expected(path: string, viewer: Viewer): string {
  const route = routes.find(entry => entry.path === path)
  if (!route) return '/404'
  const { cloudMode } = viewer
  const adminLanding = cloudMode ? adminUsers : adminHome
  const userLanding = viewer.hasProject ? (cloudMode ? assembly : home) : cloudMode ? registerTenant : info
  const own = !viewer.hasToken ? login : viewer.isAdministrator ? adminLanding : userLanding

  // Cloud-only routes outside cloud mode.
  if (route.mode === 'cloudOnly' && !cloudMode) return own
  if (route.area === 'public') {
    // Signed in already: the matching sign-in page redirects.
    if (path === login && viewer.hasToken) return own
    if (path === '/pone/admin/login' && viewer.hasToken && viewer.isAdministrator) return own
    return path
  }
  if (!viewer.hasToken) return login
  // Pages that are not available in cloud mode.
  if (route.mode === 'notInCloud' && cloudMode) return own
  if (viewer.isAdministrator && route.area !== 'admin') return adminLanding
  if (!viewer.isAdministrator && route.area === 'admin') return userLanding
  if (route.tenantAdminOnly && !viewer.isTenantAdmin) return userLanding
  if (route.area === 'projects' && !viewer.hasProject && !route.tenantAdminOnly) return userLanding
  return route.redirectTo ?? path
}

const decide = (path: string, viewer: Viewer): string => {
  const decision = resolveNavigation(path, viewer, findRoute)
  return 'redirect' in decision ? decision.redirect : path
}

describe.each(viewers.map(viewer => [name(viewer), viewer] as const))('%s', (_name, viewer) => {
  test.each(routes.map(route => route.path))('%s', path => {
    expect(decide(path, viewer)).toBe(expected(path, viewer))
  })

  test('the root and /pone go to the sign-in page, an unknown path to /404', () => {
    expect(decide('/', viewer)).toBe(login)
    expect(decide('/pone', viewer)).toBe(login)
    expect(decide('/nowhere', viewer)).toBe('/404')
    expect(decide('/pone/atf/projects/nowhere', viewer)).toBe('/404')
  })

  test('following redirects always ends at a page', () => {
    for (const { path } of routes) {
      let at = path
      const seen = new Set<string>()
      while (decide(at, viewer) !== at) {
        expect(seen).not.toContain(at)
        seen.add(at)
        at = decide(at, viewer)
      }
      expect(findRoute(at)).toBeDefined()
    }
  })
})

test('each kind of viewer has the landing page of the specification', () => {
  const at = (viewer: typeof nobody, cloudMode: boolean) => landing({ ...viewer, cloudMode })
  expect(at(nobody, false)).toBe(login)
  expect(at(administrator, false)).toBe(adminHome)
  expect(at(administrator, true)).toBe(adminUsers)
  expect(at(member, false)).toBe(home)
  expect(at(member, true)).toBe(assembly)
  expect(at(user, false)).toBe(info)
  expect(at(user, true)).toBe(registerTenant)
})

test('every page of the specification is in the table', () => {
  const named = `login admin/login register invitation`.split(' ').map(page => `/pone/${page}`)
  const admin =
    `adminHome user project defectProcess outlook clusterManager actuator actuatorLog actuatorConfig actuatorConfigFiles data downloadCenter adminTaskCenter operationRecord operationRecordStatistics adminTenantManagement license adminTaskCenter/adminPRPerformanceTask adminTaskCenter/adminJMeterPerformanceTask adminTaskCenter/adminMonitorTask adminTaskCenter/adminBackupTask adminTaskCenter/adminMonitorWarning`
      .split(' ')
      .map(page => `/pone/atf/${page}`)
  const list = `info invitationCode registerTenant`.split(' ').map(page => `/pone/atf/projectList/${page}`)
  const workspace =
    `home assembly prComponentDesign jmeterComponentDesign testset scenarioSLA monitorList dataFlowReportManage dataFlowReportManagePage editScripts adapterManage adapter runningLogs realTimeMonitoring runningMonitorInfo logging analysisReports jmeterReports jmeterLog SLA prReportsCompare monitorInfo flameDiagram flameDiagramAnalysis flameDiagramDifference flameDiagramInfo loggingHistory analysisReportsHistory jmeterReportsHistory jmeterLogHistory SLAHistory prReportsCompareHistory monitorInfoHistory flameDiagramHistory flameDiagramAnalysisHistory flameDiagramDifferenceHistory flameDiagramInfoHistory monitorManager dataFlowReportManager dataFlowReportManagerPage monitorHistory viewFlameDiagram monitorCharts monitorBoard warningConfig warningTarget demand bug traceMonitor projectActuator projectManagement skywalking projectClusterManager projectList downloadCenter userManager tenantManagement myPackage myPackage/packagePurchase myPackage/orderList taskCenter taskCenter/PRPerformanceTask taskCenter/JMeterPerformanceTask taskCenter/monitorTask taskCenter/backupTask taskCenter/monitorWarning`
      .split(' ')
      .map(page => `/pone/atf/projects/${page}`)
  const all = [
    ...named,
    ...admin,
    ...list,
    ...workspace,
    '/404',
    '/alipay',
    '/noFlameDiagram',
    '/pone/atf',
    '/pone/atf/projectList',
    '/pone/atf/projects',
    // Monitor types of administrators, which the specification does not know.
    '/pone/atf/monitorType',
    // The settings centre of the menu, for which the specification defines no address.
    '/pone/atf/security',
    // Thread dumps of JVMs, which the specification names without an address.
    '/pone/atf/projects/threadDumps',
    // Production mixes, which the specification does not know.
    '/pone/atf/projects/productionMix',
    // The glossary of the help menu, likewise.
    '/pone/atf/glossary',
    '/pone/atf/projectList/glossary',
    '/pone/atf/projects/glossary',
  ]
  expect(routes.map(route => route.path).toSorted()).toEqual(all.toSorted())
})
