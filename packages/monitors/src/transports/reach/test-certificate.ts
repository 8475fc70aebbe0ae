/** A certificate for tests that nobody has signed but itself. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** For 127.0.0.1, valid for so many days. */
export async function madeCertificate(days: number): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-certificate-'))
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    key,
  ]
  await promisify(execFile)('openssl', [
    ...args,
    '-out',
    cert,
    '-days',
    String(days),
    '-subj',
    '/CN=127.0.0.1',
    '-addext',
    'subjectAltName=IP:127.0.0.1',
  ])
  const pair = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  await rm(folder, { recursive: true, force: true })
  return pair
}
