import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuthority, removeAuthority } from './authority.ts'
import { authorityCertificate, hostCertificate, newKeyPair } from './certificate.ts'

const run = promisify(execFile)
const dayMs = 86_400_000
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-authority-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['shop.example', 'DNS:shop.example'],
  ['192.0.2.7', 'IP Address:192.0.2.7'],
  ['2001:db8::7', 'IP Address:2001:DB8:0:0:0:0:0:7'],
  ['::ffff:192.0.2.7', 'IP Address:0:0:0:0:0:FFFF:C000:207'],
])('openssl accepts the certificate of %s', async (host, named) => {
  const issuer = { name: 'Pone recording 性能', keys: newKeyPair() }
  const validity = { from: new Date(Date.now() - dayMs), until: new Date(Date.now() + dayMs) }
  const [ca, leaf] = [join(folder, 'ca.pem'), join(folder, 'host.pem')]
  await writeFile(ca, authorityCertificate(issuer, validity))
  await writeFile(leaf, hostCertificate(host, newKeyPair().publicKey, issuer, validity))
  const strict = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', ca, leaf]
  expect((await run('openssl', strict)).stdout).toBe(`${leaf}: OK\n`)
  expect(new X509Certificate(await readFile(leaf)).subjectAltName).toBe(named)
})

test('an authority is made once, in a file that only its owner reads', async () => {
  const path = join(folder, 'once', 'authority.pem')
  const first = await openAuthority(path, Date.now())
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await openAuthority(path, Date.now())).toMatchObject({ certificate: first.certificate })
})

test('an authority that is removed, soon ends or is damaged is replaced', async () => {
  const path = join(folder, 'replaced.pem')
  const seen = new Set([(await openAuthority(path, Date.now())).fingerprint])
  await removeAuthority(path)
  const second = await openAuthority(path, Date.now())
  seen.add(second.fingerprint)
  seen.add((await openAuthority(path, second.validUntil.getTime() - dayMs / 2)).fingerprint)
  await writeFile(path, 'nonsense')
  seen.add((await openAuthority(path, Date.now())).fingerprint)
  expect(seen.size).toBe(4)
})
