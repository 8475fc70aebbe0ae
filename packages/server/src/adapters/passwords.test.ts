import { defaultPasswordRule } from '@pone/contract/entities/security.ts'
import { fitsRule } from '@pone/contract/password-rule.ts'
import { expect, test } from 'vitest'
import { hashPassword, randomPassword, verifyPassword } from './passwords.ts'

test('a password is recognised by its hash, another one is not', async () => {
  const hash = await hashPassword('Pass-word1')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword('Pass-word1', hash)).toBe(true)
  expect(await verifyPassword('Pass-word2', hash)).toBe(false)
})

test('two hashes of one password differ', async () => {
  expect(await hashPassword('Pass-word1')).not.toBe(await hashPassword('Pass-word1'))
})

test('what is no hash of ours is never right', async () => {
  for (const stored of ['', 'Pass-word1', '$argon2i$v=19$m=8,t=1,p=1$c2FsdA$aGFzaA'])
    expect(await verifyPassword('Pass-word1', stored)).toBe(false)
})

test('random passwords satisfy the rule and do not repeat', () => {
  const passwords = Array.from({ length: 1_000 }, randomPassword)
  expect(passwords.filter(password => !fitsRule(password, defaultPasswordRule))).toEqual([])
  expect(new Set(passwords).size).toBe(1_000)
})
