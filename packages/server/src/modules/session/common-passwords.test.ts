import { expect, test } from 'vitest'
import { isCommonPassword, passwordStem } from './common-passwords.ts'

const guessedFirst = `Password1! P@ssw0rd P@$$w0rd1 Passw0rd! Admin@123 admin123! @dmin123 Qwer1234! Qwerty1! 1qaz@WSX
1q2w3e4r! Aa123456! aa@123456 a123456! Abc123!! abc@1234 Abcd1234! Test@123 Test1234! Welcome1! welcome@1 Root@123
r00t@123 Huawei@123 Oracle_1 Mysql@123 Postgres1! Zhang123! woaini1314! Summer2024! Spring@2025 Pone@123 qq123456!
A5201314! Changeme1! Hello123! Letmein1! iloveyou1! Superman1! admin_2024 TestTest1! 123456aA! 111111a!`
const ownOnes = `Pass-word1 First1# Third3# Start1# kX7#mQ2p blue-Horse9 x4Fg!k2L 82736a! tr1ckyThing? u8&kd0sL1 Wrong-1x`

test.each(guessedFirst.split(/\s+/))('%s is common', password => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(ownOnes.split(/\s+/))('%s is not', password => {
  expect(isCommonPassword(password)).toBe(false)
})

test('the stem is what stands between digits and special characters', () => {
  expect(passwordStem('12!Zhang.San9!')).toBe('zhang.san')
})
