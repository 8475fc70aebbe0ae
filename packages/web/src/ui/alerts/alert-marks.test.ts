import type { AlertMark } from '@pone/contract/entities/alert.ts'
import { expect, test } from 'vitest'
import { alertBands } from './alert-marks.ts'

const mark = (given: Partial<AlertMark>): AlertMark => ({
  incidentId: 'i',
  ruleId: 'r',
  rule: 'Many clients',
  level: 'warning',
  monitorId: 'one',
  labels: {},
  from: 61_000,
  to: 63_500,
  ...given,
})
const bands = (...marks: AlertMark[]) =>
  alertBands(marks, {
    monitorIds: new Set(['one']),
    zero: 60_000,
    t: (key, params) => `${key} ${JSON.stringify(params)}`,
  })

test('an incident is a band on the time axis of the chart, named by its rule and labels', () => {
  expect(bands(mark({ labels: { disk: 'sda' } }))).toEqual([
    { from: 1, to: 3.5, label: 'alertMark.band {"rule":"Many clients · sda"}', tone: 'warning' },
  ])
})

test('an open incident lasts to the end of the chart, a critical one stands out', () => {
  expect(bands(mark({ to: null, level: 'critical' }))).toMatchObject([
    { from: 1, to: Number.MAX_SAFE_INTEGER, tone: 'failed' },
  ])
})

test('incidents of monitors that the chart does not show are left out', () => {
  expect(bands(mark({ monitorId: 'other' }))).toEqual([])
})
