/** The tables of a comparison of two sessions of a monitoring link, for CSV and Excel. Pure. */
import { differenceOf, differencePercentOf } from '@pone/contract/entities/flow-difference.ts'
import type { FlowComparison } from '@pone/contract/entities/flow-report.ts'
import { formatDuration } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { formatInstant } from '../export/format.ts'
import { sayIn } from '../export/texts.ts'
import { type FlowTable, labelsText } from './tables.ts'
import { flowTexts } from './texts.ts'

export function comparisonTables(comparison: FlowComparison, language: Language): FlowTable[] {
  const say = sayIn(flowTexts, language)
  return [
    { name: say('comparison'), rows: sessionRows(comparison, language) },
    { name: say('counters'), rows: counterRows(comparison, language) },
  ]
}

const sides = ['base', 'other'] as const

/** Which sessions are compared, and how a difference is to be read. */
function sessionRows(comparison: FlowComparison, language: Language): FlowTable['rows'] {
  const say = sayIn(flowTexts, language)
  const head = ['', ...(['link', 'started', 'stopped', 'length'] as const).map(key => say(key))]
  const rows = sides.map(side => {
    const { linkName, startedAt, stoppedAt } = comparison[side]
    return [
      say(side),
      linkName,
      formatInstant(startedAt, language),
      stoppedAt === null ? say('running') : formatInstant(stoppedAt, language),
      stoppedAt === null ? '' : formatDuration(stoppedAt - startedAt),
    ]
  })
  return [head, ...rows, [say('comparisonHelp')]]
}

const figures = ['n', 'mean', 'p95', 'min', 'max'] as const

function counterRows({ counters }: FlowComparison, language: Language): FlowTable['rows'] {
  const say = sayIn(flowTexts, language)
  const nameOf = (figure: (typeof figures)[number]) => (figure === 'p95' ? 'P95' : say(figure))
  const head = [
    ...(['monitor', 'counter', 'labels', 'unit'] as const).map(key => say(key)),
    ...figures.flatMap(figure => sides.map(side => `${say(side)} ${nameOf(figure)}`)),
    ...(['difference', 'differencePercent', 'p95Difference'] as const).map(key => say(key)),
  ]
  const rows = counters.map(row => [
    row.monitorName,
    row.names[language],
    labelsText(row.labels),
    row.unit,
    ...figures.flatMap(figure => sides.map(side => row[side]?.[figure] ?? null)),
    differenceOf(row, 'mean'),
    differencePercentOf(row),
    differenceOf(row, 'p95'),
  ])
  return [head, ...rows]
}
