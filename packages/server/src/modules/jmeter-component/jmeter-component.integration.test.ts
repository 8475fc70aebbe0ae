import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { deflateRawSync } from 'node:zlib'
import { type Failure } from '@pone/contract/answer.ts'
import type { Call } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import type { JmeterComponentFacts, JmeterFile } from '@pone/contract/entities/jmeter-component.ts'
import type { Session } from '@pone/contract/entities/user.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { element, planOfThreads } from '@pone/jmeter/jmx/real-plans.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../test-server.ts'
import { testJar, testZip } from '../package/content/test-archives.ts'
import { emptyPlan } from './empty-plan.ts'

const { jmeterComponent, scenario } = calls
let server: TestServer
let owner: Session
let projectId = ''
let rootId = ''
beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('designer')
  owner = await server.signIn('designer')
  projectId = (await server.call(calls.project.create, { name: 'J', code: 'J' }, owner)).id
  rootId = (await server.call(jmeterComponent.tree, { projectId }, owner))[0]?.id ?? ''
})
afterAll(() => server.close())

interface UploadAnswer<T> {
  readonly data?: T
  readonly code?: string
  readonly message?: string
  readonly params?: Failure['params']
}

async function upload<T = JmeterComponentFacts>(
  call: Call,
  fields: object,
  file: { name: string; bytes: Uint8Array },
): Promise<UploadAnswer<T>> {
  const data = new FormData()
  for (const [name, value] of Object.entries({ projectId, ...fields })) data.append(name, String(value))
  data.append('file', new Blob([Uint8Array.from(file.bytes)]), file.name)
  const request = new Request('http://localhost', { method: 'POST', body: data })
  const answer = await server.app.inject({
    method: 'POST',
    url: apiBase + call.path,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      token: owner.token,
      'accept-language': 'en',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json<UploadAnswer<T>>()
}

const importPlan = (name: string, bytes: Uint8Array) =>
  upload(jmeterComponent.import, { parentId: rootId }, { name, bytes })
const addFile = (id: string, name: string, bytes: Uint8Array, replaces = false) =>
  upload<JmeterFile>(jmeterComponent.uploadFile, { id, replaces }, { name, bytes })
const create = (name: string) =>
  server.call(jmeterComponent.create, { projectId, parentId: rootId, name }, owner)

async function download(call: Call, input: Record<string, string>): Promise<Buffer> {
  const answer = await server.app.inject({
    method: 'POST',
    url: apiBase + call.path,
    headers: { 'content-type': 'application/json', token: owner.token },
    payload: { projectId, ...input },
  })
  return answer.rawPayload
}
/** A jar whose directory claims a size of 2 GiB for its one compressed file. */
function bomb(): Buffer {
  const jar = testZip([{ path: 'x', content: deflateRawSync('x'), sizeBytes: 2 ** 31 }])
  jar.writeUInt16LE(8, 8)
  jar.writeUInt16LE(8, jar.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 10)
  return jar
}
/** Names of the files in the store. */
const stored = async (): Promise<string[]> =>
  readdir(join(dirname(server.uploadFolder), 'files', 'jmeter-files')).catch(() => [])

describe('a JMeter component', () => {
  const windows = Buffer.from(
    emptyPlan('en').toString().replace('UTF-8', 'ISO-8859-1').replaceAll('\n', '\r\n'),
  )
  const withMark = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), emptyPlan('zh')])

  test.each([
    ['with line ends of Windows', windows],
    ['in UTF-8 with a byte-order mark', withMark],
  ])('%s comes back byte for byte', async (name, bytes) => {
    const component = (await importPlan(`${name}.jmx`, bytes)).data
    expect(component).toMatchObject({
      name,
      kind: 'component',
      revision: 1,
      document: { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    })
    const id = component?.id ?? ''
    expect(await download(jmeterComponent.download, { id })).toEqual(bytes)
    const read = await server.call(jmeterComponent.get, { projectId, id }, owner)
    expect(Buffer.from(read.document.base64, 'base64')).toEqual(bytes)
  })

  test('that is created has a plan with one thread group, named in the language of its creator', async () => {
    const input = { projectId, parentId: rootId, name: '新' }
    const { id } = await server.call(jmeterComponent.create, input, { ...owner, language: 'zh' })
    expect((await download(jmeterComponent.download, { id })).toString()).toContain('testname="线程组"')
  })

  test('whose name is taken gets a number when it is uploaded, and is refused when the name was typed', async () => {
    await create('Shop')
    expect((await importPlan('Shop.jmx', emptyPlan('en'))).data?.name).toBe('Shop 2')
    const named = { parentId: rootId, name: 'Shop' }
    const file = { name: 'x.jmx', bytes: emptyPlan('en') }
    expect((await upload(jmeterComponent.import, named, file)).code).toBe('NameExists')
  })

  test('is saved only over the revision that the save is based on', async () => {
    const { id, revision } = await create('Revised')
    const file = { name: 'plan.jmx', bytes: withMark }
    expect((await upload(jmeterComponent.save, { id, revision }, file)).data?.revision).toBe(2)
    expect(await upload(jmeterComponent.save, { id, revision }, file)).toMatchObject({
      code: 'EditedMeanwhile',
      params: { editor: 'designer', revision: 2 },
    })
    expect(await download(jmeterComponent.download, { id })).toEqual(withMark)
  })

  test.each([
    ['nothing', '', 1, 'The file is empty'],
    ['text', 'hello', 1, 'not XML'],
    ['a plan that is cut off', emptyPlan('en').toString().slice(0, 900), 15, 'is never closed'],
    ['external entities', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n<x/>', 1, 'DOCTYPE'],
  ])('is refused when it is %s, with place and reason', async (_what, text, line, reason) => {
    const bytes = Buffer.from(text)
    const refusal = { code: 'PlanRefused', params: { line }, message: expect.stringContaining(reason) }
    expect(await importPlan('broken.jmx', bytes)).toMatchObject(refusal)
    const { id, revision } = await create(`Sound ${text.length}`)
    const file = { name: 'broken.jmx', bytes }
    expect(await upload(jmeterComponent.save, { id, revision }, file)).toMatchObject(refusal)
  })

  test('of megabytes is looked into as well', async () => {
    const comment = `<!--${'-x'.repeat(500_000)}-->\n`
    const [head = '', ...rest] = emptyPlan('en').toString().split('<jmeterTestPlan')
    const large = `${head}${comment}<jmeterTestPlan${rest.join('<jmeterTestPlan')}`
    expect((await importPlan('large.jmx', Buffer.from(large))).data?.document.sizeBytes).toBe(large.length)
    const broken = Buffer.from(`${large}<x/>`)
    expect(await importPlan('large-broken.jmx', broken)).toMatchObject({
      code: 'PlanRefused',
      message: expect.stringContaining('after the end'),
    })
  })

  test('is tried with the plan that is sent, which is looked into like one that is saved', async () => {
    const { id } = await create('tried')
    const attempt = (fields: object, text: string) =>
      upload(jmeterComponent.startTrial, fields, { name: 'tried.jmx', bytes: Buffer.from(text) })
    const broken = await attempt({ id }, '<jmeterTestPlan>\n<hashTree>\n<TestPlan>')
    expect(broken).toMatchObject({ code: 'PlanRefused', params: { line: 3 } })
    const sound = emptyPlan('en').toString()
    expect(await attempt({ id }, sound)).toMatchObject({ code: 'NoMachineOnline' })
    expect(await attempt({ id: rootId }, sound)).toMatchObject({ code: 'NotFound' })
  })

  test('is tried only with the files that it reads, which are named before a machine is asked', async () => {
    const { id } = await create('tried with files')
    const users = element('CSVDataSet', 'users', { filename: 'D:\\data\\users.csv' })
    const attempt = (comment: string) => {
      const text = `${planOfThreads(1, 1, users)}${comment}`
      return upload(jmeterComponent.startTrial, { id }, { name: 'tried.jmx', bytes: Buffer.from(text) })
    }
    // Large plans are read in a thread of their own.
    for (const comment of ['', `<!--${'-x'.repeat(100_000)}-->`]) {
      expect(await attempt(comment)).toMatchObject({
        code: 'DebugFailed',
        message: expect.stringContaining('files are missing: users.csv'),
      })
    }
    await addFile(id, 'users.csv', Buffer.from('ann\n'))
    expect(await attempt('')).toMatchObject({ code: 'NoMachineOnline' })
  })

  test('that a scenario binds cannot be deleted, and the root never', async () => {
    const { id } = await create('Bound')
    const set = await server.call(scenario.createSet, { projectId, name: 'S' }, owner)
    const bound = await server.call(
      scenario.create,
      {
        projectId,
        parentId: set.id,
        name: 'Busy',
        document: { bindings: [{ componentId: id, percentage: 100 }] },
      },
      owner,
    )
    expect(await server.fail(jmeterComponent.delete, { projectId, ids: [id] }, owner)).toMatchObject({
      code: 'ComponentInUse',
      message: expect.stringContaining('Busy'),
    })
    await server.call(scenario.delete, { projectId, ids: [bound.id] }, owner)
    await server.call(jmeterComponent.delete, { projectId, ids: [id] }, owner)
    expect((await server.fail(jmeterComponent.delete, { projectId, ids: [rootId] }, owner)).code).toBe(
      'RootFixed',
    )
  })
})

describe('the files of a JMeter component', () => {
  test('are kept, replaced when asked for, given to machines, and go with the last component that has them', async () => {
    const before = (await stored()).length
    const { id } = await create('Files')
    const first = (await addFile(id, 'users.csv', Buffer.from('a,b\n'))).data
    expect((await addFile(id, 'users.csv', Buffer.from('c\n'))).code).toBe('NameExists')
    const second = (await addFile(id, 'users.csv', Buffer.from('c,d\n'), true)).data
    expect(second?.id).not.toBe(first?.id)
    expect((await server.call(jmeterComponent.files, { projectId, id }, owner)).map(file => file.id)).toEqual(
      [second?.id],
    )
    const fileId = second?.id ?? ''
    expect((await download(jmeterComponent.downloadFile, { id, fileId })).toString()).toBe('c,d\n')
    expect((await server.services.openForMachine(fileId))?.sizeBytes).toBe(4)
    const run = await server.services.jmeterComponents.runInput(projectId, id)
    expect(run.files).toMatchObject([{ id: fileId, name: 'users.csv', sizeBytes: 4 }])
    expect(run.bytes).toEqual(emptyPlan('en'))

    const [copy] = await server.call(jmeterComponent.copy, { projectId, ids: [id], parentId: rootId }, owner)
    const copyId = copy?.id ?? ''
    const [copied] = await server.call(jmeterComponent.files, { projectId, id: copyId }, owner)
    expect(copied).toMatchObject({ name: 'users.csv', sha256: second?.sha256 })
    expect((await stored()).length).toBe(before + 1)
    await server.call(jmeterComponent.delete, { projectId, ids: [id] }, owner)
    const ofCopy = { id: copyId, fileId: copied?.id ?? '' }
    expect((await download(jmeterComponent.downloadFile, ofCopy)).toString()).toBe('c,d\n')
    await server.call(jmeterComponent.deleteFile, { projectId, ...ofCopy }, owner)
    expect((await stored()).length).toBe(before)
  })

  const [certificate = ''] = rootCertificates
  test.each<[string, Uint8Array, string | undefined]>([
    ['lib.jar', testJar('1.0'), undefined],
    ['text.jar', Buffer.from('PK no jar'), 'it is not a whole jar'],
    ['cut.jar', testJar('1.0').subarray(0, 40), 'it is not a whole jar'],
    ['escape.jar', testZip([{ path: '../../etc/x', content: 'x' }]), 'leads out of the folder'],
    ['link.jar', testZip([{ path: 'x', target: '/etc/passwd' }]), 'leads out of the folder'],
    ['bomb.jar', bomb(), 'too large'],
    ['liar.jar', testZip([{ path: 'x', content: 'xxxxxxxx', sizeBytes: 1 }]), 'it is not a whole jar'],
    ['shop.cer', Buffer.from(certificate), undefined],
    ['notes.cer', Buffer.from('hello'), 'no certificate'],
    ['notes.p12', Buffer.from('hello'), 'no certificate'],
    ['keys.jks', Buffer.from('feedfeed00000002', 'hex'), undefined],
    ['notes.jks', Buffer.from('hello'), 'no key store'],
    ['empty.csv', Buffer.of(), 'the file is empty'],
    [' .csv', Buffer.from('x'), 'cannot be put on a load machine'],
    ['plan.jmx', Buffer.from('x'), 'cannot be put on a load machine'],
    ['JMeter.log', Buffer.from('x'), 'cannot be put on a load machine'],
    ['pone-start', Buffer.from('x'), 'cannot be put on a load machine'],
    [`${'数'.repeat(90)}.csv`, Buffer.from('x'), 'cannot be put on a load machine'],
    [`${'据'.repeat(80)}.csv`, Buffer.from('x'), undefined],
    ['x\u202evsc.sh', Buffer.from('x'), 'cannot be put on a load machine'],
    ['${__groovy(1)}.csv', Buffer.from('x'), undefined],
    ['anything.bin', Buffer.from([0, 1, 2]), undefined],
    ['script.groovy', Buffer.from('vars.put("a", "b")'), undefined],
  ])('%s is looked into', async (name, bytes, refusal) => {
    const { id } = await create(`With ${name}`.slice(0, 60))
    const { code, message } = await addFile(id, name, bytes)
    if (refusal === undefined) expect(code).toBeUndefined()
    else expect(message).toContain(refusal)
  })

  test('of another component cannot be reached through this one', async () => {
    const [one, two] = [await create('One'), await create('Two')]
    const file = (await addFile(one.id, 'a.csv', Buffer.from('x'))).data
    const ask = { projectId, id: two.id, fileId: file?.id ?? '' }
    expect((await server.fail(jmeterComponent.deleteFile, ask, owner)).code).toBe('NotFound')
    expect((await server.fail(jmeterComponent.downloadFile, ask, owner)).code).toBe('NotFound')
    const gone = { ...ask, id: one.id }
    await server.call(jmeterComponent.delete, { projectId, ids: [one.id] }, owner)
    expect((await server.fail(jmeterComponent.downloadFile, gone, owner)).code).toBe('NotFound')
    expect((await addFile(one.id, 'b.csv', Buffer.from('x'))).code).toBe('NotFound')
  })

  test('keep the last part of a path only, whatever system it is of', async () => {
    const { id } = await create('Paths')
    expect((await addFile(id, '..\\..\\x.csv', Buffer.from('x'))).data?.name).toBe('x.csv')
    expect((await addFile(id, '../../etc/y.csv', Buffer.from('x'))).data?.name).toBe('y.csv')
  })
})
