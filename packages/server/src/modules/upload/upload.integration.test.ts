/** Uploads in pieces over a real line: an interruption costs one piece at most, and no user reaches another user's upload. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calls } from '@pone/contract/calls/registry.ts'
import {
  maxParameterFileBytes,
  maxWaitingUploads,
  uploadLifeMs,
  uploadPieceBytes,
} from '@pone/schema/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGrowingFiles } from '../../adapters/files/growing-files.ts'
import type { As } from '../../test-server.ts'
import { testTarGz } from '../package/content/test-archives.ts'
import { createUploadRepository } from './upload.repository.ts'
import { createUploadService, type UploadOwner } from './upload.service.ts'
import {
  append,
  ask,
  begin,
  crcOf,
  createUploadHarness,
  cutOff,
  finish,
  type ListeningServer,
  pathOfAppend,
} from './upload-harness.ts'

const harness = await createUploadHarness()
afterAll(() => harness.close())
let server: ListeningServer
let port = 0
let projectId = ''
let ownerId = ''
let owner: As
let stranger: As
let administrator: As

const { upload, parameterFile } = calls

async function session(userId: string, isAdministrator = false): Promise<As> {
  const token = await server.services.sessions.start({ userId, kind: 'api', isRemembered: false, from: '' })
  return { token, isAdministrator }
}

beforeAll(async () => {
  server = await harness.startServer('first')
  port = server.port
  ownerId = await server.addUser('owner')
  owner = await session(ownerId)
  stranger = await session(await server.addUser('stranger'))
  administrator = await session(await server.addUser('chief', true), true)
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, owner)).id
  await server.call(calls.project.create, { name: 'Q', code: 'Q' }, stranger)
})

let files = 0
/** Lines of text, different ones for every file. */
function someText(sizeBytes: number): Buffer {
  const line = `${(files += 1)},some value\n`
  return Buffer.from(line.repeat(Math.ceil(sizeBytes / line.length)).slice(0, sizeBytes))
}
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Begins the upload of a parameter file and answers its id. */
async function begun(content: Buffer, name = `${randomUUID()}.csv`): Promise<string> {
  const answer = await begin(port, owner, {
    call: parameterFile.upload,
    projectId,
    name,
    sizeBytes: content.length,
  })
  return String(answer.data?.['id'])
}
/** An upload that has arrived whole and waits for its call. */
async function arrived(content: Buffer, name?: string): Promise<string> {
  const id = await begun(content, name)
  await append(port, owner, { id, offsetBytes: 0, bytes: content })
  return id
}
const take = (id: string, as = owner) => finish(port, as, parameterFile.upload, { id, projectId })
const offsetOf = async (id: string, as = owner) =>
  (await ask(port, as, upload.status, { id })).data?.['offsetBytes']

test('pieces become the file that the call gets, and nothing stays behind', async () => {
  const content = someText(10 * 1024)
  const id = await begun(content, 'C:\\fake\\whole.csv')
  const before = (await harness.waitingFiles()).length
  for (const at of [0, 4096, 8192])
    await append(port, owner, { id, offsetBytes: at, bytes: content.subarray(at, at + 4096) })
  expect((await take(id)).data).toMatchObject({
    name: 'whole.csv',
    sizeBytes: content.length,
    sha256: sha256(content),
  })
  expect(await harness.waitingFiles()).toHaveLength(before - 1)
})

test('a line that is cut in the middle of a piece costs that piece only', async () => {
  const content = someText(3_000)
  const id = await begun(content)
  await append(port, owner, { id, offsetBytes: 0, bytes: content.subarray(0, 1_000) })
  const piece = content.subarray(1_000)
  await cutOff(port, owner, pathOfAppend(id, 1_000, piece), { bytes: piece, sent: 700 })
  expect(await offsetOf(id)).toBe(1_000)
  await append(port, owner, { id, offsetBytes: 1_000, bytes: piece })
  expect((await take(id)).data).toMatchObject({ sha256: sha256(content) })
})

test('an upload goes on at another server, and at the one that comes after a restart', async () => {
  const content = someText(3_000)
  const id = await begun(content)
  const pieces = [0, 1_000, 2_000].map(at => ({
    id,
    offsetBytes: at,
    bytes: content.subarray(at, at + 1_000),
  }))
  const [one, two, three] = pieces
  if (one === undefined || two === undefined || three === undefined) throw new Error('three pieces')
  await append(port, owner, one)
  const second = await harness.startServer('second')
  expect((await append(second.port, owner, two)).data).toMatchObject({ offsetBytes: 2_000 })
  await second.app.close()
  const third = await harness.startServer('third')
  expect((await append(third.port, owner, three)).data).toMatchObject({ offsetBytes: 3_000 })
  const answers = await Promise.all([
    finish(port, owner, parameterFile.upload, { id, projectId }),
    finish(third.port, owner, parameterFile.upload, { id, projectId }),
  ])
  // Two servers that are told to finish at once do it once.
  const done = answers.filter(({ status }) => status === 200)
  expect(done.length).toBeGreaterThan(0)
  for (const { data } of done) expect(data).toMatchObject({ sha256: sha256(content) })
  for (const { code } of answers) expect([undefined, 'UploadBusy']).toContain(code)
})

