import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reloadIfOlder } from './older-release.ts'

const pageOf = (release: string) =>
  `<!doctype html><html><head><script type="module" crossorigin src="/assets/main-${release}.js"></script></head></html>`
let [served, status] = ['', 200]
const server = createServer((_request, response) => {
  response.statusCode = status
  response.setHeader('content-type', 'text/html')
  response.end(served)
})
const reload = vi.fn<() => void>()

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `http://127.0.0.1:${port}/`,
  )
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  sessionStorage.clear()
  reload.mockClear()
  status = 200
})

/** A tab with the first file of this release. */
function tabOf(release: string) {
  // A type that happy-dom does not load.
  const script = document.createElement('script')
  script.setAttribute('type', 'module')
  Object.defineProperty(script, 'getAttribute', { value: () => `/assets/main-${release}.js` })
  script.toggleAttribute('src', true)
  document.querySelectorAll('script').forEach(each => each.remove())
  document.head.append(script)
}

test('a tab of an older release is loaded anew', async () => {
  tabOf('old')
  served = pageOf('new')
  await reloadIfOlder(reload)
  expect(reload).toHaveBeenCalledOnce()
})

test('each release is left only once, also where servers of two releases answer in turn', async () => {
  const path = [
    ['old', 'new'],
    ['old', 'new'],
    ['new', 'old'],
    ['old', 'new'],
    ['new', 'old'],
  ] as const
  for (const [own, other] of path) {
    tabOf(own)
    served = pageOf(other)
    await reloadIfOlder(reload)
  }
  expect(reload).toHaveBeenCalledTimes(2)
})

test.each([
  ['the same release', pageOf('old'), 200],
  ['no page', 'not found', 200],
  ['an error', pageOf('new'), 502],
])('nothing is loaded anew where the server has %s', async (_, page, httpStatus) => {
  tabOf('old')
  served = page
  status = httpStatus
  await reloadIfOlder(reload)
  expect(reload).not.toHaveBeenCalled()
})

test('without a storage for the note nothing is loaded anew', async () => {
  tabOf('old')
  served = pageOf('new')
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  await reloadIfOlder(reload)
  vi.unstubAllGlobals()
  expect(reload).not.toHaveBeenCalled()
})
