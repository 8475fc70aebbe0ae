/** Detects by its content whether an upload is a certificate, a key or a store of both. */
import { X509Certificate } from 'node:crypto'

const endings = ['.cer', '.crt', '.pem', '.key', '.p12', '.pfx'] as const
const pemBegin = /-----BEGIN ((?:TRUSTED |X509 )?CERTIFICATE|(?:RSA |EC |ENCRYPTED )?PRIVATE KEY)-----/g
/** ASN.1 SEQUENCE with a length of two or more bytes, as every certificate, key and PKCS #12 store in DER begins. */
const beginsLikeDer = (bytes: Buffer): boolean =>
  bytes[0] === 0x30 && ((bytes[1] ?? 0) & 0x80) !== 0 && bytes.length > 64

/** Whether name and content match. A protected key or store is not opened, because its passphrase is unknown here. */
export function isCertificateFile(name: string, bytes: Buffer): boolean {
  const ending = endings.find(each => name.toLowerCase().endsWith(each))
  if (ending === undefined) return false
  if (ending === '.p12' || ending === '.pfx') return beginsLikeDer(bytes)
  if (hasPemBlock(bytes.toString('latin1'))) return true
  return ending === '.key' ? beginsLikeDer(bytes) : isDerCertificate(bytes)
}

/** Searches for each kind of block once: a regular expression over a whole block would take half a minute for 1 MiB of block headers. */
function hasPemBlock(text: string): boolean {
  const seen = new Set<string>()
  for (const { 1: kind = '', index } of text.matchAll(pemBegin)) {
    if (seen.has(kind)) continue
    if (text.lastIndexOf(`-----END ${kind}-----`) > index) return true
    seen.add(kind)
  }
  return false
}

function isDerCertificate(bytes: Buffer): boolean {
  try {
    return beginsLikeDer(bytes) && new X509Certificate(bytes).raw.length > 0
  } catch {
    return false
  }
}
