import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSecretBox, openSecretBox } from './secrets.ts'

const folder = await mkdtemp(join(tmpdir(), 'pone-secrets-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a secret is read again by the same key only, and not after a change', () => {
  const box = createSecretBox(randomBytes(32))
  const sealed = box.seal('密码 secret')
  expect(sealed).not.toContain('secret')
  expect(box.open(sealed)).toBe('密码 secret')
  expect(() => createSecretBox(randomBytes(32)).open(sealed)).toThrow()
  const bytes = Buffer.from(sealed, 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => box.open(bytes.toString('base64'))).toThrow()
})

test('the key is made once, for this user only', async () => {
  const [first, second] = await Promise.all([openSecretBox(folder), openSecretBox(folder)])
  expect(second.open(first.seal('x'))).toBe('x')
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
})

test('a damaged key file is told', async () => {
  await writeFile(join(folder, 'secret.key'), 'short')
  await expect(openSecretBox(folder)).rejects.toThrow('is damaged')
})
