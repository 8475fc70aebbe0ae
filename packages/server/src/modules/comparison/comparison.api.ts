/** Calls of comparisons. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import { comparisonCsv } from '@pone/results/comparison/comparison-csv.ts'
import { dayOf, exportFileName } from '@pone/schema/file-name.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { ComparisonService } from './comparison.service.ts'

const fileNames = { zh: '对比', en: 'comparison' } as const

export function comparisonApi(service: ComparisonService): Handlers<Calls['comparison']> {
  return {
    compare: (input, { gone }) => service.compare(input, gone),
    curves: (input, { gone }) => service.curves(input, gone),
    trend: input => service.trend(input),
    async exportCsv({ language, ...input }, { gone }) {
      const comparison = await service.compare(input, gone)
      const [baseline] = comparison.runs
      const numbers = comparison.runs.map(({ run }) => run.number).join('_')
      const parts = [
        baseline?.run.scenarioName ?? '',
        numbers,
        fileNames[language],
        dayOf(baseline?.run.startedAt ?? null),
      ]
      return {
        name: exportFileName(parts, 'csv'),
        contentType: 'text/csv; charset=utf-8',
        body: comparisonCsv(comparison, language),
      }
    },
  }
}
