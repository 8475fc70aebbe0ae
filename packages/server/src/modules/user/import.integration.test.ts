import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { createTestServer } from '../../test-server.ts'
import { headingOf, importColumns } from './import-columns.ts'

const server = await createTestServer()
const folder = await mkdtemp(join(tmpdir(), 'pone-import-'))
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

let token: string
beforeAll(async () => {
  await server.addUser('importer', true)
  token = (await server.signIn('importer', { isAdministrator: true })).token
})
const headers = (language: 'zh' | 'en' = 'en') => ({
  token,
  'is-admin': 'true',
  'accept-language': language,
})

async function upload(name: string, content: Buffer, language: 'zh' | 'en' = 'en') {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), name)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const response = await server.app.inject({
    method: 'POST',
    url: `${apiBase}${calls.user.import.path}`,
    headers: { ...headers(language), 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return response.json<{ status: number; code?: string; message?: string; data?: unknown }>()
}

const sheet = (rows: string[][]): Promise<Buffer> =>
  writeExcelFile(rows.map(row => row.map(value => ({ value, type: String })))).toBuffer()
const heading = importColumns.map(headingOf)

test('the template has the columns in both languages, and notes with an example', async () => {
  const response = await server.app.inject({
    method: 'POST',
    url: `${apiBase}${calls.user.importTemplate.path}`,
    headers: headers('zh'),
  })
  expect(response.headers['content-disposition']).toContain(encodeURIComponent('用户导入模板.xlsx'))
  const path = join(folder, 'template.xlsx')
  await writeFile(path, response.rawPayload)
  expect((await readSheet(path, 1))[0]).toEqual(heading)
  expect((await readSheet(path, 2)).map(row => row[1])).toContain('zhang.san@example.com')
})

test('rows that are right become accounts, the others are reported one by one', async () => {
  await server.addUser('taken')
  const file = await sheet([
    heading,
    ['good.one', '好人一', '', '', ''],
    ['taken', '重名', '', '', ''],
    ['', '', '', '', ''],
    ['1bad', '', 'x', '13800138000', ''],
    ['good.two', '好人二', 'two@example.com', '12345', ''],
    ['Good.One', '又一个', '', '', ''],
  ])
  const { data } = await upload('users.xlsx', file)
  expect(data).toMatchObject({
    created: 1,
    refused: 4,
    rows: [
      { row: 2, account: 'good.one', created: true, problem: null },
      {
        row: 3,
        account: 'taken',
        created: false,
        problem: 'Account taken already exists. Enter another one',
      },
      { row: 5, created: false, problem: expect.stringMatching(/Account: .*; Real name: .*; E-mail: /) },
      { row: 6, created: false, problem: expect.stringMatching(/^Phone: /) },
      { row: 7, created: false, problem: expect.stringContaining('already exists') },
    ],
  })
  const { defaultPassword } = data as { defaultPassword: string }
  const session = await server.signIn('good.one', { password: defaultPassword })
  expect(session.mustChangePassword).toBe(true)
})

test('characters that cannot be stored are left out of the cells', async () => {
  const file = await sheet([heading, ['odd.cell', 'Li\0n\ud800a', '', '', '']])
  const { data } = await upload('users.xlsx', file)
  expect(data).toMatchObject({
    created: 1,
    refused: 0,
    rows: [{ row: 2, account: 'odd.cell', created: true }],
  })
})

test('columns may stand in any order and be named in one language', async () => {
  const file = await sheet([
    ['Real name', '账号'],
    ['Order', 'any.order'],
  ])
  expect((await upload('users.xlsx', file)).data).toMatchObject({ created: 1 })
})

test('a file that cannot be used is refused with the reason', async () => {
  const text = Buffer.from('account,name')
  const cases: [string, Buffer, string, string][] = [
    ['users.csv', text, 'FileTypeRefused', '.xlsx'],
    ['users.xlsx', text, 'FileContentRefused', '不是有效的 Excel 文件'],
    ['users.xlsx', await sheet([['x']]), 'FileContentRefused', '第一行没有'],
    ['users.xlsx', await sheet([heading]), 'FileContentRefused', '除表头外没有内容'],
    ['users.xlsx', Buffer.alloc(11 * 1024 ** 2), 'BodyTooLarge', '10 MiB'],
    ['users.xlsx', bomb(), 'FileContentRefused', '文件内容过多'],
  ]
  for (const [name, content, code, words] of cases) {
    const answer = await upload(name, content, 'zh')
    expect([answer.code, answer.message]).toEqual([code, expect.stringContaining(words)])
  }
})

test('uploads leave nothing behind', async () => {
  expect(await readdir(server.uploadFolder)).toEqual([])
})

/** A zip of 60 KiB that unpacks to 60 MiB. */
function bomb(): Buffer {
  const data = deflateRawSync(Buffer.alloc(60 * 1024 ** 2))
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(data.length, 18)
  local.writeUInt16LE(name.length, 26)
  const directory = Buffer.alloc(46)
  directory.writeUInt32LE(0x02014b50, 0)
  directory.writeUInt16LE(8, 10)
  directory.writeUInt32LE(data.length, 20)
  directory.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(directory.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + data.length, 16)
  return Buffer.concat([local, name, data, directory, name, end])
}
