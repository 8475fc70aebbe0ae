/** The navigation rules of specification section 2 as one pure function: whether a viewer may open a path, and the redirect if not. */

export interface RouteGuard {
  readonly path: string
  readonly area: 'public' | 'admin' | 'projectList' | 'projects'
  readonly mode?: 'cloudOnly' | 'notInCloud'
  readonly tenantAdminOnly?: true
  /** The path redirects to its default child. */
  readonly redirectTo?: string
}

export interface Viewer {
  readonly hasToken: boolean
  readonly isAdministrator: boolean
  /** A project is selected. */
  readonly hasProject: boolean
  readonly cloudMode: boolean
  readonly isTenantAdmin: boolean
}

export type Navigation = { readonly allow: true } | { readonly redirect: string }

export const paths = {
  login: '/pone/login',
  adminLogin: '/pone/admin/login',
  register: '/pone/register',
  notFound: '/404',
  adminHome: '/pone/atf/adminHome',
  adminUsers: '/pone/atf/user',
  projectInfo: '/pone/atf/projectList/info',
  registerTenant: '/pone/atf/projectList/registerTenant',
  home: '/pone/atf/projects/home',
  assembly: '/pone/atf/projects/assembly',
  projectManagement: '/pone/atf/projects/projectManagement',
} as const

/** First page of an administrator. */
export const administratorLanding = (cloudMode: boolean): string =>
  cloudMode ? paths.adminUsers : paths.adminHome

/** First page of a user without a selected project. */
const withoutProject = (cloudMode: boolean): string => (cloudMode ? paths.registerTenant : paths.projectInfo)

/** First page of the project workspace. */
export const projectDefault = (cloudMode: boolean): string => (cloudMode ? paths.assembly : paths.home)

const userLanding = (viewer: Viewer): string =>
  viewer.hasProject ? projectDefault(viewer.cloudMode) : withoutProject(viewer.cloudMode)

/** First page of a viewer who requested no particular page. */
export function landing(viewer: Viewer): string {
  if (!viewer.hasToken) return paths.login
  return viewer.isAdministrator ? administratorLanding(viewer.cloudMode) : userLanding(viewer)
}

const allow: Navigation = { allow: true }
const redirect = (to: string): Navigation => ({ redirect: to })

/** Decides on one navigation; `find` looks a path up in the route table. A redirect never leads to the same path. */
export function resolveNavigation(
  path: string,
  viewer: Viewer,
  find: (path: string) => RouteGuard | undefined,
): Navigation {
  if (path === '/' || path === '/pone') return redirect(paths.login)
  const route = find(path)
  if (!route) return redirect(paths.notFound)

  if (route.mode === 'cloudOnly' && !viewer.cloudMode) return redirect(landing(viewer))
  if (route.area === 'public') return resolvePublic(route.path, viewer)
  if (!viewer.hasToken) return redirect(paths.login)
  if (route.mode === 'notInCloud' && viewer.cloudMode) return redirect(landing(viewer))
  if ((route.area === 'admin') !== viewer.isAdministrator) return redirect(landing(viewer))
  if (route.tenantAdminOnly && !viewer.isTenantAdmin) return redirect(userLanding(viewer))
  // The workspace shows one project; the tenant's own pages do not need one.
  if (route.area === 'projects' && !viewer.hasProject && !route.tenantAdminOnly) {
    return redirect(withoutProject(viewer.cloudMode))
  }
  return route.redirectTo ? redirect(route.redirectTo) : allow
}

/** A user who is signed in already (remember-me, a second tab) is redirected from the matching sign-in page. */
function resolvePublic(path: string, viewer: Viewer): Navigation {
  const ownLogin = viewer.isAdministrator ? paths.adminLogin : paths.login
  const isOwnLogin = path === ownLogin || (path === paths.login && viewer.isAdministrator)
  return viewer.hasToken && isOwnLogin ? redirect(landing(viewer)) : allow
}
