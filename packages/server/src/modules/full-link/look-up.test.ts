import { expect, it } from 'vitest'
import { lookUp } from './look-up.ts'

it('neither addresses nor loopback names are looked up, and an unknown name has no address', async () => {
  const found = await lookUp(['10.0.0.1', '::1', 'localhost', '', 'no-such-host.invalid'])
  expect([...found]).toEqual([])
})