test('a piece at another place than the end is refused with the place where the upload stands', async () => {
  const content = someText(2_000)
  const id = await begun(content)
  const first = { id, offsetBytes: 0, bytes: content.subarray(0, 1_000) }
  await append(port, owner, first)
  const refusals = [
    await append(port, owner, first),
    await append(port, owner, { id, offsetBytes: 1_500, bytes: content.subarray(1_500) }),
  ]
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ code: 'UploadOffset', params: { offset: 1_000 } })
})

test('of pieces that are sent for one place at once, one is taken', async () => {
  const content = someText(2_000)
  const id = await begun(content)
  const bytes = content.subarray(0, 1_000)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => append(port, owner, { id, offsetBytes: 0, bytes })),
  )
  const codes = answers.map(({ code }) => code)
  expect(codes.filter(code => code === undefined)).toHaveLength(1)
  expect(codes.filter(code => code === 'UploadOffset')).toHaveLength(5)
  await append(port, owner, { id, offsetBytes: 1_000, bytes: content.subarray(1_000) })
  expect((await take(id)).data).toMatchObject({ sha256: sha256(content) })
})

test('pieces that are damaged, too large or beyond the end change nothing', async () => {
  const content = someText(1_000)
  const id = await begun(content)
  const damaged = await append(port, owner, { id, offsetBytes: 0, bytes: content, sum: '00000000' })
  const beyond = await append(port, owner, { id, offsetBytes: 0, bytes: Buffer.concat([content, content]) })
  const large = await append(port, owner, { id, offsetBytes: 0, bytes: Buffer.alloc(uploadPieceBytes + 1) })
  expect([damaged.code, beyond.code, large.code]).toEqual(['UploadDamaged', 'BadInput', 'BodyTooLarge'])
  const inChunks = await fetch(`http://127.0.0.1:${port}/apm-api${pathOfAppend(id, 0, content)}`, {
    method: 'POST',
    headers: { token: owner.token ?? '', 'content-type': 'application/octet-stream' },
    body: new Blob([new Uint8Array(uploadPieceBytes + 1)]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(await inChunks.json()).toMatchObject({ code: 'BodyTooLarge' })
  expect(await ask(port, owner, upload.append, { id, offsetBytes: 0, crc32: '00000000' })).toMatchObject({
    code: 'BadInput',
  })
  expect(await offsetOf(id)).toBe(0)
})

test('a file that its call would refuse is refused before a byte is sent', async () => {
  const tries: [string, Parameters<typeof begin>[2], As][] = [
    [
      'BodyTooLarge',
      { call: parameterFile.upload, projectId, name: 'a.csv', sizeBytes: maxParameterFileBytes + 1 },
      owner,
    ],
    ['FileTypeRefused', { call: parameterFile.upload, projectId, name: 'a.exe', sizeBytes: 9 }, owner],
    [
      'BadInput',
      { call: parameterFile.upload, projectId, name: `${'x'.repeat(200)}.csv`, sizeBytes: 9 },
      owner,
    ],
    ['BadInput', { call: parameterFile.list, projectId, name: 'a.csv', sizeBytes: 9 }, owner],
    ['NotFound', { call: parameterFile.upload, projectId, name: 'a.csv', sizeBytes: 9 }, stranger],
    ['NotFound', { call: parameterFile.upload, name: 'a.csv', sizeBytes: 9 }, owner],
    ['Forbidden', { call: calls.package.upload, name: 'a.zip', sizeBytes: 9 }, owner],
    ['Forbidden', { call: parameterFile.upload, projectId, name: 'a.csv', sizeBytes: 9 }, administrator],
    ['LoginTimeout', { call: parameterFile.upload, projectId, name: 'a.csv', sizeBytes: 9 }, {}],
  ]
  const before = await harness.waitingFiles()
  const codes = []
  for (const [, wanted, as] of tries) codes.push((await begin(port, as, wanted)).code)
  expect(codes).toEqual(tries.map(([code]) => code))
  expect(await harness.waitingFiles()).toEqual(before)
})

test('an upload is found by nobody but its owner, and only by the call and project that it is for', async () => {
  const content = someText(100)
  const id = await arrived(content)
  const other = (await server.call(calls.project.create, { name: 'P2', code: 'P2' }, owner)).id
  const refusals = [
    await ask(port, stranger, upload.status, { id }),
    await ask(port, stranger, upload.abort, { id }),
    await append(port, stranger, { id, offsetBytes: 0, bytes: content }),
    await finish(port, owner, parameterFile.upload, { id, projectId: other }),
    await finish(port, owner, calls.attachment.upload, { id, projectId, kind: 'certificate' }),
    await finish(port, owner, parameterFile.upload, { id: '../../secret', projectId }),
    await finish(port, owner, parameterFile.upload, { id: randomUUID(), projectId }),
  ]
  expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 'NotFound'))
  expect((await take(id)).status).toBe(200)
})

test('who loses the permission in between can neither go on nor finish', async () => {
  const guestId = await server.addUser('guest')
  const guest = await session(guestId)
  const roles = await server.call(calls.role.list, { projectId }, owner)
  const roleId = roles.find(role => role.builtIn === 'tester')?.id ?? ''
  await server.call(calls.member.add, { projectId, userIds: [guestId], roleId }, owner)
  const content = someText(100)
  const wanted = { call: parameterFile.upload, projectId, name: 'guest.csv', sizeBytes: content.length }
  const id = String((await begin(port, guest, wanted)).data?.['id'])
  await append(port, guest, { id, offsetBytes: 0, bytes: content.subarray(0, 50) })
  const viewer = roles.find(role => role.builtIn === 'developmentEngineer')?.id ?? ''
  await server.call(calls.member.setRole, { projectId, userId: guestId, roleId: viewer }, owner)
  const piece = { id, offsetBytes: 50, bytes: content.subarray(50) }
  expect((await append(port, guest, piece)).code).toBe('Forbidden')
  await server.call(calls.member.remove, { projectId, userIds: [guestId] }, owner)
  const refusals = [
    await append(port, guest, piece),
    await ask(port, guest, upload.status, { id }),
    await finish(port, guest, parameterFile.upload, { id, projectId }),
  ]
  expect(refusals.map(({ code }) => code)).toEqual(['NotFound', 'NotFound', 'NotFound'])
  expect((await ask(port, guest, upload.abort, { id })).status).toBe(200)
})

test('a file that is not whole is not taken, and stays', async () => {
  const content = someText(200)
  const id = await begun(content)
  await append(port, owner, { id, offsetBytes: 0, bytes: content.subarray(0, 150) })
  expect(await take(id)).toMatchObject({ code: 'UploadIncomplete', params: { offset: 150, size: 200 } })
  await append(port, owner, { id, offsetBytes: 150, bytes: content.subarray(150) })
  expect((await take(id)).status).toBe(200)
})

test('what the call refuses stays, so that a corrected form needs no second upload', async () => {
  const content = testTarGz([
    { path: 'apache-jmeter/bin/ApacheJMeter.jar', content: 'jar' },
    { path: 'apache-jmeter/lib/x.jar', content: 'jar' },
  ])
  const wanted = { call: calls.package.upload, name: 'jmeter.tgz', sizeBytes: content.length }
  const id = String((await begin(port, administrator, wanted)).data?.['id'])
  await append(port, administrator, { id, offsetBytes: 0, bytes: content })
  const form = { id, type: 'JMeter', architecture: 'any' } as const
  const refusal = await finish(port, administrator, calls.package.upload, form)
  expect(refusal).toMatchObject({ code: 'BadInput', params: { detail: 'packageVersionNeeded' } })
  const corrected = await finish(port, administrator, calls.package.upload, { ...form, version: '5.6.9' })
  expect(corrected.data).toMatchObject({ version: '5.6.9', sha256: sha256(content) })
})

test('a call whose answer was lost gives the same answer again and is done and recorded once', async () => {
  const content = someText(300)
  const id = await arrived(content, 'once.csv')
  const first = await take(id)
  const again = await take(id)
  expect(again).toEqual(first)
  const records = await server.database
    .selectFrom('operation_records')
    .select('target')
    .where('target', '=', 'once.csv')
    .execute()
  expect(records).toHaveLength(1)
  const listed = await server.call(parameterFile.list, { projectId }, owner)
  expect(listed.filter(({ name }) => name === 'once.csv')).toHaveLength(1)
})

test('the file of a call that is under way, or died with its server a moment ago, is busy', async () => {
  const id = await arrived(someText(300))
  await server.database
    .updateTable('uploads')
    .set({ claim: randomUUID(), claimed_until: server.now() + 30_000 })
    .where('id', '=', id)
    .execute()
  expect((await take(id)).code).toBe('UploadBusy')
  expect((await ask(port, owner, upload.abort, { id })).code).toBe('UploadBusy')
  server.advance(30_001)
  expect((await take(id)).status).toBe(200)
})

test('an upload expires a day after its last piece, and its file goes', async () => {
  const content = someText(200)
  const id = await begun(content)
  server.advance(uploadLifeMs - 1_000)
  owner = await session(ownerId)
  await append(port, owner, { id, offsetBytes: 0, bytes: content.subarray(0, 100) })
  server.advance(2_000)
  expect(await offsetOf(id)).toBe(100)
  server.advance(uploadLifeMs)
  owner = await session(ownerId)
  expect((await take(id)).code).toBe('NotFound')
  expect((await append(port, owner, { id, offsetBytes: 100, bytes: content.subarray(100) })).code).toBe(
    'NotFound',
  )
  await server.services.uploads.clean()
  expect(await harness.waitingFiles()).not.toContain(id)
})

test('files that belong to nothing go after an hour, others stay', async () => {
  const id = await begun(someText(100))
  const folder = join(harness.fileFolder, 'growing')
  await mkdir(folder, { recursive: true })
  const old = [randomUUID(), `${randomUUID()}.${randomUUID()}`]
  const young = randomUUID()
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const name of [...old, young]) await writeFile(join(folder, name), 'x')
  for (const name of [...old, id]) await utimes(join(folder, name), twoHoursAgo, twoHoursAgo)
  await server.services.uploads.clean()
  const names = await harness.waitingFiles()
  expect(names).toEqual(expect.arrayContaining([id, young]))
  for (const name of old) expect(names).not.toContain(name)
})

