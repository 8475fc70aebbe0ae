import { expect, test } from 'vitest'
import { scramClient } from './scram.ts'

/** The example of RFC 7677. */
const nonce = 'rOprNGfwEbeRWgbNEkqO'
const salt = 'W22ZaJ0SNY7soEsUEjb6gQ=='
const serverFirst = `r=${nonce}%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=${salt},i=4096`
const client = scramClient('sha256', 'user', 'pencil', nonce)

test('messages are those of the RFC', () => {
  expect(client.first).toBe(`n,,n=user,r=${nonce}`)
  const final = client.final(serverFirst)
  expect(final?.message).toBe(
    `c=biws,r=${nonce}%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=`,
  )
  expect(final?.isProof('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=')).toBe(true)
  expect(final?.isProof('v=AAAA')).toBe(false)
})

test.each([
  ['another nonce', `r=other,s=${salt},i=4096`],
  ['no salt', `r=${nonce}x,i=4096`],
  ['work without end', `r=${nonce}x,s=${salt},i=999999999`],
])('a first message of a server with %s is refused', (_, message) => {
  expect(client.final(message)).toBeUndefined()
})
