import type { ProfilePart, ProfileRecord } from '@pone/contract/entities/profile.ts'
import { expect, it } from 'vitest'
import { comparablePairs, comparableParts } from './comparable-parts.ts'

const part = (kind: ProfilePart['kind'], unit: ProfilePart['unit'], source: string): ProfilePart => ({
  kind,
  unit,
  source,
  total: 1,
  nodes: 1,
  names: 1,
  deepest: 1,
  storedBytes: 1,
  topMethod: { name: 'a', self: 1 },
})
const record = (...parts: ProfilePart[]): ProfileRecord => ({
  id: '',
  name: '',
  format: 'jfr',
  fileName: '',
  fileBytes: 0,
  startedAt: null,
  durationMs: null,
  isCut: false,
  requests: null,
  run: null,
  origin: null,
  parts,
  createdBy: '',
  createdAt: 0,
  isKept: false,
  expiresAt: null,
})
const cpu = part('cpu', 'samples', 'jdk.ExecutionSample')
const alloc = part('alloc', 'bytes', 'jdk.ObjectAllocationSample')
const lock = part('lock', 'nanoseconds', 'jdk.JavaMonitorEnter')

it('profiles of the same source are compared, the one that is asked for first', () => {
  expect(comparableParts(record(cpu, alloc), record(alloc, cpu), 1)).toEqual({ before: 1, after: 0 })
  expect(comparableParts(record(cpu, alloc), record(lock, alloc), 0)).toEqual({ before: 1, after: 1 })
})

it('profiles of another source are compared when type and unit are the same', () => {
  expect(comparableParts(record(cpu), record(lock, part('cpu', 'samples', '')), 0)).toEqual({
    before: 0,
    after: 1,
  })
})

it('all that can be compared is offered', () => {
  expect(comparablePairs(record(lock, cpu, alloc), record(alloc, cpu))).toEqual([
    { before: 1, after: 1 },
    { before: 2, after: 0 },
  ])
})

it('profiles of another type or unit are not compared', () => {
  expect(comparableParts(record(cpu), record(alloc, part('cpu', 'nanoseconds', 'cpu')), 0)).toBeNull()
})
