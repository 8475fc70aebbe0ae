import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { calls } from '@pone/contract/calls/registry.ts'
import { createTestAuthority } from '@pone/server/http/tls/test-authority.ts'
import { createTestServer, type TestServer } from '@pone/server/test-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRunOptions } from './options.ts'
import { findSource } from './source.ts'

let server: TestServer
let address = ''
let token = ''
let componentId = ''
beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('tester')
  ;({ token } = await server.signIn('tester'))
  const as = { token }
  const project = await server.call(calls.project.create, { name: 'Shop', code: 'SHOP', type: 'test' }, as)
  const projectId = project.id
  const [root] = await server.call(calls.component.tree, { projectId }, as)
  const parentId = root?.id ?? ''
  const folder = await server.call(calls.component.createFolder, { projectId, parentId, name: 'Daily' }, as)
  const document = {
    settings: { baseUrl: 'http://127.0.0.1:1' },
    steps: [{ id: 's', name: '', kind: 'request' as const, protocol: 'http' as const, http: { url: '/a' } }],
  }
  const input = { projectId, parentId: folder.id, name: 'Checkout', document }
  componentId = (await server.call(calls.component.create, input, as)).id
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const found = (source: string, ...more: string[]) =>
  findSource(readRunOptions([source, '--server', address, `--token=${token}`, ...more], {}), () => undefined)

test('a component of a server is found by its path, by its id, and within a project', async () => {
  const byPath = await found('Daily/Checkout')
  expect(byPath.component).toMatchObject({
    name: 'Checkout',
    document: { steps: [{ id: 's', http: { url: '/a' } }] },
  })
  expect((await found(componentId)).component.document).toEqual(byPath.component.document)
  expect((await found('/Daily/Checkout', '--project', 'Shop')).component.name).toBe('Checkout')
})

test('a missing component is refused, and so is a wrong token', async () => {
  await expect(found('Daily')).rejects.toThrow("There is no file and no component 'Daily' (searched 'Shop')")
  await expect(found('Daily/Checkout', '--project', 'Other')).rejects.toThrow('searched no project')
  const options = readRunOptions(['Daily/Checkout', '--server', address, '--token', 'guess'], {})
  await expect(findSource(options, () => undefined)).rejects.toMatchObject({ exit: 'serverFailed' })
})

test('a server that does not answer is named with the reason', async () => {
  const options = readRunOptions(['Shop', '--server', 'http://127.0.0.1:1', '--token', 't'], {})
  await expect(findSource(options, () => undefined)).rejects.toMatchObject({
    exit: 'serverFailed',
    message: expect.stringMatching(
      /^The server http:\/\/127.0.0.1:1 does not answer: .*\b(ECONNREFUSED|bad port)/,
    ),
  })
})

test('an API token fetches it from its project, from the environment or a file, and signs nobody out', async () => {
  const as = { token }
  const { rows } = await server.call(calls.project.mine, {}, as)
  const order = { projectId: rows[0]?.id ?? '', name: 'ci', expiresInDays: 1 }
  const made = await server.call(calls.apiToken.create, { ...order, functions: ['component.view'] }, as)
  await server.call(calls.project.create, { name: 'Hidden', code: 'HIDDEN' }, as)
  const folder = await mkdtemp(join(tmpdir(), 'pone-token-'))
  const file = join(folder, 'token')
  await writeFile(file, `${made.token}\n`)
  const ways = [
    readRunOptions(['Daily/Checkout', '--server', address], { PONE_API_TOKEN: made.token }),
    readRunOptions(['Daily/Checkout', '--server', address, '--token-file', file], {}),
  ]
  for (const options of ways)
    expect((await findSource(options, () => undefined)).component.name).toBe('Checkout')
  const other = readRunOptions(['Other', '--server', address], { PONE_API_TOKEN: made.token })
  await expect(findSource(other, () => undefined)).rejects.toThrow("(searched 'Shop')")
  const missing = readRunOptions(['Daily', '--server', address, '--token-file', join(folder, 'no')], {})
  await expect(findSource(missing, () => undefined)).rejects.toMatchObject({ exit: 'usage' })
  await server.call(calls.apiToken.revoke, { id: made.id }, as)
  const revoked = findSource(ways[0] ?? other, () => undefined)
  await expect(revoked).rejects.toThrow('API token “ci” has been revoked')
  expect((await server.call(calls.auth.session, {}, as)).account).toBe('tester')
  await rm(folder, { recursive: true })
})

test('a server with TLS is trusted when its authority is given, and the refusal says how', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pone-run-tls-'))
  const authority = await createTestAuthority(folder)
  const files = await authority.issue('server', 'DNS:localhost')
  const tls = createTlsServer({ cert: await readFile(files.cert), key: await readFile(files.key) })
  // Decrypted connections are passed to the server of this file.
  tls.on('secureConnection', socket => server.app.server.emit('connection', socket))
  tls.listen(0)
  await once(tls, 'listening')
  const options = ['--server', `https://localhost:${(tls.address() as AddressInfo).port}`, '--token', token]
  const find = (...more: string[]) =>
    findSource(readRunOptions(['Daily/Checkout', ...options, ...more], {}), () => undefined)
  await expect(find()).rejects.toThrow(/authority that this machine does not trust.*--ca FILE/)
  await expect(find('--ca', files.key)).rejects.toThrow(/holds no certificate/)
  expect((await find('--ca', authority.ca)).component.name).toBe('Checkout')
  tls.close()
  await rm(folder, { recursive: true, force: true })
})
