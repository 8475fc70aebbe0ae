import { expect, test } from 'vitest'
import { coreTimesIn } from './host-cpu.ts'

test('waiting for disks is no work, time taken by other machines of the same hardware is', () => {
  const stat = 'cpu  10 5 20 100 30 1 2 4 7 0\ncpu0 1 1 1 1 1 1 1 1 0 0\ncpu1 1 1 1 1 1 1 1 1 0 0\nintr 5\n'
  expect(coreTimesIn(stat)).toEqual({ busy: 42, total: 172, stolen: 4, cores: 2 })
})

test('another format of the system gives no figures', () => {
  expect(coreTimesIn('')).toBeNull()
})
