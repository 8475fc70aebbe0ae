import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const { PONE_LICENCE_KEYS: _keys, PONE_LICENCE_PASSPHRASE: _passphrase, ...environment } = process.env
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-licence-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs `./pone licence` in the folder as from a shell, without a terminal. */
const licence = (...args: readonly string[]) =>
  new Promise<{ code: number; out: string; fault: string }>(resolve => {
    const options = { cwd: folder, env: { ...environment, PONE_DATA: folder } }
    execFile(process.execPath, [main, 'licence', ...args], options, (error, out, fault) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, fault }),
    )
  })

test('from a new pair of keys to a licence that a server with the public key trusts', async () => {
  await writeFile(join(folder, 'phrase'), 'correct horse\n')
  const sealed = ['--passphrase-file', 'phrase']
  expect(await licence('keygen', '--out', 'vendor', ...sealed)).toMatchObject({ code: 0 })
  expect((await stat(join(folder, 'vendor.key'))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(folder, 'vendor.key'), 'utf8')).toContain('ENCRYPTED')

  const what = ['--key', 'vendor.key', '--holder', '某某银行', '--users', '20000', '--days', '365']
  const open = await licence('issue', ...what, '--out', 'bank.licence')
  expect(open).toMatchObject({ code: 2, fault: expect.stringContaining('protected') })
  expect(await licence('issue', ...what, '--out', 'bank.licence', ...sealed)).toMatchObject({ code: 0 })
  expect(await licence('issue', ...what, '--out', 'bank.licence', ...sealed)).toMatchObject({ code: 4 })

  expect(await licence('show', 'bank.licence')).toMatchObject({
    code: 1,
    out: expect.stringContaining('not signed by a trusted key'),
  })
  await writeFile(join(folder, 'licence-keys.pem'), await readFile(join(folder, 'vendor.pem')))
  const shown = await licence('show', 'bank.licence', '--json')
  expect(shown.code).toBe(0)
  expect(JSON.parse(shown.out)).toMatchObject({
    state: 'valid',
    remainingDays: 365,
    grant: { holder: '某某银行', totalUsers: 20_000, features: [] },
  })
})

test.each([
  [['issue', '--key', 'k', '--holder', 'x', '--users', '0', '--days', '1', '--out', 'o'], '--users'],
  [['issue', '--key', 'k', '--holder', 'x', '--users', '1e3', '--days', '1', '--out', 'o'], '--users'],
  [['issue', '--key', 'k', '--users', '1', '--days', '1', '--out', 'o'], '--holder'],
  [['issue', '--key', 'k', '--holder', 'x', '--users', '1', '--days', 'ever', '--out', 'o'], '--days'],
  [
    ['issue', '--key', 'k', '--holder', 'x', '--users', '1', '--days', '1', '--from', 'soon', '--out', 'o'],
    '--from',
  ],
  [['sign'], 'Say what to do'],
])('%j is refused in one sentence', async (args, word) => {
  const { code, fault } = await licence(...args)
  expect({ code, fault }).toMatchObject({ code: 2, fault: expect.stringContaining(word) })
})
