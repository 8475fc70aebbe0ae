/** A CA for tests that signs certificates with openssl. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

export interface TestAuthority {
  /** PEM file of its own certificate. */
  readonly ca: string
  readonly pem: string
  /** Creates `<name>.pem` and `<name>.key` for these subject alternative names, e.g. `DNS:localhost,IP:127.0.0.1`. `days` below 0: expired. */
  issue(name: string, names: string, days?: number): Promise<{ cert: string; key: string }>
}

export async function createTestAuthority(folder: string, name = 'ca'): Promise<TestAuthority> {
  const at = (file: string) => join(folder, file)
  const ca = at(`${name}.pem`)
  const caKey = at(`${name}.key`)
  await run('openssl', [
    'req',
    '-x509',
    ...key,
    '-keyout',
    caKey,
    '-out',
    ca,
    '-days',
    '30',
    '-subj',
    `/CN=Test ${name}`,
  ])
  return {
    ca,
    pem: await readFile(ca, 'utf8'),
    issue: async (file, names, days = 30) => {
      const made = { cert: at(`${file}.pem`), key: at(`${file}.key`) }
      await run('openssl', [
        'req',
        ...key,
        '-keyout',
        made.key,
        '-out',
        at(`${file}.csr`),
        '-subj',
        `/CN=${file}`,
      ])
      await writeFile(at(`${file}.ext`), `subjectAltName=${names}\n`)
      const sign = ['x509', '-req', '-in', at(`${file}.csr`), '-CA', ca, '-CAkey', caKey, '-CAcreateserial']
      await run('openssl', [...sign, '-days', String(days), '-extfile', at(`${file}.ext`), '-out', made.cert])
      return made
    },
  }
}
