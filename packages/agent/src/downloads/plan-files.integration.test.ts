import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCause } from '@pone/contract/told-cause.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createPlanFiles } from './plan-files.ts'

const content = 'user,password\nann,one\n'
const sha256 = createHash('sha256').update(content).digest('hex')
let served = 0
const server = createServer((request, response) => {
  served += 1
  if (request.headers['agent-id'] !== 'agent' || request.headers['agent-key'] !== 'key') {
    response.writeHead(401).end()
  } else response.end(content)
}).listen(0)
await once(server, 'listening')
const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const folders: string[] = []
afterAll(async () => {
  server.close()
  for (const folder of folders) await rm(folder, { recursive: true })
})

let folder = ''
const create = (key = 'key') =>
  createPlanFiles({ folder, source: { serverUrl, identity: () => ({ agentId: 'agent', key }) } })
const file = { id: 'file', name: 'users.csv', sizeBytes: content.length, sha256 }

beforeEach(async () => {
  served = 0
  folder = await mkdtemp(join(tmpdir(), 'pone-files-'))
  folders.push(folder)
})

test('a file is fetched once for all runs and workers', async () => {
  const files = create()
  const [one, two] = await Promise.all([files.fetchAll([file]), files.fetchAll([file])])
  expect(await readFile(one.file ?? '', 'utf8')).toBe(content)
  expect(two).toEqual(one)
  await files.fetchAll([{ ...file, id: 'same content' }])
  expect(served).toBe(1)
})

test.each([
  ['another checksum', { sha256: 'a'.repeat(64) }, 'its checksum differs'],
  ['fewer bytes than promised', { sizeBytes: content.length + 1 }, 'it is shorter'],
  ['more bytes than promised', { sizeBytes: 3 }, 'it is longer'],
  ['a path as checksum', { sha256: '../../etc/passwd' }, 'its checksum is malformed'],
])('a file with %s is refused by name and nothing is left of it', async (_, change, reason) => {
  const error = await create()
    .fetchAll([{ ...file, ...change }])
    .then(String, (cause: Error) => cause.message)
  expect(readCause(error, 'en')).toMatchObject({
    text: expect.stringContaining('users.csv'),
    raw: expect.stringContaining(reason),
  })
  expect(await readdir(folder)).toEqual([])
})

test('an agent without the right key gets no file', async () => {
  await expect(create('guess').fetchAll([file])).rejects.toThrow('the server answered 401')
})

test('what no run has used for two weeks is deleted', async () => {
  const files = create()
  const { file: path = '' } = await files.fetchAll([file])
  await files.tidy()
  expect(await readdir(folder)).toEqual([sha256])
  const longAgo = new Date(Date.now() - 15 * 24 * 3_600_000)
  await utimes(path, longAgo, longAgo)
  await files.tidy()
  expect(await readdir(folder)).toEqual([])
})
