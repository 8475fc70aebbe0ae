import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { LicenceGrant } from '@pone/contract/entities/licence.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimOf, fingerprint, readLicence, readPublicKeys, writeLicence } from './licence-file.ts'

const vendor = generateKeyPairSync('ed25519')
const stranger = generateKeyPairSync('ed25519')
const grant: LicenceGrant = {
  id: '0193f1c2-7d5e-4a51-9c07-6f1d2b3a4c5d',
  holder: '某某银行',
  totalUsers: 20_000,
  authorisedDays: 365,
  producedAt: 1_700_000_000_000,
  notBefore: 1_700_000_000_000,
  features: ['kubernetes'],
}
const file = writeLicence(grant, vendor.privateKey)
const trusted = [vendor.publicKey]
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
const payloadOf = (text: string) => text.split('\n\n')[1] ?? ''

test('what was issued is read back, and a person can read it in the file', () => {
  expect(readLicence(file, trusted)).toEqual({ kind: 'signed', grant })
  expect(file).toContain('Holder: 某某银行\nVirtual users: 20000\nDays: 365\n')
})

test('every grant survives the file', () => {
  const grants = fc.record({
    id: fc.uuid({ version: 4 }),
    holder: fc
      .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
      .filter(text => text.trim() === text && text !== '' && !/\p{Cc}/u.test(text)),
    totalUsers: fc.integer({ min: 1, max: 100_000_000 }),
    authorisedDays: fc.option(fc.integer({ min: 1, max: 36_500 })),
    producedAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    notBefore: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    features: fc.array(fc.constantFrom('kubernetes', 'jmeter', 'a-b'), { maxLength: 3 }),
  })
  fc.assert(
    fc.property(grants, each => {
      expect(readLicence(writeLicence(each, vendor.privateKey), trusted)).toEqual({
        kind: 'signed',
        grant: each,
      })
    }),
    { numRuns: 50 },
  )
})

test('line ends of another system and blanks around the file do no harm', () => {
  expect(readLicence(`\uFEFF\n${file.replaceAll('\n', '\r\n')}\n\n`, trusted).kind).toBe('signed')
})

test('the signature of a stranger is told from damage', () => {
  expect(readLicence(writeLicence(grant, stranger.privateKey), trusted)).toEqual({ kind: 'wrongSignature' })
  expect(readLicence(file, [])).toEqual({ kind: 'wrongSignature' })
})

test('a new key can be trusted beside the old one, and the old one withdrawn', () => {
  const renewed = writeLicence(grant, stranger.privateKey)
  const both = readPublicKeys(`# keys\n${pem(vendor.publicKey)}\n${pem(stranger.publicKey)}`)
  expect([readLicence(file, both).kind, readLicence(renewed, both).kind]).toEqual(['signed', 'signed'])
  expect(readLicence(file, readPublicKeys(pem(stranger.publicKey))).kind).toBe('wrongSignature')
})

const other = { ...grant, totalUsers: 2_000_000 }
const otherPayload = payloadOf(writeLicence(other, stranger.privateKey))
test.each([
  ['figures of the head changed', file.replace('users: 20000', 'users: 90000')],
  ['the head left out', file.replace(/Licence:[\s\S]*?\n\n/, '\n')],
  ['a line added to the head', file.replace('Days: 365', 'Days: 365\nDays: 9999')],
  ['another grant put in', file.replace(payloadOf(file), otherPayload)],
  ['cut', file.slice(0, -40)],
  ['a letter of the signature gone', file.replace(/=?=?\n-----END/, '\n-----END')],
  ['nothing', ''],
  ['some text', 'hello'],
  ['binary', '\u0000\u0001\u0002'.repeat(1_000)],
  ['only the frame', '-----BEGIN PONE LICENCE-----\n-----END PONE LICENCE-----'],
])('a file with %s is damaged', (_, text) => {
  expect(readLicence(text, trusted)).toEqual({ kind: 'damaged' })
})

test('a forged grant with a fitting head fails by its signature', () => {
  const forged = writeLicence(other, stranger.privateKey)
  const signature = file.split('\n\n')[2] ?? ''
  const mixed = `${forged.split('\n\n').slice(0, 2).join('\n\n')}\n\n${signature}`
  expect(readLicence(mixed, trusted)).toEqual({ kind: 'wrongSignature' })
})

test('a signature over the bare grant, made for something else, does not fit', () => {
  const payload = Buffer.from(payloadOf(file).replaceAll('\n', ''), 'base64')
  const bare = sign(null, payload, vendor.privateKey).toString('base64').replace(/.{64}/, '$&\n')
  const mixed = `${file.split('\n\n').slice(0, 2).join('\n\n')}\n\n${bare}\n-----END PONE LICENCE-----\n`
  expect(readLicence(mixed, trusted)).toEqual({ kind: 'wrongSignature' })
})

test('any single changed character of the file is noticed', () => {
  fc.assert(
    fc.property(fc.nat(file.length - 2), fc.constantFrom('A', 'b', '0', '+', '\n'), (at, letter) => {
      const changed = file.slice(0, at) + letter + file.slice(at + 1)
      if (changed.trim() !== file.trim()) expect(readLicence(changed, trusted).kind).not.toBe('signed')
    }),
    { numRuns: 300 },
  )
})

test('a claim is readable without any key', () => {
  expect(claimOf(file)).toEqual(grant)
  expect(claimOf('x')).toBeNull()
})

test('only Ed25519 keys are taken, and an empty file is refused', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
  expect(() => readPublicKeys(pem(rsa))).toThrow('not an Ed25519 key')
  expect(() => readPublicKeys('')).toThrow('holds no public key')
  expect(() => readPublicKeys('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----')).toThrow()
})

test('both halves of a key have the same fingerprint', () => {
  expect(fingerprint(vendor.privateKey)).toBe(fingerprint(vendor.publicKey))
  expect(fingerprint(vendor.publicKey)).toMatch(/^[0-9a-f]{16}$/)
})
