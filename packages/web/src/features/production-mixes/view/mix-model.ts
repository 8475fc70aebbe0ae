/** What the page of a production mix shows of its arrivals and requests; pure. */
import type { MixTemplate, ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'

type Arrivals = Pick<ProductionMixDocument, 'arrivals' | 'intervalSeconds'>

const maxPoints = 600

/** Requests per second, over intervals joined to at most 600 points; `seconds` since the first interval. */
export function arrivalRates({ arrivals, intervalSeconds }: Arrivals): {
  readonly stepSeconds: number
  readonly seconds: readonly number[]
  readonly rates: readonly number[]
} {
  const joined = Math.max(1, Math.ceil(arrivals.length / maxPoints))
  const stepSeconds = joined * intervalSeconds
  const points = Array.from({ length: Math.ceil(arrivals.length / joined) }, (_, at) => {
    const counts = arrivals.slice(at * joined, (at + 1) * joined)
    const sum = counts.reduce((total, count) => total + count, 0)
    return { second: at * stepSeconds, rate: sum / (counts.length * intervalSeconds) }
  })
  return { stepSeconds, seconds: points.map(({ second }) => second), rates: points.map(({ rate }) => rate) }
}

export function rateFacts({ arrivals, intervalSeconds }: Arrivals): {
  readonly mean: number
  readonly peak: number
} {
  const sum = arrivals.reduce((total, count) => total + count, 0)
  const most = arrivals.reduce((highest, count) => Math.max(highest, count), 0)
  return { mean: sum / (arrivals.length * intervalSeconds), peak: most / intervalSeconds }
}

/** Requests whose method, path or host contains the text. */
export function templatesWith(templates: readonly MixTemplate[], text: string): MixTemplate[] {
  const wanted = text.trim().toLowerCase()
  return templates.filter(({ method, path, origin }) =>
    `${method} ${origin}${path}`.toLowerCase().includes(wanted),
  )
}
