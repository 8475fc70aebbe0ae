import { expect, test } from 'vitest'
import { tooLargeHeap } from './heap.ts'

const gib = 1_024 ** 3

test.each([
  [['-Xmx2g'], '-Xmx2g'],
  [['-Xmx512m', '-Xms1025M'], '-Xms1025M'],
  [['-XX:MaxHeapSize=2147483648'], '-XX:MaxHeapSize=2147483648'],
  [['-Xmx1g', '-Xss2g', '-Dx=9g'], null],
  [[], null],
])('of %j %s asks for more than there is', (options, found) => {
  expect(tooLargeHeap(options, gib)).toBe(found)
})
