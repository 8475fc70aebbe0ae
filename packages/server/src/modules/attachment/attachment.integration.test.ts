import { generateKeyPairSync } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Session } from '@pone/contract/entities/user.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { maxCertificateBytes, secretMask } from '@pone/schema/limits.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../test-server.ts'
import { isCertificateFile } from './certificate-look.ts'

let server: TestServer
let owner: Session
let projectId = ''
beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('keeper')
  owner = await server.signIn('keeper')
  projectId = (await server.call(calls.project.create, { name: 'K', code: 'K' }, owner)).id
})
afterAll(() => server.close())

interface UploadAnswer {
  code?: string
  message?: string
  data?: { id: string; name: string; sizeBytes: number; sha256: string }
}

async function upload(kind: string, name: string, content: Blob): Promise<UploadAnswer> {
  const data = new FormData()
  data.append('projectId', projectId)
  data.append('kind', kind)
  data.append('file', content, name)
  const request = new Request('http://localhost', { method: 'POST', body: data })
  const answer = await server.app.inject({
    method: 'POST',
    url: apiBase + calls.attachment.upload.path,
    headers: { 'content-type': request.headers.get('content-type') ?? '', token: owner.token },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json<UploadAnswer>()
}

describe('an attachment', () => {
  const [cert = ''] = rootCertificates
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  })
  const der = Buffer.from(cert.replace(/-----[^-]+-----|\s/g, ''), 'base64')

  test('can be a body when it is what its name says, and a certificate only when it is one', async () => {
    expect((await upload('body', 'anything.bin', new Blob([Uint8Array.of(1, 0, 2)]))).data).toMatchObject({
      name: 'anything.bin',
      sizeBytes: 3,
    })
    const fake = await upload('body', 'picture.png', new Blob(['<script>']))
    expect(fake.code).toBe('FileContentRefused')
    expect((await upload('certificate', 'shop.pem', new Blob([cert, key]))).data?.name).toBe('shop.pem')
    expect((await upload('certificate', 'shop.cer', new Blob([der]))).data?.name).toBe('shop.cer')
    expect((await upload('certificate', 'notes.pem', new Blob(['hello']))).code).toBe('FileContentRefused')
    expect((await upload('certificate', 'shop.exe', new Blob([cert]))).code).toBe('FileContentRefused')
    expect((await upload('body', 'nothing.bin', new Blob([]))).code).toBe('FileContentRefused')
    const huge = new Blob([cert, new Uint8Array(maxCertificateBytes)])
    expect((await upload('certificate', 'huge.pem', huge)).code).toBe('BodyTooLarge')
    expect((await upload('certificate', 'shop.pem', new Blob([cert]))).code).toBe('NameExists')
    const listed = await server.call(calls.attachment.list, { projectId, kind: 'certificate' }, owner)
    expect(listed.map(file => file.name).toSorted()).toEqual(['shop.cer', 'shop.pem'])
  })

  test.each([
    ['a.cer', der, true],
    ['a.p12', der, true],
    ['a.key', Buffer.from(key), true],
    ['a.cer', Buffer.from([0x30, 0x82, 1, 2, 3]), false],
    ['a.p12', Buffer.from('PK zip'), false],
    ['a.pem', Buffer.from('-----BEGIN CERTIFICATE-----'), false],
    ['beginnings.pem', Buffer.from('-----BEGIN CERTIFICATE-----\n'.repeat(37_000)), false],
  ])('%s is looked into', (name, bytes, isOne) => {
    expect(isCertificateFile(name, bytes)).toBe(isOne)
  })

  test('that a component uses cannot be deleted, also when the step is switched off', async () => {
    const file = (await upload('body', 'order.bin', new Blob(['x']))).data
    const [root] = await server.call(calls.component.tree, { projectId }, owner)
    const fileId = file?.id ?? ''
    const component = await server.call(
      calls.component.create,
      {
        projectId,
        parentId: root?.id ?? '',
        name: 'Orders',
        document: {
          steps: [
            {
              id: 's',
              name: 's',
              enabled: false,
              kind: 'request',
              protocol: 'http',
              http: { url: '/', body: { kind: 'binary', fileId } },
            },
          ],
        },
      },
      owner,
    )
    expect(await server.fail(calls.attachment.delete, { projectId, id: fileId }, owner)).toMatchObject({
      code: 'AttachmentInUse',
      message: expect.stringContaining('Orders'),
    })
    await server.call(calls.component.delete, { projectId, ids: [component.id] }, owner)
    await server.call(calls.attachment.delete, { projectId, id: fileId }, owner)
    expect((await server.fail(calls.attachment.delete, { projectId, id: fileId }, owner)).code).toBe(
      'NotFound',
    )
  })
})

describe('a secret variable', () => {
  test('is never sent back, kept over saves and copies, and not written into the operation record', async () => {
    const [root] = await server.call(calls.component.tree, { projectId }, owner)
    const parentId = root?.id ?? ''
    const document = { variables: [{ name: 'password', value: 'open-sesame', secret: true }] }
    const created = await server.call(
      calls.component.create,
      { projectId, parentId, name: 'S', document },
      owner,
    )
    expect(created.document.variables[0]?.value).toBe(secretMask)
    const saved = await server.call(
      calls.component.save,
      { projectId, id: created.id, revision: created.revision, document: created.document },
      owner,
    )
    expect(saved.document).toEqual(created.document)
    const [copy] = await server.call(calls.component.copy, { projectId, ids: [created.id], parentId }, owner)
    const read = await server.call(calls.component.get, { projectId, id: copy?.id ?? '' }, owner)
    expect(read.document.variables[0]?.value).toBe(secretMask)
    const stored = await server.database.selectFrom('catalogue_nodes').select('document').execute()
    const records = await server.database.selectFrom('operation_records').selectAll().execute()
    expect(JSON.stringify([stored, records])).not.toContain('sesame')
  })
})
