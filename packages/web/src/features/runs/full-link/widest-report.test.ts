import type { Report } from '@pone/contract/entities/report.ts'
import { expect, it } from 'vitest'
import { widestReport } from './widest-report.ts'

const report = (id: string, given: Partial<Report>): Report => ({
  id,
  runId: 'run',
  state: 'successful',
  failure: null,
  fromMs: 0,
  toMs: 10_000,
  includesRampUp: false,
  createdAt: 0,
  createdBy: '',
  ...given,
})

it('the widest report is chosen, of equal ones the newest, and none that is not made', () => {
  const part = report('part', { fromMs: 2_000 })
  const all = [
    report('making', { state: 'generating', toMs: 99_000 }),
    part,
    report('new', {}),
    report('old', {}),
  ]
  expect(widestReport(all)?.id).toBe('new')
  expect(widestReport([part])?.id).toBe('part')
  expect(widestReport([])).toBeUndefined()
})