test('an upload that is given up is gone at once', async () => {
  const id = await begun(someText(100))
  expect((await ask(port, owner, upload.abort, { id })).status).toBe(200)
  expect(await harness.waitingFiles()).not.toContain(id)
  expect((await ask(port, owner, upload.status, { id })).code).toBe('NotFound')
})

test('an account may have so many uploads waiting', async () => {
  const userId = await server.addUser('collector')
  const as = await session(userId)
  const { id } = await server.call(calls.project.create, { name: 'C', code: 'C' }, as)
  const wanted = { call: parameterFile.upload, projectId: id, name: 'a.csv', sizeBytes: 9 }
  for (let count = 0; count < maxWaitingUploads; count++) await begin(port, as, wanted)
  expect(await begin(port, as, wanted)).toMatchObject({
    code: 'UploadQuota',
    params: { count: maxWaitingUploads, freeAt: expect.any(Number) },
  })
  const sizeBytes = maxParameterFileBytes
  const other = await session(await server.addUser('hoarder'))
  const project = await server.call(calls.project.create, { name: 'H', code: 'H' }, other)
  const large = { ...wanted, projectId: project.id, sizeBytes }
  const codes = []
  for (let count = 0; count < 5; count++) codes.push((await begin(port, other, large)).code)
  expect(codes).toEqual([undefined, undefined, undefined, undefined, 'UploadQuota'])
})

