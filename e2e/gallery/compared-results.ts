/** Imported JMeter results for the pictures of the comparison: five nights of three hundred requests with long names, which get slower. */
import { importByApi, type JtlSample, jtlHeader, jtlRow } from '../driver/imports.ts'
import type { Api } from '../driver/preparation.ts'
import type { Installation } from '../harness/installation.ts'

interface Owner {
  readonly api: Api
  readonly token: string
  readonly projectId: string
}

const dayMs = 86_400_000
const startMs = Date.UTC(2026, 10, 14, 18)
const labelCount = 300
const nights = [1, 1.02, 0.9, 1.01, 1.35] as const
const spanMs = 120_000
const rowsPerNight = 9_000

/** Addresses contain `{nights}`: the runs, with the last but one as the baseline. */
export async function makeComparedResults(
  installation: Installation,
  owner: Owner,
): Promise<Record<string, string>> {
  const ids: string[] = []
  for (const [night, factor] of nights.entries()) {
    const text = nightResults(night, factor)
    ids.push(await importByApi(installation, { ...owner, name: '夜间回归 · 订单与库存', text }))
  }
  return { nights: ids.join('_'), lastNights: ids.slice(-2).join('_') }
}

/** The same numbers every time. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function nightResults(night: number, factor: number): string {
  const random = randomFrom(7 + night)
  const rows = Array.from({ length: rowsPerNight }, (_, index): JtlSample => {
    const place = index % labelCount
    const isSlower = place % 9 === 0 ? factor * 1.4 : factor
    return {
      at: startMs + night * dayMs + Math.round((index / rowsPerNight) * spanMs),
      elapsedMs: Math.round((25 + place * 0.7) * isSlower * (0.7 + random() ** 2 * 1.6)),
      label: labelOf(place, night),
      hasFailed: random() < (night === 4 && place % 30 === 0 ? 0.4 : 0.002),
    }
  })
  return `${[jtlHeader, ...rows.map(jtlRow)].join('\n')}\n`
}

/** Some labels are new in the last night, some no longer occur in it. */
function labelOf(place: number, night: number): string {
  if (place % 50 === 7)
    return night === 4
      ? `POST /api/v4/orders/${place}/refunds 退款（新）`
      : `POST /api/v3/orders/${place}/cancel`
  return `GET /api/v3/tenants/{tenantId}/warehouses/{warehouseId}/inventory/items/${place}/reservations?expand=lots,serials,locations`
}
