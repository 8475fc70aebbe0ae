import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Session } from '@pone/contract/entities/user.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { writeLicence } from '@pone/licence/licence-file.ts'
import { maxLicenceFileBytes } from '@pone/schema/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../test-server.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
let server: TestServer
let chief: Session
let as: { token: string; isAdministrator: true }
beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('chief', true)
  chief = await server.signIn('chief', { isAdministrator: true })
  as = { token: chief.token, isAdministrator: true }
})
afterAll(() => server.close())

interface Answer {
  code?: string
  message?: string
  data?: { state: string; remainingDays: number | null; grant: { totalUsers: number } | null }
}

async function send(
  call: { path: string },
  content: string | Uint8Array<ArrayBuffer>,
  name = 'a.licence',
): Promise<Answer> {
  const data = new FormData()
  data.append('file', new Blob([content]), name)
  const request = new Request('http://localhost', { method: 'POST', body: data })
  const answer = await server.app.inject({
    method: 'POST',
    url: apiBase + call.path,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      'accept-language': 'en',
      token: chief.token,
      'is-admin': 'true',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json<Answer>()
}
const { licence } = calls
const fileOf = () =>
  writeLicence(
    {
      id: randomUUID(),
      holder: 'Bank',
      totalUsers: 123,
      authorisedDays: 10,
      producedAt: server.now(),
      notBefore: server.now(),
      features: [],
    },
    privateKey,
  )

test('an administrator looks at a file, installs it, and removes it; the records tell of it', async () => {
  const file = fileOf()
  expect((await send(licence.preview, file)).data).toMatchObject({ state: 'wrongSignature', grant: null })
  expect(await send(licence.install, file)).toMatchObject({ code: 'LicenceUnusable' })
  await writeFile(server.licenceKeysPath, publicKey.export({ type: 'spki', format: 'pem' }))
  expect((await send(licence.preview, file)).data).toMatchObject({ state: 'valid', remainingDays: 10 })
  expect((await send(licence.install, file)).data).toMatchObject({ grant: { totalUsers: 123 } })
  expect(await server.call(licence.get, {}, as)).toMatchObject({ state: 'valid', trustedKeys: 1 })
  expect(await server.call(licence.remove, {}, as)).toMatchObject({ state: 'community' })
  const { rows } = await server.call(calls.operationRecord.list, {}, as)
  const records = rows.filter(({ action }) => action.startsWith('licence.'))
  expect(records.map(({ action, target, outcome }) => [action, target, outcome])).toEqual([
    ['licence.remove', 'Bank', 'done'],
    ['licence.install', 'Bank', 'done'],
    ['licence.install', 'a.licence', 'refused'],
  ])
})

test('damaged keys are told, and every licence is void until they are mended', async () => {
  await writeFile(server.licenceKeysPath, '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n')
  expect(await server.call(licence.get, {}, as)).toMatchObject({ trustedKeys: null })
  expect((await send(licence.preview, fileOf())).data).toMatchObject({ state: 'wrongSignature' })
})

test.each([
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0xff), 'a.txt', 'LicenceUnusable'],
  ['nothing', '', 'a.lic', 'LicenceUnusable'],
  ['a file of another kind', 'x', 'a.exe', 'FileTypeRefused'],
  ['more than a licence can be', 'x'.repeat(maxLicenceFileBytes + 1), 'a.licence', 'BodyTooLarge'],
])('%s is refused', async (_, content, name, code) => {
  expect(await send(licence.install, content, name)).toMatchObject({ code })
})
