import { expect, test } from 'vitest'
import { isBusyWithOtherWork, MachineHealth, type ProcessHealth } from './machine-health.ts'

const process = (told: Partial<ProcessHealth>): ProcessHealth => ({
  cpu01: 0.02,
  cpuCores: 1,
  hostCpu01: 0.1,
  hostCores: 2,
  spanMs: 1_000,
  eventLoopDelayMs: 1,
  memoryBytes: 100,
  ...told,
})

test('engine and machine are told apart: 2 % of a core on a machine at 98 % is no calm machine', () => {
  const health = new MachineHealth()
  for (let second = 0; second < 6; second++) health.add(second, process({ hostCpu01: 0.98 }))
  const summary = health.summary()
  expect(summary).toMatchObject({ maxCpu01: 0.02, cpuCores: 1, maxHostCpu01: 0.98, hostCores: 2 })
  expect(summary.maxEngineCpu01).toBeCloseTo(0.01)
  expect(summary.busy).toMatchObject([{ fromSecond: 0, toSecond: 5 }])
  expect(summary.busy.map(isBusyWithOtherWork)).toEqual([true])
})

test('processes of one machine add up; a machine that they fill themselves is not busy with other work', () => {
  const health = new MachineHealth()
  for (let second = 10; second < 20; second++)
    for (const cpu01 of [0.9, 0.8]) health.add(second, process({ cpu01, hostCpu01: 0.95 }))
  const summary = health.summary()
  expect(summary).toMatchObject({ maxCpu01: 0.9, maxMemoryBytes: 200 })
  expect(summary.maxEngineCpu01).toBeCloseTo(0.85)
  expect(summary.busy.map(isBusyWithOtherWork)).toEqual([false])
})

test.each([
  ['four seconds are too few', [0, 1, 2, 3], 1_000, []],
  ['five are a stretch', [0, 1, 2, 3, 4], 1_000, [[0, 4]]],
  ['a calm second parts them', [0, 1, 2, 3, 5, 6, 7, 8, 9], 1_000, [[5, 9]]],
  ['a process that stood still told of them at once', [0, 2, 4], 2_000, [[0, 4]]],
] as const)('busy seconds: %s', (_name, seconds, spanMs, expected) => {
  const health = new MachineHealth()
  for (const second of seconds) health.add(second, process({ hostCpu01: 0.97, spanMs }))
  expect(health.summary().busy.map(({ fromSecond, toSecond }) => [fromSecond, toSecond])).toEqual(expected)
})

test('what older agents did not tell is unknown, not nothing', () => {
  const health = new MachineHealth()
  health.add(0, process({ cpuCores: null, hostCpu01: null, hostCores: null, spanMs: null, cpu01: 0.5 }))
  expect(health.summary()).toMatchObject({
    maxCpu01: 0.5,
    cpuCores: null,
    maxEngineCpu01: null,
    maxHostCpu01: null,
    busy: [],
  })
  expect(new MachineHealth().summary()).toMatchObject({ maxCpu01: null, maxMemoryBytes: null })
})

test.each([
  ['waited for a core', { cpuWait01: 0.31 }, 1],
  ['waited within the limit', { cpuWait01: 0.3 }, 0],
  ['lost cores to the host', { steal01: 0.11 }, 1],
  ['is on a system that does not tell', { cpuWait01: null, steal01: null }, 0],
])('an engine that %s is on a busy machine or not', (_name, told, stretches) => {
  const health = new MachineHealth()
  for (let second = 0; second < 5; second++) health.add(second, process({ hostCpu01: 0.6, ...told }))
  expect(health.summary().busy).toHaveLength(stretches)
})
