import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toldCause } from '@pone/contract/told-cause.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fetchPackage } from './fetch-package.ts'

const content = randomBytes(400_000)
const wanted = {
  id: 'the-package',
  fileName: 'package.tar.gz',
  sizeBytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
}
let server: Server
let serverUrl = ''
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
let ranges: (string | undefined)[] = []
let folder = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    ranges.push(request.headers.range)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = await mkdtemp(join(tmpdir(), 'pone-fetch-'))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  ranges = []
  for (const name of await readdir(folder)) await rm(join(folder, name))
})

const fetchIt = (signal = new AbortController().signal, onProgress = (_bytes: number) => undefined) =>
  fetchPackage({ serverUrl, identity: () => ({ agentId: 'a', key: 'k' }) }, wanted, folder, {
    signal,
    onProgress,
  })

/** Sends the requested range, but at most `most` bytes before the connection breaks. */
const part =
  (bytes: Buffer, most = Number.POSITIVE_INFINITY) =>
  (request: IncomingMessage, response: ServerResponse) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const rest = bytes.subarray(from)
    response.writeHead(206, { 'content-length': rest.length })
    if (rest.length <= most) response.end(rest)
    else response.write(rest.subarray(0, most), () => response.destroy())
  }

test('a transfer that breaks goes on where it stopped', async () => {
  answer = part(content, 150_000)
  const path = await fetchIt()
  expect((await readFile(path)).equals(content)).toBe(true)
  const starts = ranges.map(range => Number(range?.replace(/\D/g, '')))
  expect(starts[0]).toBe(0)
  // A broken connection may lose bytes that had not been read yet, but no byte is ever fetched twice.
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  expect(starts.at(-1)).toBeGreaterThan(0)
  expect(await readdir(folder)).toEqual([wanted.sha256])
})

test('what another agent process has fetched before is kept', async () => {
  await writeFile(join(folder, `${wanted.sha256}.part`), content.subarray(0, 300_000))
  answer = part(content)
  await fetchIt()
  expect(ranges).toEqual(['bytes=300000-'])
  await fetchIt()
  expect(ranges).toHaveLength(1)
})

test('a server that knows no ranges sends all of it again', async () => {
  await writeFile(join(folder, `${wanted.sha256}.part`), randomBytes(1_000))
  answer = (_request, response) => response.writeHead(200, { 'content-length': content.length }).end(content)
  expect((await readFile(await fetchIt())).equals(content)).toBe(true)
})

test('another content of the same size is refused and not kept', async () => {
  answer = part(randomBytes(content.length))
  await expect(fetchIt()).rejects.toMatchObject({ kind: 'checksum' })
  expect(await readdir(folder)).toEqual([])
})

test('more than was promised is refused before it is written', async () => {
  answer = (_request, response) => response.writeHead(200).end(Buffer.concat([content, Buffer.alloc(1)]))
  await expect(fetchIt()).rejects.toMatchObject({ kind: 'checksum' })
})

test('a package that is gone is not asked for again', async () => {
  answer = (_request, response) => response.writeHead(404).end()
  await expect(fetchIt()).rejects.toMatchObject({
    kind: 'download',
    message: toldCause('serverAnswered', { status: 404 }),
  })
  expect(ranges).toHaveLength(1)
})

test('a cancel ends a transfer that stands still', async () => {
  answer = (_request, response) => {
    response.writeHead(206).write(content.subarray(0, 1_000))
  }
  const cancel = new AbortController()
  const fetching = fetchIt(cancel.signal, () => {
    cancel.abort(new Error('cancelled'))
    return undefined
  })
  await expect(fetching).rejects.toThrow('cancelled')
})
