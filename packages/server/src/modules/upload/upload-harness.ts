/** Test harness of uploads in pieces: real HTTP to servers that share a database and a folder, as a browser speaks it. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Call, ClientInputOf } from '@pone/contract/call.ts'
import { allCalls, calls } from '@pone/contract/calls/registry.ts'
import { apiBase, uploadIdField } from '@pone/contract/envelope.ts'
import { createTestDatabase } from '../../adapters/database/test-database.ts'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'

export interface Envelope {
  readonly status: number
  readonly data?: Record<string, unknown>
  readonly code?: string
  readonly params?: Record<string, unknown>
}

export interface ListeningServer extends TestServer {
  readonly port: number
}

export const crcOf = (bytes: Buffer): string => crc32(bytes).toString(16).padStart(8, '0')

const headersOf = (as: As): Record<string, string> => ({
  token: as.token ?? '',
  'accept-language': 'en',
  ...(as.isAdministrator === true ? { 'is-admin': 'true' } : {}),
})

async function post(
  port: number,
  path: string,
  as: As,
  body: { type: string; bytes: string | Buffer },
): Promise<Envelope> {
  const response = await fetch(`http://127.0.0.1:${port}${apiBase}${path}`, {
    method: 'POST',
    headers: { ...headersOf(as), 'content-type': body.type, connection: 'close' },
    body: typeof body.bytes === 'string' ? body.bytes : new Uint8Array(body.bytes),
  })
  return (await response.json()) as Envelope
}

const keyOf = (call: Call): string => allCalls.find(each => each.call === call)?.key ?? ''

export const begin = (
  port: number,
  as: As,
  wanted: { call: Call; projectId?: string; name: string; sizeBytes: number },
): Promise<Envelope> =>
  post(port, calls.upload.begin.path, as, {
    type: 'application/json',
    bytes: JSON.stringify({ ...wanted, call: keyOf(wanted.call) }),
  })

export const pathOfAppend = (id: string, offsetBytes: number, bytes: Buffer, sum = crcOf(bytes)): string =>
  `${calls.upload.append.path}?${new URLSearchParams({ id, offsetBytes: String(offsetBytes), crc32: sum }).toString()}`

export const append = (
  port: number,
  as: As,
  piece: { id: string; offsetBytes: number; bytes: Buffer; sum?: string },
): Promise<Envelope> =>
  post(port, pathOfAppend(piece.id, piece.offsetBytes, piece.bytes, piece.sum), as, {
    type: 'application/octet-stream',
    bytes: piece.bytes,
  })

export const ask = <C extends Call>(port: number, as: As, call: C, input: object): Promise<Envelope> =>
  post(port, call.path, as, { type: 'application/json', bytes: JSON.stringify(input) })

/** Makes the call with a file that was uploaded before. */
export const finish = <C extends Call>(
  port: number,
  as: As,
  call: C,
  { id, ...input }: { id: string } & ClientInputOf<C>,
): Promise<Envelope> => ask(port, as, call, { ...input, [uploadIdField]: id })

/** Sends the head of a piece and a part of its bytes, then cuts the line. */
export async function cutOff(
  port: number,
  as: As,
  path: string,
  { bytes, sent }: { bytes: Buffer; sent: number },
): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const head = Object.entries({
    ...headersOf(as),
    host: 'localhost',
    'content-type': 'application/octet-stream',
    'content-length': bytes.length,
  }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST ${apiBase}${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  await new Promise<void>(resolve => {
    socket.write(bytes.subarray(0, sent), () => resolve())
  })
  socket.resetAndDestroy()
  await once(socket, 'close')
}

/** Servers on one database and one folder of files, one after the other or at a time. */
export async function createUploadHarness() {
  const database = await createTestDatabase()
  const fileFolder = await mkdtemp(join(tmpdir(), 'pone-upload-harness-'))
  const key = randomBytes(32)
  const servers: ListeningServer[] = []
  return {
    database: database.database,
    async startServer(name: string): Promise<ListeningServer> {
      const server = await createTestServer({
        database: database.database,
        replica: { name, key, fileFolder },
      })
      await server.app.listen({ port: 0, host: '127.0.0.1' })
      const address = server.app.server.address()
      if (address === null || typeof address === 'string') throw new Error('The server has no port.')
      const listening = { ...server, port: address.port }
      servers.push(listening)
      return listening
    },
    /** Names of all files that wait for a call, or that a call has just now. */
    waitingFiles: () => readdir(join(fileFolder, 'growing')),
    fileFolder,
    async close(): Promise<void> {
      for (const server of servers) await server.close()
      await database.close()
      await rm(fileFolder, { recursive: true, force: true })
    },
  }
}
