/** Builds the router from the route table: guards every navigation, loads pages on demand, sets the title. */
import { chunkLoadTimeoutMs } from '@pone/schema/limits.ts'
import { createBrowserRouter, type RouteObject, redirect } from 'react-router'
import { textsReady } from './lib/i18n.ts'
import { loaded } from './lib/lazy-part.ts'
import { resolveNavigation, type Viewer } from './lib/navigation/navigation.ts'
import { startFirstData } from './lib/navigation/page-preparation.ts'
import { session } from './lib/session/session.ts'
import { findRoute, type RouteEntry, routes } from './routes.ts'
import { LoadFailedPage } from './shell/frame/load-failed-page.tsx'
import type { RouteHandle } from './shell/frame/page-announcer.tsx'
import { BareFrame, RootFrame } from './shell/frame/root-frame.tsx'

function viewer(): Viewer {
  const { token, isAdministrator, projectId, hasProject, cloudMode, isTenantAdmin } = session.get()
  return {
    hasToken: token !== '',
    isAdministrator,
    hasProject: hasProject && projectId !== '',
    cloudMode,
    isTenantAdmin,
  }
}

/** A page's module after its texts are loaded too, or a rejection after the time-out, which the error page offers to retry. */
async function loadInTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('page chunk timed out')), chunkLoadTimeoutMs)
  })
  try {
    return await Promise.race([loaded(() => withTexts(load)), timeout])
  } finally {
    clearTimeout(timer)
  }
}

async function withTexts<T>(load: () => Promise<T>): Promise<T> {
  const module = await load()
  await textsReady()
  return module
}

function pageRoute(route: RouteEntry): RouteObject {
  const { page, path, title, needs, area } = route
  const handle: RouteHandle = { title }
  if (!page)
    return {
      path,
      handle,
      lazy: async () => {
        const { AbsentPage } = await loadInTime(() => import('./shell/frame/absent-page.tsx'))
        return {
          Component: () => <AbsentPage title={title} hasMenu={area === 'admin' || area === 'projects'} />,
        }
      },
    }
  return {
    path,
    handle,
    lazy: async () => {
      startFirstData(route)
      const { Page } = await loadInTime(page)
      if (!needs) return { Component: Page }
      const { NeedsFunction } = await loadInTime(() => import('./shell/frame/needs-function.tsx'))
      return { Component: () => <NeedsFunction needs={needs} Page={Page} /> }
    },
  }
}

/** The router of the whole product, in history mode. */
export function createAppRouter() {
  const inArea = (area: RouteEntry['area']) =>
    routes.filter(route => route.area === area && !route.redirectTo)
  return createBrowserRouter([
    {
      Component: RootFrame,
      ErrorBoundary: LoadFailedPage,
      HydrateFallback: () => null,
      middleware: [
        ({ request }) => {
          const decision = resolveNavigation(new URL(request.url).pathname, viewer(), findRoute)
          if ('redirect' in decision) throw redirect(decision.redirect)
          document.title = session.get().productName
        },
      ],
      children: [
        { Component: BareFrame, ErrorBoundary: LoadFailedPage, children: inArea('public').map(pageRoute) },
        ...(['admin', 'projectList', 'projects'] as const).map(area => ({
          // Not needed to sign in, so not in the first load.
          lazy: async () => {
            const [{ Shell }, { followDates }] = await loadInTime(() =>
              Promise.all([import('./shell/frame/shell.tsx'), import('./lib/dates.ts')]),
            )
            followDates()
            return { Component: () => <Shell area={area} /> }
          },
          children: [{ ErrorBoundary: LoadFailedPage, children: inArea(area).map(pageRoute) }],
        })),
        // Only reached for addresses that the guard redirects.
        { path: '*', Component: () => null },
      ],
    },
  ])
}
