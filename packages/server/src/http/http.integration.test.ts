/** Properties that all calls share at the HTTP level. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { allCalls, calls } from '@pone/contract/calls/registry.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, testPassword } from '../test-server.ts'

const web = await mkdtemp(join(tmpdir(), 'pone-web-'))
await mkdir(join(web, 'assets'))
await writeFile(join(web, 'index.html'), '<title>Pone</title>')
await writeFile(join(web, 'service-worker.js'), '// worker')
await writeFile(join(web, 'assets', 'main-abc.js'), '// main')
const script = `// ${'0123456789'.repeat(500)}`
await writeFile(join(web, 'assets', 'large-abc.js'), script)
await writeFile(join(web, 'assets', 'large-abc.js.gz'), gzipSync(script))
await writeFile(join(web, 'assets', 'large-abc.js.br'), brotliCompressSync(script))
const server = await createTestServer({ webFolder: web })
afterAll(async () => {
  await server.close()
  await rm(web, { recursive: true, force: true })
})

const form = 'application/x-www-form-urlencoded'
const post = (path: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: `${apiBase}${path}`,
    headers: { 'content-type': form, 'accept-language': 'en', ...headers },
    payload,
  })

describe('a body', () => {
  test('of JSON is taken as well as a form', async () => {
    const json = { 'content-type': 'application/json' }
    const answers = [
      await post('/auth/checkAccount', 'account=somebody'),
      await post('/auth/checkAccount', '{"account":"somebody"}', json),
      await post('/auth/checkAccount', 'account=first&account=somebody'),
    ]
    for (const answer of answers) expect(answer.json()).toEqual({ status: 200, data: { isFree: true } })
  })

  test('may be missing where nothing is needed', async () => {
    const answer = await server.app.inject({ method: 'POST', url: `${apiBase}/system/info` })
    expect(answer.json()).toMatchObject({ status: 200 })
  })

  test('that is compressed is not decompressed', async () => {
    const answer = await post('/auth/checkAccount', gzipSync('account=somebody'), {
      'content-encoding': 'gzip',
    })
    expect(answer.json()).toMatchObject({ status: 500, code: 'BadInput' })
  })

  const broken: [string, string, string, string][] = [
    ['that is no JSON', '{', 'application/json', 'BadInput'],
    ['that is no object', '[1]', 'application/json', 'BadInput'],
    ['of an unknown kind', 'x', 'text/csv', 'BadInput'],
    ['that is too large', `account=${'x'.repeat(17 * 1024 ** 2)}`, form, 'BodyTooLarge'],
    ['with names of prototypes', '__proto__=1&constructor=2', form, 'BadInput'],
  ]
  test.each(broken)('%s is refused with a clear message', async (_, payload, type, code) => {
    const answer = await post('/auth/checkAccount', payload, { 'content-type': type })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ status: 500, code, message: expect.stringMatching(/\S/) })
  })
})

describe('an answer', () => {
  test('to an unknown call says so', async () => {
    for (const method of ['POST', 'GET'] as const) {
      const answer = await server.app.inject({
        method,
        url: `${apiBase}/no/such`,
        headers: { 'accept-language': 'en' },
      })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({
        code: 'UnknownCall',
        message: 'The API path /apm-api/no/such does not exist',
      })
    }
  })

  test('is in the language that the caller prefers, Chinese by default', async () => {
    const message = async (language: string) =>
      (await post('/auth/session', '', { 'accept-language': language })).json<{ message: string }>().message
    expect(await message('en-GB,en;q=0.9')).toBe('Login information expired, please log in again')
    expect(await message('en;q=0.5, zh-CN')).toBe('登录信息已过期，请重新登录')
    expect(await message('fr')).toBe('登录信息已过期，请重新登录')
  })

  test('carries the security headers, without forcing HTTPS', async () => {
    const { headers } = await post('/system/info', '')
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('that is long is compressed for callers with a session who accept it', async () => {
    await server.addUser('packer', true)
    const { token } = await server.signIn('packer', { isAdministrator: true })
    const properties = ['a', 'b'].map(name => ({ name, displayType: 'text' as const }))
    for (let number = 0; number < 20; number += 1) {
      const template = { id: null, name: `Template ${number}`, properties }
      await server.call(calls.projectTemplate.save, template, { token, isAdministrator: true })
    }
    const listed = (headers: Record<string, string>) =>
      post('/projectTemplate/list', '', { token, 'is-admin': 'true', ...headers })
    const plain = await listed({})
    const packed = await listed({ 'accept-encoding': 'gzip, br' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.payload)
    const short = await post('/auth/session', '', { token, 'is-admin': 'true', 'accept-encoding': 'gzip' })
    expect(short.headers).not.toHaveProperty('content-encoding')
  })

  test('without a session is never compressed, since it may contain a token', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const answer = await post('/auth/captcha', '', headers)
    expect(answer.payload.length).toBeGreaterThan(2_048)
    expect(answer.headers).not.toHaveProperty('content-encoding')
  })

  test('to a defect gives a reference instead of its details', async () => {
    await server.database.schema.alterTable('captchas').renameTo('captchas_away').execute()
    const { json } = await post('/auth/captcha', '')
    await server.database.schema.alterTable('captchas_away').renameTo('captchas').execute()
    const answer = json<{ code: string; message: string; params: { reference: string } }>()
    expect(answer.code).toBe('OperationFailed')
    expect(answer.message).toContain(answer.params.reference)
    expect(JSON.stringify(answer)).not.toContain('captchas')
  })
})

describe('the pages', () => {
  const get = (url: string) => server.app.inject({ method: 'GET', url })

  test('are index.html for every path of the history mode', async () => {
    for (const path of ['/', '/pone/login', '/pone/atf/projects/home?x=1', '/unknown.html']) {
      const { statusCode, body, headers } = await get(path)
      expect([statusCode, body, headers['cache-control']]).toEqual([200, '<title>Pone</title>', 'no-cache'])
      expect(headers['content-security-policy']).toContain("default-src 'self'")
      expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
      expect(headers['content-security-policy']).toContain(
        "connect-src 'self' http://127.0.0.1:* http://localhost:*;",
      )
    }
  })

  test('have hashed assets kept for good, everything else asked for again', async () => {
    const asset = await get('/assets/main-abc.js')
    expect(asset.headers['cache-control']).toContain('immutable')
    expect(asset.headers).not.toHaveProperty('content-security-policy')
    expect((await get('/service-worker.js')).headers).toHaveProperty('content-security-policy')
    expect((await get('/service-worker.js')).headers['cache-control']).toBe('no-cache')
    expect((await get('/assets/gone-123.js')).statusCode).toBe(404)
  })

  describe('with files that lie compressed beside themselves', () => {
    const large = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      server.app.inject({ method, url: '/assets/large-abc.js', headers })
    const unpack: Record<string, (packed: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }
    const unpacked = ({ rawPayload, headers }: Awaited<ReturnType<typeof large>>) =>
      unpack[String(headers['content-encoding'])]?.(rawPayload) ?? rawPayload

    test.each([
      ['br, gzip, deflate', 'br'],
      ['gzip', 'gzip'],
      ['gzip;q=0.5, br;q=1', 'br'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', undefined],
      ['', undefined],
    ])('answer "%s" with %s, and say that the answer depends on it', async (accepted, encoding) => {
      const answer = await large(accepted === '' ? {} : { 'accept-encoding': accepted })
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(answer.headers['vary']).toMatch(/accept-encoding/i)
      expect(answer.headers['content-type']).toMatch(/javascript/)
      expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
      expect(unpacked(answer).toString()).toBe(script)
    })

    test('give each form a tag of its own, and do not send a form again that is at hand', async () => {
      const tags = await Promise.all(
        ['br', 'gzip', 'identity'].map(async accepted => {
          const { headers } = await large({ 'accept-encoding': accepted })
          return [accepted, String(headers['etag'])] as const
        }),
      )
      expect(new Set(tags.map(([, tag]) => tag)).size).toBe(3)
      for (const [accepted, tag] of tags) {
        const again = await large({ 'accept-encoding': accepted, 'if-none-match': tag })
        expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
        expect(again.headers['vary']).toMatch(/accept-encoding/i)
        expect(again.headers['cache-control']).toContain('immutable')
      }
      const [brotli] = tags
      const other = await large({ 'accept-encoding': 'gzip', 'if-none-match': brotli?.[1] ?? '' })
      expect([other.statusCode, other.headers['content-encoding']]).toEqual([200, 'gzip'])
    })

    test('give parts of the form that was asked for', async () => {
      for (const accepted of ['br', 'gzip', 'identity']) {
        const whole = await large({ 'accept-encoding': accepted })
        const part = await large({ 'accept-encoding': accepted, range: 'bytes=5-14' })
        expect(part.statusCode).toBe(206)
        expect(part.headers['content-range']).toBe(`bytes 5-14/${whole.rawPayload.length}`)
        expect(part.headers['content-encoding']).toBe(whole.headers['content-encoding'])
        expect(part.rawPayload.equals(whole.rawPayload.subarray(5, 15))).toBe(true)
      }
      const beyond = await large({ range: 'bytes=999999-' })
      expect([beyond.statusCode, beyond.body]).toEqual([416, '416'])
    })

    test('tell by HEAD what GET would tell', async () => {
      const compared = ['content-encoding', 'content-length', 'content-type', 'etag', 'vary', 'cache-control']
      for (const accepted of ['br', 'gzip', 'identity']) {
        const [got, told] = [
          await large({ 'accept-encoding': accepted }),
          await large({ 'accept-encoding': accepted }, 'HEAD'),
        ]
        expect([told.statusCode, told.rawPayload.length]).toEqual([200, 0])
        for (const name of compared) expect(told.headers[name], name).toEqual(got.headers[name])
      }
    })
  })

  test('do not let anything out of their folder', async () => {
    for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json'])
      expect((await get(path)).body).not.toContain('"name"')
  })

  test('tell whether the server is healthy', async () => {
    expect((await get(`${apiBase}/health`)).json()).toEqual({ status: 'up' })
  })
})

describe('the description of the calls', () => {
  test.each(['zh', 'en'] as const)('covers every call in %s, and its references resolve', async language => {
    const { json } = await server.app.inject({
      method: 'GET',
      url: `${apiBase}/openapi.json?language=${language}`,
    })
    const document = json<{
      paths: Record<string, { post: { operationId: string; summary: string } }>
      components: { schemas: object }
    }>()
    expect(Object.keys(document.paths)).toEqual(allCalls.map(({ call }) => call.path))
    for (const { key, call } of allCalls)
      expect(document.paths[call.path]?.post).toMatchObject({
        operationId: key,
        summary: call.summary[language],
      })
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
    const known = Object.keys(document.components.schemas)
    expect([...references].map(([, name]) => name).filter(name => !known.includes(name ?? ''))).toEqual([])
    expect(JSON.stringify(document)).not.toContain('$defs')
  })

  test('has a page of its own, without anything from outside', async () => {
    for (const path of ['/docs', '/docs/docs.js', '/docs/docs.css']) {
      const { statusCode, body } = await server.app.inject({ method: 'GET', url: `${apiBase}${path}` })
      expect(statusCode).toBe(200)
      expect(body).not.toMatch(/https?:\/\//)
    }
  })
})

test('strangers may try only so often', async () => {
  const strict = await createTestServer({ ratePerMinute: 2 })
  const ask = () => strict.ask(calls.auth.checkAccount, { account: 'somebody' }, { language: 'zh' })
  await ask()
  await ask()
  expect((await ask()).failure).toMatchObject({
    code: 'TooManyRequests',
    message: expect.stringMatching(/^操作过于频繁，请 \d+ 秒后再试$/),
  })
  await strict.close()
})

describe('an upload', () => {
  const scope = { projectId: '', foreignId: '', token: '' }
  beforeAll(async () => {
    for (const account of ['owner', 'stranger']) await server.addUser(account)
    const stranger = await server.signIn('stranger', { password: testPassword })
    scope.foreignId = (await server.call(calls.project.create, { name: 'S', code: 'S' }, stranger)).id
    const owner = await server.signIn('owner')
    scope.token = owner.token
    scope.projectId = (await server.call(calls.project.create, { name: 'O', code: 'O' }, owner)).id
  })
  const upload = async (parts: [string, string | Blob][], fileName = 'users.csv') => {
    const data = new FormData()
    for (const [name, value] of parts) {
      if (typeof value === 'string') data.append(name, value)
      else data.append(name, value, fileName)
    }
    const request = new Request('http://localhost', { method: 'POST', body: data })
    const answer = await post(calls.parameterFile.upload.path, Buffer.from(await request.arrayBuffer()), {
      'content-type': request.headers.get('content-type') ?? '',
      token: scope.token,
    })
    return answer.json<{ code?: string; data?: { name: string } }>()
  }
  const file = new Blob(['account\nlin\n'])

  test('is received for a project of the caller', async () => {
    const { data } = await upload([
      ['projectId', scope.projectId],
      ['file', file],
    ])
    expect(data).toMatchObject({ name: 'users.csv', lines: 2 })
  })

  test.each([
    ['../../etc/plain.csv', 'plain.csv'],
    ['C:\\temp\\win.csv', 'win.csv'],
    ['nul\0name.csv', 'nul_name.csv'],
    ['a.csv\0.exe', 'FileTypeRefused'],
    [`${'x'.repeat(300)}.csv`, 'BadInput'],
  ])('named %j is %s', async (given, expected) => {
    const parts: [string, string | Blob][] = [
      ['projectId', scope.projectId],
      ['file', file],
    ]
    const { data, code } = await upload(parts, given)
    expect(data?.name ?? code).toBe(expected)
  })

  test('of two files is refused and leaves nothing behind', async () => {
    const parts: [string, string | Blob][] = [
      ['projectId', scope.projectId],
      ['file', file],
      ['file', file],
    ]
    expect((await upload(parts, 'two.csv')).code).toBe('BadInput')
    expect(await readdir(server.uploadFolder)).toEqual([])
  })

  test('without a file, or into a project of others, is refused and leaves nothing behind', async () => {
    const { projectId, foreignId } = scope
    expect((await upload([['projectId', projectId]])).code).toBe('FileMissing')
    const foreign: [string, string | Blob][][] = [
      [
        ['projectId', foreignId],
        ['file', file],
      ],
      [
        ['file', file],
        ['projectId', projectId],
      ],
      [
        ['projectId', projectId],
        ['file', file],
        ['projectId', foreignId],
      ],
    ]
    for (const parts of foreign) expect((await upload(parts)).code).toBe('NotFound')
    expect(await readdir(server.uploadFolder)).toEqual([])
  })
})
