/** A self-signed certificate for the target, made by openssl in a folder of the bench. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Paths of key and certificate. @throws Error where there is no openssl */
export async function makeTargetCertificate(folder: string): Promise<{ key: string; cert: string }> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  await promisify(execFile)('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', cert])
  return { key, cert }
}