test('a disk that would be too full refuses at the beginning, and one that becomes full in between loses nothing', async () => {
  const real = createGrowingFiles(join(harness.fileFolder, 'growing'))
  let isFull = true
  const service = createUploadService({
    repository: createUploadRepository(harness.database),
    files: {
      ...real,
      freeBytes: async () => (isFull ? 600 * 1024 ** 2 : Number.MAX_SAFE_INTEGER),
      write: async (...piece) => {
        if (isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
        return real.write(...piece)
      },
    },
    now: () => server.now(),
    newId: randomUUID,
    warn: text => {
      throw new Error(text)
    },
  })
  const userId = await server.addUser('filler')
  const someone: UploadOwner = { userId, assertMay: async () => undefined }
  const rule = { extensions: [], maxBytes: maxParameterFileBytes }
  const wanted = { call: 'parameterFile.upload', projectId, name: 'a.csv', sizeBytes: 1024 ** 3, rule }
  await expect(service.begin(someone, wanted)).rejects.toMatchObject({ code: 'DiskFull' })
  isFull = false
  const { id } = await service.begin(someone, { ...wanted, sizeBytes: 4 })
  const bytes = Buffer.from('data')
  const piece = { id, offsetBytes: 0, crc32: crcOf(bytes), bytes }
  isFull = true
  await expect(service.append(someone, piece)).rejects.toMatchObject({ code: 'DiskFull' })
  isFull = false
  expect(await service.append(someone, piece)).toMatchObject({ offsetBytes: 4 })
  const order = { id, call: 'parameterFile.upload', userId, projectId, input: {} }
  const taken = await service.use(order, file => readFile(file.path, 'utf8'))
  expect(taken).toBe('data')
})
