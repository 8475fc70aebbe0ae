/** Compares the requests of a part of a run with those of a production mix, by method and path; pure. */
import type { ResponseSizes } from '@pone/plan/production-mix/production-mix.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import type { RunMix } from '../../run-mix.ts'
import type { ComparedTemplate, MixFidelity } from './data.ts'
import { overlapPercent } from './overlap.ts'
import { templateName, templateOf } from './template-match.ts'

/** What ended under a label. */
export interface LabelCount {
  readonly count: number
  readonly failed: number
  readonly receivedBytes: number
}

/** Requests of one method and path, whatever their host: a test system has another one than production. */
interface Pair {
  readonly method: string
  readonly path: string
  readonly name: string
  production: number
  sizes: ResponseSizes[]
  /** Of the run. */
  readonly labels: RunLabel[]
}

export interface MatchedLabels {
  readonly pairs: readonly Pair[]
  /** Labels whose requests are compared; those of other protocols and of static files are not. */
  readonly compared: ReadonlySet<number>
}

export function matchedLabels(
  document: RunMix['document'],
  requests: NonNullable<RunMix['requests']>,
  labels: readonly RunLabel[],
): MatchedLabels {
  const pairs = productionPairs(document)
  const compared = new Set<number>()
  const byLabel = Map.groupBy(requests, ({ label }) => label)
  const strangers: Pair[] = []
  for (const label of labels) {
    const found = new Set((byLabel.get(label.index) ?? []).map(request => templateOf(request, pairs)))
    const [first = 'static'] = found
    const isOne = found.size < 2
    if (label.kind !== 'request' || (isOne && first === 'static')) continue
    compared.add(label.index)
    // A label that stands for several requests belongs to none of them.
    if (isOne && first !== null && first !== 'static') first.labels.push(label)
    else strangers.push({ ...newPair(label.name, { method: '', path: '' }), labels: [label] })
  }
  return { pairs: [...pairs, ...strangers], compared }
}

interface Counted {
  readonly pair: Pair
  readonly count: number
  readonly failed: number
  readonly receivedBytes: number
}

/** @param countOf what ended under a label within the part */
export function comparedRequests(
  { requests, otherRequests }: RunMix['document'],
  { pairs }: Pick<MatchedLabels, 'pairs'>,
  countOf: (label: number) => LabelCount,
): Pick<MixFidelity, 'run' | 'failed' | 'overlapPercent' | 'templates' | 'sizes'> {
  const all = pairs
    .map((pair): Counted => {
      const counts = pair.labels.map(({ index }) => countOf(index))
      return {
        pair,
        count: sumOf(counts, each => each.count),
        failed: sumOf(counts, each => each.failed),
        receivedBytes: sumOf(counts, each => each.receivedBytes),
      }
    })
    .filter(({ pair, count }) => pair.production + count > 0)
  const run = sumOf(all, ({ count }) => count)
  return {
    run,
    failed: sumOf(all, ({ failed }) => failed),
    overlapPercent:
      run === 0
        ? null
        : overlapPercent([
            [otherRequests / requests, 0],
            ...all.map(({ pair, count }) => [pair.production / requests, count / run] as const),
          ]),
    templates: all.map(counted => described(counted, requests, run)),
    sizes: sizesOf(all),
  }
}

function productionPairs({ templates }: RunMix['document']): Pair[] {
  const pairs = new Map<string, Pair>()
  for (const template of templates) {
    const name = templateName(template)
    const pair = pairs.get(name) ?? newPair(name, template)
    pairs.set(name, pair)
    pair.production += template.count
    if (template.sizes !== null) pair.sizes.push(template.sizes)
  }
  return [...pairs.values()]
}

const newPair = (name: string, { method, path }: Pick<Pair, 'method' | 'path'>): Pair => ({
  method,
  path,
  name,
  production: 0,
  sizes: [],
  labels: [],
})

const described = (
  { pair, count, failed, receivedBytes }: Counted,
  production: number,
  run: number,
): ComparedTemplate => ({
  name: pair.name,
  production: pair.production,
  productionPercent: (pair.production / production) * 100,
  run: count,
  failed,
  runPercent: run === 0 ? 0 : (count / run) * 100,
  labels: pair.labels.map(({ name }) => name),
  productionBytes: bytesOf(pair.sizes),
  runBytes: count === 0 ? null : receivedBytes / count,
})

function bytesOf(sizes: readonly ResponseSizes[]): ComparedTemplate['productionBytes'] {
  const [first] = sizes
  if (first === undefined) return null
  const isOne = sizes.length === 1
  return {
    mean: meanOf(sizes),
    p50: isOne ? first.p50Bytes : null,
    p95: isOne ? first.p95Bytes : null,
  }
}

const meanOf = (sizes: readonly ResponseSizes[]): number =>
  sumOf(sizes, ({ count, meanBytes }) => count * meanBytes) / sumOf(sizes, ({ count }) => count)

/** Of templates whose sizes are known on both sides, each weighted by its requests. */
function sizesOf(all: readonly Counted[]): MixFidelity['sizes'] {
  const both = all.filter(({ pair, count }) => pair.sizes.length > 0 && count > 0)
  if (both.length === 0) return null
  return {
    productionBytes: meanOf(both.flatMap(({ pair }) => pair.sizes)),
    runBytes: sumOf(both, ({ receivedBytes }) => receivedBytes) / sumOf(both, ({ count }) => count),
  }
}

const sumOf = <T>(all: readonly T[], valueOf: (each: T) => number): number =>
  all.reduce((sum, each) => sum + valueOf(each), 0)
