import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { trustOf } from './server-trust.ts'

const authority = { pin: 'AB:CD', pem: '-----BEGIN CERTIFICATE-----\nab+c/d==\n-----END CERTIFICATE-----\n' }

test('at its own address the server is known by its pin, at another one by its authority, and without TLS by nothing', () => {
  expect(trustOf('', authority, '/tmp/a')).toEqual({ before: '', words: "--pin 'AB:CD'" })
  expect(trustOf('https://pone.example.com', authority, '/tmp/a').words).toBe('--ca /tmp/a/server-ca.pem')
  const none = { before: '', words: '' }
  expect(trustOf('http://10.0.0.1:8600', authority, '/tmp/a')).toEqual(none)
  expect(trustOf('https://pone.example.com', { pin: null, pem: null }, '/tmp/a')).toEqual(none)
  expect(trustOf('', { pin: null, pem: null }, '/tmp/a')).toEqual(none)
})

test('the authority comes to the machine as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pone-trust-'))
  const { before } = trustOf('https://pone.example.com', authority, folder)
  await promisify(execFile)('sh', ['-c', before])
  expect(await readFile(join(folder, 'server-ca.pem'), 'utf8')).toBe(authority.pem)
  await rm(folder, { recursive: true })
})
