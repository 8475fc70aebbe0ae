import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import type { DebugEvent } from '@pone/contract/link/debug.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { makeAuthority } from '@pone/protocols/http/test-certificate.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDebug } from './debug/debug-run.ts'

const authority = makeAuthority()
const client = authority.issue('client 7')
const fileIds = {
  authority: '0b0e7c8e-0000-4000-8000-000000000001',
  certificate: '0b0e7c8e-0000-4000-8000-000000000002',
  key: '0b0e7c8e-0000-4000-8000-000000000003',
}
let folder: string
let server: Server
let port: number
let filePaths: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pone-transport-'))
  const save = (id: string, text: string) => {
    const path = join(folder, id)
    writeFileSync(path, text)
    return [id, path] as const
  }
  filePaths = Object.fromEntries([
    save(fileIds.authority, authority.cert),
    save(fileIds.certificate, client.cert),
    save(fileIds.key, client.key),
  ])
  const identity = authority.issue('server', ['inner.example'])
  server = createServer({ ...identity, ca: authority.cert, requestCert: true }, (request, response) => {
    const socket = request.socket as TLSSocket
    const { servername } = socket as unknown as { servername: string }
    response.end(
      [socket.getPeerCertificate().subject.CN, socket.getProtocol(), servername, socket.remoteAddress].join(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

async function execute(settings: object, paths = filePaths): Promise<DebugEvent[]> {
  const events: DebugEvent[] = []
  const http = { url: `https://shop.example:${port}/` }
  const document = componentDocumentSchema.parse({
    settings,
    variables: [
      { name: 'zone', value: '${lower(EXAMPLE)}' },
      { name: 'inner', value: 'inner.${zone}' },
    ],
    steps: [{ id: 'r', name: 'r', kind: 'request', protocol: 'http', http }],
  })
  const emit = (event: DebugEvent) => void events.push(event)
  await startDebug({ name: 'shop', document, users: 2, loops: 1, filePaths: paths, emit }).done
  return events
}
const tls = {
  version: '1.2',
  serverName: '${inner}',
  trustedFileId: fileIds.authority,
  clientCertificate: { kind: 'pem', certificateFileId: fileIds.certificate, keyFileId: fileIds.key },
}

describe('the settings of a component', () => {
  test('reach the wire: certificate, trust, version, names and source addresses', async () => {
    const events = await execute({
      tls,
      hosts: [{ name: 'shop.example', value: '127.0.0.1' }],
      sourceAddresses: ['127.0.0.2', '127.0.0.3'],
    })
    const answers = events.flatMap(event => (event.kind === 'exchange' ? [event.exchange.responseBody] : []))
    expect(answers.toSorted()).toEqual(
      ['127.0.0.2', '127.0.0.3'].map(address => `client 7,TLSv1.2,inner.example,${address}`),
    )
  })

  test.each([
    [
      'a file that did not come',
      { tls },
      {},
      /^component “shop”: trusted certificates: the file does not exist$/,
    ],
    [
      'a certificate that is none',
      { tls: { ...tls, clientCertificate: { kind: 'p12', fileId: fileIds.key } } },
      undefined,
      /^component “shop”: client certificate \(\.p12\): the file is not in PKCS #12 format/,
    ],
    [
      'a password that SOCKS5 has no room for',
      { proxy: { kind: 'socks5', host: 'a', port: 1, user: 'u', password: 'p'.repeat(256) } },
      undefined,
      /^component “shop”: user name and password of a SOCKS5 proxy can have at most 255 bytes each$/,
    ],
    [
      'a proxy whose host is empty',
      { proxy: { kind: 'http', host: '${lower()}', port: 1 } },
      undefined,
      /^component “shop”: the proxy server has no address$/,
    ],
  ])('end a run before its first request when they cannot work: %s', async (_, settings, paths, detail) => {
    const ended = (await execute(settings, paths)).at(-1)
    expect(ended).toMatchObject({ kind: 'ended', cause: 'failed' })
    expect(ended?.kind === 'ended' && causeText(ended.detail, 'en')).toMatch(detail)
  })
})
