import { createHash, randomUUID } from 'node:crypto'
import { type Failure } from '@pone/contract/answer.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import type { InstallPackage } from '@pone/contract/entities/package.ts'
import type { Session } from '@pone/contract/entities/user.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { linkPackagePath } from '@pone/contract/link/package-path.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'
import { arthasEntries, jmeterEntries, testTarGz, testZip } from './content/test-archives.ts'

let server: TestServer
let administrator: As
let tester: Session
let projectId = ''
beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('packer', true)
  const session = await server.signIn('packer', { isAdministrator: true })
  administrator = { token: session.token, isAdministrator: true, language: 'en' }
  await server.addUser('taker')
  tester = await server.signIn('taker')
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, tester)).id
})
afterAll(() => server.close())

interface Upload {
  readonly type?: string
  readonly architecture?: string
  readonly version?: string
  readonly fileName?: string
}

async function upload(
  content: Buffer,
  fields: Upload = {},
): Promise<{ data?: InstallPackage } & Partial<Failure>> {
  const { type = 'JMeter', architecture = 'any', version = '', fileName = 'package.tar.gz' } = fields
  const data = new FormData()
  for (const [name, value] of Object.entries({ type, architecture, version })) data.append(name, value)
  data.append('file', new Blob([new Uint8Array(content)]), fileName)
  const request = new Request('http://localhost', { method: 'POST', body: data })
  const answer = await server.app.inject({
    method: 'POST',
    url: apiBase + calls.package.upload.path,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      token: administrator.token ?? '',
      'is-admin': 'true',
      'accept-language': 'en',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json()
}

async function added(content: Buffer, fields: Upload): Promise<InstallPackage> {
  const { data, message } = await upload(content, fields)
  if (data === undefined) throw new Error(message)
  return data
}

describe('an upload', () => {
  test('takes name and version from the content and shows its checksum', async () => {
    const content = testTarGz(jmeterEntries('5.6.1'))
    const created = await added(content, {})
    expect(created).toMatchObject({
      name: 'JMeter 5.6.1 linux',
      type: 'JMeter',
      version: '5.6.1',
      sizeBytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      uploadedBy: 'packer',
      usedBy: [],
    })
  })

  test('of what is there already is refused, and of what every system has with its own words', async () => {
    const content = testTarGz(jmeterEntries('5.6.2'))
    await added(content, { architecture: 'x64' })
    expect(await upload(content, { architecture: 'x64' })).toMatchObject({
      code: 'PackageExists',
      message: expect.stringContaining('JMeter 5.6.2'),
    })
    await added(content, { architecture: 'arm64' })
    await added(content, { architecture: 'any' })
    expect(await upload(content, { architecture: 'any' })).toMatchObject({ code: 'AllSystemsAdded' })
    const there = await server.call(
      calls.package.targets,
      { type: 'JMeter', version: '5.6.2' },
      administrator,
    )
    expect(there.map(({ architecture }) => architecture).toSorted()).toEqual(['any', 'arm64', 'x64'])
  })

  test.each([
    [{ version: '5.0' }, 'FileContentRefused', 'version'],
    [{ fileName: 'package.rpm' }, 'FileTypeRefused', undefined],
    [{ type: 'Arthas' }, 'FileContentRefused', 'file'],
    [{ type: 'Agent', architecture: 'any' }, 'BadInput', 'architecture'],
    [{ version: 'latest' }, 'BadInput', 'version'],
  ] as const)('with %j is refused in its place', async (fields, code, field) => {
    const failure = await upload(testTarGz(jmeterEntries('5.6.0')), fields)
    expect(failure.code).toBe(code)
    if (field !== undefined) expect(failure.fields?.[0]?.path).toEqual([field])
  })

  test('whose version nobody knows needs one', async () => {
    const nameless = testZip([
      { path: 'arthas-boot.jar', content: 'not a jar' },
      { path: 'arthas-core.jar', content: 'not a jar' },
    ])
    expect(await upload(nameless, { type: 'Arthas', fileName: 'a.zip' })).toMatchObject({
      code: 'BadInput',
      fields: [{ path: ['version'] }],
    })
    const { version } = await added(nameless, { type: 'Arthas', fileName: 'a.zip', version: '3.0' })
    expect(version).toBe('3.0')
  })
})

describe('a package', () => {
  test('is found newest first, and of one version the exact architecture first', async () => {
    const old = await added(testZip(arthasEntries('4.0.9')), { type: 'Arthas', fileName: 'a.zip' })
    const all = await added(testZip(arthasEntries('4.0.10')), { type: 'Arthas', fileName: 'a.zip' })
    const exact = await added(testZip(arthasEntries('4.0.10')), {
      type: 'Arthas',
      fileName: 'a.zip',
      architecture: 'arm64',
    })
    const find = async (system: string, architecture: string, version?: string) =>
      (await server.services.packages.find({ type: 'Arthas', system, architecture, version }))?.id
    expect(await find('Linux 6.1.0', 'x64')).toBe(all.id)
    expect(await find('linux', 'aarch64')).toBe(exact.id)
    expect(await find('linux', 'x86_64', '4.0.9')).toBe(old.id)
    expect(await find('linux', 'x64', '9.9.9')).toBeUndefined()
    expect(await find('Darwin', 'x64')).toBeUndefined()
  })

  test('is downloaded by project users from an address of its own, also in parts, until that expires', async () => {
    const content = testTarGz(jmeterEntries('5.5.0'))
    const { id, sha256 } = await added(content, { fileName: 'Apache "JMeter" 包.tar.gz' })
    const listed = await server.call(calls.projectPackage.list, { projectId, search: '5.5.0' }, tester)
    expect(listed.rows.map(row => row.id)).toEqual([id])
    const { path } = await server.call(calls.projectPackage.link, { projectId, id }, tester)
    const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      server.app.inject({ method, url: path, headers })
    const whole = await get()
    expect(whole.rawPayload.equals(content)).toBe(true)
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', etag: `"${sha256}"` })
    expect(whole.headers['content-disposition']).toBe(
      // Forms send a quotation mark within a file name as %22.
      `attachment; filename="Apache _22JMeter_22 _.tar.gz"; filename*=UTF-8''Apache%20%2522JMeter%2522%20%E5%8C%85.tar.gz`,
    )
    const rest = await get({ range: 'bytes=100-' })
    expect(rest.statusCode).toBe(206)
    expect(rest.headers['content-range']).toBe(`bytes 100-${content.length - 1}/${content.length}`)
    expect(rest.rawPayload.equals(content.subarray(100))).toBe(true)
    expect((await get({ range: 'bytes=100-', 'if-range': '"another"' })).statusCode).toBe(200)
    expect((await get({ range: `bytes=${content.length}-` })).statusCode).toBe(416)
    const head = await get({}, 'HEAD')
    expect([head.rawPayload.length, head.headers['content-length']]).toEqual([0, String(content.length)])
    expect(
      (await server.app.inject({ url: path.replace(/package-file\/.{4}/, 'package-file/AAAA') })).statusCode,
    ).toBe(404)
    server.advance(7 * 3_600_000)
    expect((await get()).statusCode).toBe(404)
    server.advance(-7 * 3_600_000)
  })

  test('is given to machines that have joined and to nobody else', async () => {
    const { id } = await added(testTarGz(jmeterEntries('5.4.0')), {})
    const get = (headers: Record<string, string>) => server.app.inject({ url: linkPackagePath(id), headers })
    expect((await get({})).statusCode).toBe(401)
    expect((await get({ 'agent-id': randomUUID(), 'agent-key': 'x' })).statusCode).toBe(401)
  })

  test('is changed in what does not belong to its content, and deleted with its file', async () => {
    const { id } = await added(testTarGz(jmeterEntries('5.3.0')), {})
    const settings = { name: '', installPath: '/opt/jmeter', logPath: null, statusPushSeconds: 5 }
    const saved = await server.call(calls.package.save, { id, ...settings }, administrator)
    expect(saved).toMatchObject({
      name: 'JMeter 5.3.0 linux',
      installPath: '/opt/jmeter',
      statusPushSeconds: 5,
    })
    expect(
      await server.call(calls.package.save, { id, logPath: '/var/log/jmeter' }, administrator),
    ).toMatchObject({
      ...saved,
      logPath: '/var/log/jmeter',
    })
    const wrong = { id, ...settings, installPath: '/opt/../etc' }
    expect((await server.fail(calls.package.save, wrong, administrator)).code).toBe('BadInput')
    await server.call(calls.package.delete, { id }, administrator)
    expect((await server.fail(calls.package.link, { id }, administrator)).code).toBe('NotFound')
  })

  test('that a machine is fetching cannot be deleted', async () => {
    const { id } = await added(testTarGz(jmeterEntries('5.2.0')), {})
    const machineId = randomUUID()
    const now = server.now()
    await server.database
      .insertInto('load_machines')
      .values({
        id: machineId,
        name: 'busy machine',
        key_hash: '',
        host: '',
        system: 'Linux',
        architecture: 'x64',
        cores: 1,
        memory_bytes: 1,
        version: '0.1.0',
        max_users: 1,
        joined_at: now,
        seen_at: now,
      })
      .execute()
    await server.database
      .insertInto('machine_upgrades')
      .values({
        machine_id: machineId,
        id: randomUUID(),
        package_id: id,
        from_version: '0.1.0',
        version: '0.2.0',
        state: 'pushing',
        received_bytes: 0,
        size_bytes: 1,
        failure: null,
        detail: '',
        started_by: 'packer',
        started_at: now,
        changed_at: now,
      })
      .execute()
    expect(await server.fail(calls.package.delete, { id }, administrator)).toMatchObject({
      code: 'PackageInUse',
      message: expect.stringContaining('busy machine'),
    })
    const [row] = (await server.call(calls.package.list, { search: '5.2.0' }, administrator)).rows
    expect(row?.usedBy).toEqual(['busy machine'])
    const [listed] = await server.call(calls.machineUpgrade.list, {}, administrator)
    expect(listed).toMatchObject({ name: 'busy machine', isOnline: false, upgrade: { state: 'pushing' } })
    const started = await server.call(calls.machineUpgrade.start, { machineIds: [machineId] }, administrator)
    expect(started).toEqual([{ machineId, name: 'busy machine', refusal: 'offline' }])
    expect(await server.call(calls.machineUpgrade.start, { machineIds: null }, administrator)).toEqual([])
  })
})
