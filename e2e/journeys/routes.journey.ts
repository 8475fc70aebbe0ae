/**
 * Every route of the table, opened by its address without an account, as a user and as an administrator, leads where
 * specification section 2 defines.
 */
import assert from 'node:assert/strict'
import { type RouteEntry, routes } from '@pone/web/routes.ts'
import type { Pone } from '../driver/pone.ts'
import { enterProject } from '../driver/projects.ts'
import type { Journey, World } from '../harness/journey.ts'

const productName = 'Pone'
const login = '/pone/login'
const adminHome = '/pone/atf/adminHome'
const home = '/pone/atf/projects/home'
const chooseProject = '/pone/atf/projectList/info'

type Role = 'nobody' | 'user' | 'administrator'

/** A report belongs to a run; without one its page leads to the records. */
const reportPage = '/pone/atf/projects/analysisReports'
const recordsPage = '/pone/atf/projects/logging'

/** Written from the specification, not from the code that is under test. */
function destination(route: RouteEntry, role: Role): string {
  const landing = { nobody: login, user: home, administrator: adminHome }[role]
  if (route.mode === 'cloudOnly') return landing
  if (route.area === 'public') {
    const isLogin = route.path === login || (route.path === '/pone/admin/login' && role === 'administrator')
    return isLogin && role !== 'nobody' ? landing : route.path
  }
  if (role === 'nobody' || (route.area === 'admin') !== (role === 'administrator')) return landing
  if (route.path === reportPage) return recordsPage
  return route.redirectTo ?? route.path
}

/** The page loads the address, or (much faster) navigates by its history without a load. */
type Way = 'load' | 'history'

/** Returns what was wrong; an empty list when all is correct. */
async function openRoute(pone: Pone, path: string, wanted: string, way: Way = 'load'): Promise<string[]> {
  if (way === 'load') await load(pone, path)
  else await pone.page.evaluate(goByHistory, path)
  const hasSettled = await settles(pone.page.waitForFunction(isShown, wanted))
  const faults: string[] = []
  if (pone.path() !== wanted) faults.push(`${path} ended at ${pone.path()} instead of ${wanted}`)
  else if (!hasSettled) faults.push(`${path} shows nothing`)
  const title = await pone.page.title()
  if (title !== productName) faults.push(`${path} has the title ${title}`)
  const target = routes.find(route => route.path === wanted)
  if (target && isAbsent(target)) {
    const isSaid = await settles(pone.see('state.absent', { name: pone.t(target.title) }))
    if (!isSaid) faults.push(`${path} does not say that this version lacks it`)
  }
  const keys = await pone.untranslated()
  if (keys.length > 0) faults.push(`${path} shows ${keys.join(', ')}`)
  return faults
}

/** A page that is still on its own way elsewhere aborts the first try. */
async function load(pone: Pone, path: string): Promise<void> {
  const go = () => pone.page.goto(path, { waitUntil: 'domcontentloaded' })
  await go().catch((cause: unknown) => {
    if (!String(cause).includes('net::ERR_ABORTED')) throw cause
    return go()
  })
}

const isAbsent = (route: RouteEntry) => !route.page && !route.redirectTo
const settles = (waiting: Promise<unknown>): Promise<boolean> =>
  waiting.then(
    () => true,
    () => false,
  )

function goByHistory(path: string): void {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

function isShown(wanted: string): boolean {
  const content = document.querySelector('main')
  return location.pathname === wanted && content !== null && content.innerText.trim() !== ''
}

async function openAll(pone: Pone, role: Role): Promise<void> {
  const faults: string[] = []
  for (const route of routes) {
    const wanted = destination(route, role)
    const way = route.path === wanted && !isAbsent(route) ? 'load' : 'history'
    faults.push(...(await openRoute(pone, route.path, wanted, way)))
  }
  assert.deepEqual(faults, [])
}

async function run({ openBrowser, installation, check, checkAlso }: World): Promise<void> {
  const nobody = await openBrowser()
  const user = await openBrowser()
  const administrator = await openBrowser({ language: 'en' })
  await check('user and administrator sign in', async () => {
    await administrator.signIn(installation.administrator, 'administrator')
    await administrator.isAt(adminHome)
    await user.signIn(installation.tester)
  })
  await checkAlso('without a chosen project the workspace leads to the choice of one', async () => {
    assert.deepEqual(await openRoute(user, home, chooseProject), [])
    assert.deepEqual(await openRoute(user, '/pone/atf/projects/assembly', chooseProject), [])
  })
  await check('choosing a project opens its home page', async () => {
    await enterProject(user)
    await user.isAt(home)
  })
  await checkAlso('every route opens or redirects as it should for all three', async () => {
    const results = await Promise.allSettled([
      openAll(nobody, 'nobody'),
      openAll(user, 'user'),
      openAll(administrator, 'administrator'),
    ])
    const failed = results.flatMap(result => (result.status === 'rejected' ? [String(result.reason)] : []))
    assert.deepEqual(failed, [])
  })
  await checkAlso('history and running logs are pages of their own, reached from the menu', async () => {
    const pages = ['loggingHistory', 'analysisReportsHistory', 'SLAHistory', 'runningLogs'] as const
    for (const page of pages) {
      const route = routes.find(each => each.title === `route.${page}`)
      assert.ok(route?.page, `${page} has no page`)
      assert.equal(route.needs, 'run.view')
      await user.openMenu(`route.${page}`)
      await user.isAt(route.path)
      await user.page.getByRole('heading', { level: 1, name: user.t(`route.${page}`) }).waitFor()
    }
  })
  await checkAlso('an unknown address leads to /404, which leads home', async () => {
    for (const pone of [nobody, user, administrator]) {
      assert.deepEqual(await openRoute(pone, '/pone/atf/projects/nothing', '/404'), [])
    }
    await user.click('action.home')
    await user.isAt(home)
  })
  await checkAlso('the root leads to where the person belongs', async () => {
    for (const root of ['/', '/pone']) {
      assert.deepEqual(await openRoute(nobody, root, login), [])
      assert.deepEqual(await openRoute(user, root, home), [])
      assert.deepEqual(await openRoute(administrator, root, adminHome), [])
    }
  })
}

export const routesJourney: Journey = { name: 'routes', run }
