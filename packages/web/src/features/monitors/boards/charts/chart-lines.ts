/** The lines of a chart of several monitors from what the server answers; pure. */
import type { ChartFigures, GroupFigures } from '@pone/contract/entities/chart-group.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { type ShownUnit, shownUnit } from '../../../../ui/chart/shown-unit.ts'
import type { ChartSeries } from '../../../../ui/chart/time-series.ts'
import { colorAt, labelText } from '../../info/chart-model.ts'
import { counterInfo, counterName } from '../../links/canvas/counter-texts.ts'
import type { ResolvedChart } from './resolve.ts'

/** What the server answers for one chart. */
export interface ChartAnswer extends Pick<GroupFigures, 'from' | 'to' | 'monitors' | 'gaps'> {
  readonly figures: ChartFigures
}

export interface GroupChartLines {
  /** Epoch seconds, ascending. */
  readonly seconds: readonly number[]
  readonly stepSeconds: number
  readonly series: readonly ChartSeries[]
  readonly unit: ShownUnit
  /** Series that have another unit than the first one, and are not drawn. */
  readonly otherUnit: number
  /** Monitors of the chart that do not exist; of one that only the address names, its id. */
  readonly deleted: readonly string[]
}

type TypeOf = (name: string) => MonitorType | undefined

/** The unit of a chart is that of its first counter. */
export function unitOf({ counters }: Pick<ResolvedChart, 'counters'>, typeOf: TypeOf): ShownUnit {
  const [first] = counters
  return shownUnit((first && counterInfo(typeOf(first.type), first)?.unit) ?? '')
}

export function groupChartLines(
  chart: ResolvedChart,
  { figures, monitors }: ChartAnswer,
  { typeOf, language }: { readonly typeOf: TypeOf; readonly language: Language },
): GroupChartLines {
  const unit = unitOf(chart, typeOf)
  const typeNames = new Map(chart.counters.map(({ monitorId, type }) => [monitorId, type]))
  const names = new Map(monitors.map(({ id, name }) => [id, name]))
  const told = figures.series.map(({ values, ...series }) => {
    const type = typeOf(typeNames.get(series.monitorId) ?? '')
    return {
      key: `${series.monitorId} ${series.section}.${series.counter} ${labelText(series.labels)}`,
      monitor: names.get(series.monitorId) ?? '',
      labels: labelText(series.labels),
      counter: counterName(type, series, language),
      own: shownUnit(counterInfo(type, series)?.unit ?? ''),
      values,
    }
  })
  const drawn = told.filter(({ own }) => own.unit === unit.unit && own.note === unit.note)
  const differing = {
    monitor: new Set(drawn.map(({ monitor }) => monitor)).size > 1,
    counter: new Set(drawn.map(({ counter }) => counter)).size > 1,
  }
  return {
    seconds: figures.times.map(time => time / 1_000),
    stepSeconds: figures.stepMs / 1_000,
    series: drawn.map(({ key, monitor, labels, counter, own, values }, index) => {
      const parts = [
        differing.monitor ? monitor : '',
        labels,
        differing.counter || (labels === '' && !differing.monitor) ? counter : '',
      ]
      return {
        key,
        label: parts.filter(part => part !== '').join(' · '),
        color: colorAt(index),
        values: values.map(value => (value === null ? null : value * own.factor)),
      }
    }),
    unit,
    otherUnit: told.length - drawn.length,
    deleted: [...new Set(chart.counters.map(({ monitorId }) => monitorId))]
      .filter(id => !names.has(id))
      .map(id => chart.named.get(id) ?? id),
  }
}

/** The title of a chart that has none of its own: the names of its counters. */
export function titleOf(
  { title, counters }: { readonly title: string; readonly counters: ResolvedChart['counters'] },
  typeOf: TypeOf,
  language: Language,
): string {
  if (title !== '') return title
  return [...new Set(counters.map(each => counterName(typeOf(each.type), each, language)))].join(', ')
}
