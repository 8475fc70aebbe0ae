/** The production mix that is stored of a counted log: no line of the log, at most 100 values of each place; pure. */
import {
  type MixTemplate,
  maxMixIntervals,
  maxMixLists,
  maxMixPathLength,
  maxMixUrlLength,
  maxMixValueLength,
  maxMixValues,
  type ProductionMixDocument,
} from '@pone/plan/production-mix/production-mix.ts'
import { type RecordedExchange, type Recording, unknownOrigin, type ValueList } from '../model/recording.ts'

/** null: the log counts no request of a kind that steps send. @param fileName of the log */
export function mixDocumentOf(
  { exchanges, lists = [], variables, mix }: Recording,
  fileName: string,
): ProductionMixDocument | null {
  const templates = exchanges.flatMap(templateOf)
  if (mix === undefined || templates.length === 0) return null
  const listed = templates.reduce((sum, { count }) => sum + count, 0)
  const names = new Set(
    templates.flatMap(({ url }) => [...url.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name]) => name)),
  )
  return {
    source: { kind: 'accessLog', name: fileName.slice(0, 300) },
    fromMs: Math.floor(mix.fromMs),
    toMs: Math.floor(mix.toMs),
    requests: mix.requests,
    otherRequests: Math.max(0, mix.requests - listed),
    staticRequests: mix.staticRequests,
    refusedRequests: mix.refusedRequests,
    intervalSeconds: mix.intervalSeconds,
    arrivals: mix.arrivals.slice(0, maxMixIntervals),
    visits: mix.visits,
    meanPauseMs: mix.meanPauseMs,
    templates,
    lists: lists
      .filter(({ name }) => names.has(name))
      .slice(0, maxMixLists)
      .map(boundedList),
    secrets: (variables ?? []).map(({ name }) => name).filter(name => names.has(name)),
  }
}

function templateOf({ method, url, count = 0, template }: RecordedExchange): MixTemplate[] {
  if (template === undefined || template.isStatic) return []
  const { origin, path, sizes } = template
  const address = url.slice((origin || unknownOrigin).length)
  if (path.length > maxMixPathLength || address.length > maxMixUrlLength) return []
  return [{ method, origin, path, url: address, count, sizes }]
}

/** Values from all parts of the list, since each part may be of another template. */
function boundedList({ name, values }: ValueList): ProductionMixDocument['lists'][number] {
  const step = Math.max(1, values.length / maxMixValues)
  const kept = Array.from(
    { length: Math.min(values.length, maxMixValues) },
    (_, at) => values[Math.floor(at * step)] ?? '',
  )
  return { name, values: kept.map(value => value.slice(0, maxMixValueLength)) }
}
