/** The licence file: a readable head, the grant as canonical JSON, and its Ed25519 signature, armoured as text. */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { type LicenceGrant, licenceGrantSchema } from '@pone/contract/entities/licence.ts'

const begin = '-----BEGIN PONE LICENCE-----'
const end = '-----END PONE LICENCE-----'
const lineLength = 64
/** Before what is signed, so that a signature made for anything else never fits. */
const purpose = 'pone-licence-v1\n'
const pemKeys = /-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/g

export type ReadLicence =
  | { readonly kind: 'signed'; readonly grant: LicenceGrant }
  /** Whole, but signed with a key that is not trusted. */
  | { readonly kind: 'wrongSignature' }
  /** Not a licence file, cut, or changed by hand. */
  | { readonly kind: 'damaged' }

/** Writes the file. `privateKey` must be an Ed25519 key. */
export function writeLicence(grant: LicenceGrant, privateKey: KeyObject): string {
  const payload = canonical(grant)
  const signature = sign(null, Buffer.from(purpose + payload), privateKey)
  return [
    begin,
    ...headOf(grant),
    '',
    ...folded(Buffer.from(payload)),
    '',
    ...folded(signature),
    end,
    '',
  ].join('\n')
}

/** Reads the file and checks it against every trusted key. What stands in its readable head is what was signed, or the file counts as damaged. */
export function readLicence(file: string, trusted: readonly KeyObject[]): ReadLicence {
  const parts = partsOf(file)
  if (parts === null) return { kind: 'damaged' }
  const { head, payload, signature } = parts
  const grant = grantOf(payload)
  if (grant === null || canonical(grant) !== payload || headOf(grant).join('\n') !== head) {
    return { kind: 'damaged' }
  }
  const signed = Buffer.from(purpose + payload)
  return trusted.some(key => verify(null, signed, key, signature))
    ? { kind: 'signed', grant }
    : { kind: 'wrongSignature' }
}

/** The grant that a file claims, whoever signed it; null when it is damaged. */
export function claimOf(file: string): LicenceGrant | null {
  const parts = partsOf(file)
  return parts === null ? null : grantOf(parts.payload)
}

/** Every public key of a PEM text. @throws Error when it holds none, a damaged one, or one that is not Ed25519 */
export function readPublicKeys(pem: string): KeyObject[] {
  const keys = (pem.match(pemKeys) ?? []).map(text => createPublicKey(text))
  if (keys.length === 0) throw new Error('it holds no public key in PEM form')
  if (keys.some(key => key.asymmetricKeyType !== 'ed25519')) throw new Error('a key is not an Ed25519 key')
  return keys
}

/** Short name of a key, 16 hexadecimal digits of the SHA-256 of its DER form; for people to compare. */
export function fingerprint(key: KeyObject): string {
  const der = (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('hex').slice(0, 16)
}

/** JSON with its keys in order and without blanks: one grant has one form. */
function canonical(grant: LicenceGrant): string {
  return JSON.stringify(Object.fromEntries(Object.entries(grant).toSorted(([a], [b]) => (a < b ? -1 : 1))))
}

function headOf(grant: LicenceGrant): string[] {
  const day = (at: number): string => new Date(at).toISOString()
  return [
    `Licence: ${grant.id}`,
    `Holder: ${grant.holder}`,
    `Virtual users: ${grant.totalUsers}`,
    `Days: ${grant.authorisedDays ?? 'unlimited'}`,
    `Produced: ${day(grant.producedAt)}`,
    `Valid from: ${day(grant.notBefore)}`,
    `Features: ${grant.features.join(', ') || 'all'}`,
  ]
}

function grantOf(payload: string): LicenceGrant | null {
  try {
    return licenceGrantSchema.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}

function partsOf(file: string): { head: string; payload: string; signature: Buffer } | null {
  // Editors and mail add line ends of their own kind and blanks at both ends; nothing else may differ.
  const lines = file
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  if (lines[0] !== begin || lines.at(-1) !== end) return null
  const [head, payload, signature, ...rest] = lines.slice(1, -1).join('\n').split('\n\n')
  if (head === undefined || payload === undefined || signature === undefined || rest.length > 0) return null
  const bytes = unfolded(payload)
  const mark = unfolded(signature)
  return bytes === null || mark === null ? null : { head, payload: bytes.toString('utf8'), signature: mark }
}

const folded = (bytes: Buffer): string[] =>
  bytes.toString('base64').match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []

function unfolded(text: string): Buffer | null {
  const joined = text.replaceAll('\n', '')
  const bytes = Buffer.from(joined, 'base64')
  return bytes.toString('base64') === joined ? bytes : null
}
