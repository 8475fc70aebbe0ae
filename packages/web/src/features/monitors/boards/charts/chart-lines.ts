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

/** Of an own type the version that is given, else its newest one. */
type TypeOf = (name: string, version?: number | null) => MonitorType | undefined

/** The unit of a chart is that of its first counter. */
export function unitOf(
  { counters }: Pick<ResolvedChart, 'counters'>,
  typeOf: TypeOf,
  versions?: ReadonlyMap<string, number | null>,
): ShownUnit {
  const [first] = counters
  if (first === undefined) return shownUnit('')
  return shownUnit(counterInfo(typeOf(first.type, versions?.get(first.monitorId)), first)?.unit ?? '')
}

export function groupChartLines(
  chart: ResolvedChart,
  { figures, monitors }: ChartAnswer,
  { typeOf, language }: { readonly typeOf: TypeOf; readonly language: Language },
): GroupChartLines {
  // A monitor keeps the version of its own type until it is moved to a newer one.
  const versions = new Map(monitors.map(({ id, typeVersion }) => [id, typeVersion]))
  const unit = unitOf(chart, typeOf, versions)
  const typeNames = new Map(chart.counters.map(({ monitorId, type }) => [monitorId, type]))
  const names = new Map(monitors.map(({ id, name }) => [id, name]))
  const told = figures.series.map(({ values, ...series }) => {
    const type = typeOf(typeNames.get(series.monitorId) ?? '', versions.get(series.monitorId))
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
