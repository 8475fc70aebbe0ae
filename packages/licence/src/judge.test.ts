import { generateKeyPairSync } from 'node:crypto'
import type { LicenceGrant } from '@pone/contract/entities/licence.ts'
import { AppError } from '@pone/contract/errors.ts'
import { expect, test } from 'vitest'
import { assertLicensed, judge } from './judge.ts'
import { writeLicence } from './licence-file.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const day = 24 * 3_600_000
const begin = Date.UTC(2026, 0, 1)
const fileOf = (changes: Partial<LicenceGrant> = {}) =>
  writeLicence(
    {
      id: '0193f1c2-7d5e-4a51-9c07-6f1d2b3a4c5d',
      holder: 'Bank',
      totalUsers: 100,
      authorisedDays: 30,
      producedAt: begin,
      notBefore: begin,
      features: [],
      ...changes,
    },
    privateKey,
  )
const at = (file: string | null, instant: number) => judge(file, [publicKey], instant)

test.each([
  ['a millisecond before its begin', begin - 1, 'notYetValid', 30],
  ['at its begin', begin, 'valid', 30],
  ['during its first day', begin + day - 1, 'valid', 30],
  ['after one day', begin + day, 'valid', 29],
  ['a millisecond before its end', begin + 30 * day - 1, 'valid', 1],
  ['at its end', begin + 30 * day, 'expired', 0],
  ['long after', begin + 900 * day, 'expired', 0],
])('%s a licence of 30 days is judged so', (_, instant, state, remainingDays) => {
  expect(at(fileOf(), instant)).toMatchObject({ state, remainingDays, expiresAt: begin + 30 * day })
})

test('a licence without an end does not run out', () => {
  const judged = at(fileOf({ authorisedDays: null }), begin + 9_999 * day)
  expect(judged).toMatchObject({ state: 'valid', remainingDays: null, expiresAt: null })
})

test('without a file the community licence holds', () => {
  expect(at(null, begin)).toMatchObject({
    state: 'community',
    grant: { totalUsers: 5_000 },
    remainingDays: null,
  })
})

const refusal = (file: string | null, instant: number, figures: { wanted: number; used: number }) => {
  try {
    assertLicensed(at(file, instant), figures)
    return null
  } catch (cause) {
    return cause instanceof AppError ? { code: cause.code, ...cause.params } : cause
  }
}

test('what is left may be taken to the last user, and one more is refused with the figures', () => {
  expect(refusal(fileOf(), begin, { wanted: 40, used: 60 })).toBeNull()
  expect(refusal(fileOf(), begin, { wanted: 41, used: 60 })).toEqual({
    code: 'LicenceExceeded',
    wanted: 41,
    total: 100,
    used: 60,
    missing: 1,
  })
})

test('a licence that does not hold refuses even one user and says why', () => {
  const one = { wanted: 1, used: 0 }
  expect(refusal(fileOf(), begin - 1, one)).toEqual({ code: 'LicenceNotYetValid', validAt: begin })
  expect(refusal(fileOf(), begin + 30 * day, one)).toEqual({
    code: 'LicenceExpired',
    expiredAt: begin + 30 * day,
  })
  expect(refusal('x', begin, one)).toEqual({ code: 'LicenceUnusable', detail: 'licenceDamaged' })
  const untrusted = () => assertLicensed(judge(fileOf(), [], begin), one)
  expect(untrusted).toThrow('licenceWrongSignature')
})
