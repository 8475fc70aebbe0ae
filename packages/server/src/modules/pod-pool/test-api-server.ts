/** For tests: a small API server that implements the requests of the pool to Kubernetes. With PONE_TEST_KUBECONFIG the tests use a real one instead. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Thing {
  metadata: { name: string; labels?: Record<string, string>; uid?: string; resourceVersion?: string }
  involvedObject?: { name?: string }
  stringData?: Record<string, string>
  data?: Record<string, string>
  status?: object
}

export interface TestApiServer {
  readonly kubeconfig: string
  close(): Promise<void>
}

const token = 'token-of-the-test'

export async function startTestApiServer(): Promise<TestApiServer> {
  const kinds = new Map<string, Map<string, Thing>>()
  const thingsOf = (namespace: string, kind: string): Map<string, Thing> => {
    const key = `${namespace}/${kind}`
    const things = kinds.get(key) ?? new Map<string, Thing>()
    kinds.set(key, things)
    return things
  }
  const server = createServer((request, response) => {
    answer(request, response, thingsOf).catch((cause: unknown) => response.destroy(cause as Error))
  })
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    kubeconfig: kubeconfigOf(`http://127.0.0.1:${port}`, token),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const kubeconfigOf = (server: string, userToken: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'test', user: { token: userToken } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    'current-context': 'test',
  })

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  thingsOf: (namespace: string, kind: string) => Map<string, Thing>,
): Promise<void> {
  const send = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  const fail = (code: number, message: string) =>
    send(code, { kind: 'Status', status: 'Failure', message, code })
  const url = new URL(request.url ?? '/', 'http://test')
  const body = await text(request)
  if (request.headers.authorization !== `Bearer ${token}`) return fail(401, 'Unauthorized')
  if (url.pathname === '/version/' || url.pathname === '/version') {
    return send(200, { major: '1', minor: '0', gitVersion: 'v1.0.0-test' })
  }
  const [, namespace = '', kind = '', name, part] =
    /^\/api\/v1\/namespaces\/([^/]+)\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(url.pathname) ?? []
  const things = thingsOf(namespace, kind)
  const found = name === undefined ? undefined : things.get(name)
  if (name !== undefined && found === undefined) return fail(404, `${kind} "${name}" not found`)
  if (request.method === 'POST') return create(JSON.parse(body) as Thing, things, { send, fail })
  if (request.method === 'DELETE' && name !== undefined) {
    things.delete(name)
    return send(200, found ?? {})
  }
  if (request.method === 'PUT' && part === 'status' && found !== undefined) {
    found.status = (JSON.parse(body) as Thing).status ?? {}
    return send(200, found)
  }
  if (found !== undefined) return send(200, found)
  send(200, { kind: 'List', items: [...things.values()].filter(thing => isWanted(thing, url.searchParams)) })
}

function create(
  thing: Thing,
  things: Map<string, Thing>,
  {
    send,
    fail,
  }: { send: (status: number, body: object) => void; fail: (code: number, message: string) => void },
): void {
  const { name } = thing.metadata
  if (things.has(name)) return fail(409, `"${name}" already exists`)
  thing.metadata.uid = randomUUID()
  thing.data = Object.fromEntries(
    Object.entries(thing.stringData ?? {}).map(([key, value]) => [
      key,
      Buffer.from(value).toString('base64'),
    ]),
  )
  delete thing.stringData
  thing.status ??= { phase: 'Pending' }
  things.set(name, thing)
  send(201, thing)
}

function isWanted({ metadata, involvedObject }: Thing, query: URLSearchParams): boolean {
  const labels = (query.get('labelSelector') ?? '').split(',').filter(Boolean)
  const object = /involvedObject\.name=([^,]+)/.exec(query.get('fieldSelector') ?? '')?.[1]
  if (object !== undefined && involvedObject?.name !== object) return false
  return labels.every(pair => {
    const [key = '', value] = pair.split('=')
    return metadata.labels?.[key] === value
  })
}
