/** A comparison as a table that opens in Excel in either language: a line per label and metric, a group of columns per run. */
import {
  type Change,
  type ComparedCell,
  type Comparison,
  type ComparisonMetric,
  comparisonMetrics,
} from '@pone/contract/entities/comparison.ts'
import { figureHeading } from '@pone/contract/entities/figure-names.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { csvTable } from '../export/csv-table.ts'
import { plainLabelName } from '../export/label-name.ts'

const words = {
  name: { zh: '名称', en: 'Name' },
  kind: { zh: '类型', en: 'Kind' },
  component: { zh: '组件', en: 'Component' },
  metric: { zh: '指标', en: 'Metric' },
  baseline: { zh: '基准', en: 'baseline' },
  delta: { zh: '变化', en: 'Change' },
  deltaPercent: { zh: '变化(%)', en: 'Change (%)' },
  significance: { zh: '结论', en: 'Verdict' },
  low: { zh: '95% 区间下限', en: '95 % from' },
  high: { zh: '95% 区间上限', en: '95 % to' },
  pValue: { zh: 'p 值', en: 'p' },
  smallest: { zh: '可发现的最小变化', en: 'Smallest change that could be shown' },
  smallestPercent: {
    zh: '可发现的最小变化(%)',
    en: 'Smallest change that could be shown (%)',
  },
  request: { zh: '请求', en: 'Request' },
  transaction: { zh: '事务', en: 'Transaction' },
  iteration: { zh: '迭代', en: 'Iteration' },
  all: { zh: '全部请求', en: 'All requests' },
  different: { zh: '有差异', en: 'different' },
  notShown: { zh: '未发现差异', en: 'not shown to differ' },
  unknown: { zh: '数据不足', en: 'too few data' },
  untested: { zh: '', en: '' },
} as const

/** All requests first, then every label, a line per metric each, with a header; UTF-8 with byte-order mark. */
export function comparisonCsv(
  { runs, total, labels }: Pick<Comparison, 'runs' | 'total' | 'labels'>,
  language: Language,
): string {
  const word = (key: keyof typeof words) => words[key][language]
  const changed = [
    'delta',
    'deltaPercent',
    'significance',
    'low',
    'high',
    'pValue',
    'smallest',
    'smallestPercent',
  ] as const
  const heads = runs.flatMap(({ run }, index) => {
    const name = `#${run.number} ${run.scenarioName}`
    if (index === 0) return [`${name} (${word('baseline')})`]
    return [name, ...changed.map(key => `#${run.number} ${word(key)}`)]
  })
  const line = (
    names: readonly string[],
    cells: readonly (ComparedCell | null)[],
    metric: ComparisonMetric,
  ) => [
    ...names,
    figureHeading(metric)[language],
    ...cells.flatMap((cell, index) => [
      cell === null ? '' : numberText(cell.statistics[metric]),
      ...(index === 0 ? [] : changeTexts(cell?.changes?.[metric] ?? null, word)),
    ]),
  ]
  const rows = [
    ...comparisonMetrics.map(metric => line([word('all'), '', ''], total, metric)),
    ...labels.flatMap(({ label, cells }) =>
      comparisonMetrics.map(metric =>
        line([plainLabelName(label, language), word(label.kind), label.component], cells, metric),
      ),
    ),
  ]
  return csvTable([[word('name'), word('kind'), word('component'), word('metric'), ...heads], ...rows])
}

function changeTexts(change: Change | null, word: (key: Change['significance']) => string): string[] {
  if (change === null) return Array.from({ length: 8 }, () => '')
  return [
    numberText(change.delta),
    numberText(change.deltaPercent),
    word(change.significance),
    numberText(change.lowDelta),
    numberText(change.highDelta),
    change.pValue === null ? '' : String(Number(change.pValue.toPrecision(3))),
    numberText(change.smallestDelta),
    numberText(change.smallestPercent),
  ]
}

const numberText = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(3))))
