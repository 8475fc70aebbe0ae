/** A new chart group of a monitoring link: what its nodes show, a chart for each node and unit; pure. */
import { type ChartCounter, maxChartCounters } from '@pone/contract/entities/chart-group.ts'
import type { LinkNode, MonitorLink, ShownCounter } from '@pone/contract/entities/monitor-link.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { counterInfo, counterName } from '../../links/canvas/counter-texts.ts'
import { addChart, draftOf, type GroupDraft } from './draft-model.ts'

/** Charts of the type that stand for a node which shows no counters. */
const usualCharts = 2

interface LinkDraftContext {
  readonly typeOf: (ref: { readonly type: string }) => MonitorType | undefined
  readonly language: Language
  readonly newId: () => string
}

/** Nodes whose monitor is gone are left out, and so is what does not fit into a group. */
export function draftOfLink(
  { name, topology, linked }: Pick<MonitorLink, 'name' | 'topology' | 'linked'>,
  { typeOf, language, newId }: LinkDraftContext,
): GroupDraft {
  const monitors = new Map(linked.map(monitor => [monitor.id, monitor]))
  let draft: GroupDraft = { ...draftOf(null), name }
  for (const node of topology.nodes) {
    const monitor = monitors.get(node.monitorId ?? '')
    const type = monitor === undefined ? undefined : typeOf(monitor)
    if (monitor === undefined || type === undefined) continue
    const source = { kind: 'monitor', monitorId: monitor.id, name: monitor.name } as const
    for (const { title, style, counters } of chartsOfNode(node, type, language))
      draft = addChart(draft, {
        id: newId(),
        title: title.slice(0, maxNameLength),
        style,
        counters: counters
          .slice(0, maxChartCounters)
          .map((shown): ChartCounter => ({ source, type: type.name, ...shown, labels: {} })),
      })
  }
  return draft
}

interface NodeChart {
  readonly title: string
  readonly style: 'line' | 'bar' | null
  readonly counters: readonly ShownCounter[]
}

/** A chart has one unit. */
function chartsOfNode({ alias, counters }: LinkNode, type: MonitorType, language: Language): NodeChart[] {
  if (counters.length === 0)
    return type.charts.slice(0, usualCharts).map(chart => ({
      title: `${alias} · ${chart.names[language]}`,
      style: chart.style === 'bar' ? 'bar' : null,
      counters: chart.counters.map(key => {
        const at = key.indexOf('.')
        return { section: key.slice(0, at), counter: key.slice(at + 1) }
      }),
    }))
  const byUnit = Map.groupBy(counters, shown => counterInfo(type, shown)?.unit ?? '')
  return [...byUnit.values()].map(own => ({
    title: `${alias} · ${own.map(shown => counterName(type, shown, language)).join(', ')}`,
    style: null,
    counters: own.map(({ section, counter }) => ({ section, counter })),
  }))
}
