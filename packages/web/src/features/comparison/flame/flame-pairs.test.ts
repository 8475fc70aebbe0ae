import type { ProfilePart, ProfileRecord } from '@pone/contract/entities/profile.ts'
import { expect, it } from 'vitest'
import { flamePairs } from './flame-pairs.ts'

const part = (kind: ProfilePart['kind'], source: string): ProfilePart => ({
  kind,
  unit: 'samples',
  source,
  total: 1,
  nodes: 1,
  names: 1,
  deepest: 1,
  storedBytes: 1,
  topMethod: { name: 'a', self: 1 },
})
const record = (name: string, monitorId: string | null, ...parts: ProfilePart[]): ProfileRecord => ({
  id: name,
  name,
  format: 'jfr',
  fileName: '',
  fileBytes: 0,
  startedAt: null,
  durationMs: null,
  isCut: false,
  requests: null,
  run: null,
  origin:
    monitorId === null
      ? null
      : {
          monitorId,
          monitorName: `monitor ${monitorId}`,
          machine: 'm',
          process: 'Shop',
          pid: 1,
          runtime: 'JDK 17',
          engines: ['JFR'],
          notes: [],
          cost: null,
          included: '',
          excluded: '',
          reason: null,
        },
  parts,
  createdBy: '',
  createdAt: 0,
  isKept: false,
  expiresAt: null,
})
const cpu = part('cpu', 'jdk.ExecutionSample')
const lock = part('lock', 'jdk.JavaMonitorEnter')
const shown = (before: ProfileRecord[], after: ProfileRecord[]) =>
  flamePairs(before, after).map(pair => [
    pair.target,
    pair.measured.kind,
    pair.before.map(each => `${each.record.name} ${each.part}`),
    pair.after.map(each => `${each.record.name} ${each.part}`),
  ])

it('profiles of the same target, type and source are pairs, CPU first', () => {
  expect(shown([record('a', 'shop', lock, cpu)], [record('b', 'shop', cpu, lock)])).toEqual([
    ['monitor shop', 'cpu', ['a 1'], ['b 0']],
    ['monitor shop', 'lock', ['a 0'], ['b 1']],
  ])
})

it('several of one run are a choice, in the order in which they were taken', () => {
  expect(shown([record('a', 'shop', cpu)], [record('b', 'shop', cpu), record('c', 'shop', cpu)])).toEqual([
    ['monitor shop', 'cpu', ['a 0'], ['b 0', 'c 0']],
  ])
})

it('other targets, sources and types are no pairs, and uploaded files are compared with uploaded ones alone', () => {
  const other = part('cpu', 'cpu')
  expect(
    shown([record('a', 'shop', cpu)], [record('b', 'mail', cpu), record('c', 'shop', other, lock)]),
  ).toEqual([])
  expect(shown([record('a', null, cpu)], [record('b', 'shop', cpu), record('c', null, cpu)])).toEqual([
    ['', 'cpu', ['a 0'], ['c 0']],
  ])
})
