import { expect, test } from 'vitest'
import { bytesIn, HostStrainGauge, memoryUsed01, networkUsed01 } from './host-strain.ts'

test.each([
  ['three quarters', 'MemTotal:  4000 kB\nMemFree:   10 kB\nMemAvailable:  1000 kB\n', 0.75],
  ['nothing', 'MemTotal:  4000 kB\nMemAvailable:  4000 kB\n', 0],
  ['unknown', '', null],
])('memory in use: %s', (_, text, expected) => {
  expect(memoryUsed01(text)).toBe(expected)
})

const dev = (received: number, sent: number) =>
  `Inter-|   Receive                            |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 999 1 0 0 0 0 0 0 999 1 0 0 0 0 0 0
  eth0: ${received} 5 0 0 0 0 0 0 ${sent} 7 0 0 0 0 0 0
`

test('the network is as busy as the busier direction of the busiest interface of a known speed', () => {
  const [before, now] = [bytesIn(dev(100, 50)), bytesIn(dev(300, 1_050))]
  expect(networkUsed01(before, now, new Map([['eth0', 1_000]]), 2)).toBe(0.5)
  expect(networkUsed01(before, now, new Map(), 2)).toBeNull()
  expect(networkUsed01(before, now, new Map([['eth1', 1_000]]), 2)).toBeNull()
})

test('this machine tells how much memory is in use', () => {
  const gauge = new HostStrainGauge()
  const { hostMemory01, network01 } = gauge.read()
  gauge.close()
  expect(hostMemory01).toSatisfy((share: number | null) => share === null || (share > 0 && share < 1))
  expect(network01).toSatisfy((share: number | null) => share === null || (share >= 0 && share <= 1))
})
