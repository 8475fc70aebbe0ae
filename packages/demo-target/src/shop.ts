/** The demo shop's HTTP server: counts a request when its head arrives, waits the set latency, answers. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { aboutPage } from './about-page.ts'
import { respondHard } from './hard/respond.ts'
import { hardRouteOf } from './hard/routes.ts'
import { HardSessions } from './hard/session.ts'
import { Limits } from './limits.ts'
import { metricsPage, metricsType } from './metrics-page.ts'
import { OrderEvents } from './order-events.ts'
import { readJson } from './request-body.ts'
import { answerShop, routeOf, type ShopAnswer } from './routes.ts'
import { changeSettings, defaultSettings, type ShopSettings } from './settings.ts'
import { Tally } from './tally.ts'

/** Header with which a load test marks its requests. */
const runHeader = 'x-pone-run'

/** A server that is not listening yet; each one has its own counts, settings and orders. */
export function createShop(): Server {
  const tally = new Tally()
  const events = new OrderEvents(tally)
  const limits = new Limits()
  const hardSessions = new HardSessions()
  const secret = randomBytes(32).toString('hex')
  let settings = defaultSettings
  let orders = 0

  async function control(request: IncomingMessage, url: URL): Promise<ShopAnswer> {
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /control/stats':
        return { status: 200, body: tally.snapshot(url.searchParams.get('run') ?? undefined) }
      case 'POST /control/reset':
        tally.reset()
        return { status: 200, body: tally.snapshot() }
      case 'GET /control/settings':
        return { status: 200, body: settings }
      case 'POST /control/settings': {
        const next = changeSettings(settings, await readJson(request))
        if (typeof next === 'string') return { status: 400, body: { message: next } }
        settings = next
        return { status: 200, body: settings }
      }
      default:
        return { status: 404, body: { message: 'No such control.' } }
    }
  }

  async function serve(request: IncomingMessage, url: URL): Promise<ShopAnswer> {
    const body = await readJson(request)
    if (!(await isServed(settings, limits))) return { status: 500, body: { message: 'The shop stumbled.' } }
    const { method = 'GET', headers } = request
    const shopRequest = { method, path: url.pathname, query: url.searchParams, body }
    const answer = answerShop({ ...shopRequest, authorization: headers.authorization }, secret, () => {
      orders += 1
      return orders
    })
    if (answer.order !== undefined) events.tell(answer.order)
    return answer
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const url = URL.parse(request.url ?? '/', 'http://shop') ?? new URL('http://shop/')
    // Not counted, so that a load test can be compared with what the shop received.
    if (url.pathname === '/metrics' && request.method === 'GET') {
      response
        .setHeader('content-type', metricsType)
        .end(metricsPage(tally.snapshot(), orders, limits.use(settings)))
      return
    }
    if (url.pathname.startsWith('/control/')) {
      void respond(response, control(request, url))
      return
    }
    const hardRoute = hardRouteOf(request.method ?? '', url.pathname)
    const route = hardRoute ?? routeOf(request.method ?? '', url.pathname)
    const open = tally.receive(route, runOf(request))
    response.once('finish', () => open.answered(response.statusCode))
    response.once('close', () => open.aborted())
    if (route === 'GET /') {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(aboutPage)
      return
    }
    if (hardRoute === null) void respond(response, serve(request, url))
    else
      void respondHard(request, response, {
        url,
        sessions: hardSessions,
        isServed: () => isServed(settings, limits),
      })
  }

  const server = createServer({ keepAliveTimeout: 75_000, requestTimeout: 0 }, handle)
  server.maxRequestsPerSocket = 0
  events.listen(server, runOf)
  server.once('close', () => limits.close())
  closeWith(server, events)
  return server
}

/** The server itself no longer knows a connection that became a WebSocket. */
function closeWith(server: Server, events: OrderEvents): void {
  const closeRequests = server.closeAllConnections.bind(server)
  server.closeAllConnections = () => {
    events.close()
    closeRequests()
  }
}

/** Takes the time that the settings ask for; false for a request that is to fail. */
async function isServed(settings: ShopSettings, limits: Limits): Promise<boolean> {
  const delayMs = settings.latencyMs + Math.random() * settings.latencyJitterMs
  if (delayMs >= 1) await wait(delayMs)
  await limits.pass(settings)
  return Math.random() >= settings.errorRate01
}

/** The run that a request belongs to, if it says so. */
function runOf({ headers }: IncomingMessage): string | undefined {
  const run = headers[runHeader]
  return typeof run === 'string' && run !== '' ? run.slice(0, 100) : undefined
}

async function respond(response: ServerResponse, pending: Promise<ShopAnswer>): Promise<void> {
  const { status, body } = await pending.catch(() => ({ status: 400, body: { message: 'Unreadable body.' } }))
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
