import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSignatureCheck, sign } from './signature.ts'

const key = randomBytes(32)
const body = Buffer.from('{"a":1}')

describe('a signed call', () => {
  test('counts once', () => {
    const check = createSignatureCheck(key, () => 1_000)
    const header = sign(key, '/x', body, 1_000)
    expect(check.isGenuine('/x', body, header)).toBe(true)
    expect(check.isGenuine('/x', body, header)).toBe(false)
  })

  test.each([
    ['to another path', '/y', body, sign(key, '/x', body, 1_000)],
    ['with another body', '/x', Buffer.from('{}'), sign(key, '/x', body, 1_000)],
    ['under another key', '/x', body, sign(randomBytes(32), '/x', body, 1_000)],
    ['of long ago', '/x', body, sign(key, '/x', body, -60_000)],
    ['from the future', '/x', body, sign(key, '/x', body, 70_000)],
    ['that says another instant', '/x', body, sign(key, '/x', body, -60_000).replace('-60000', '1000')],
    ['without a signature', '/x', body, undefined],
    ['with nonsense', '/x', body, 'a.b'],
  ])('%s is refused', (_what, path, received, header) => {
    expect(createSignatureCheck(key, () => 1_000).isGenuine(path, received, header)).toBe(false)
  })
})
