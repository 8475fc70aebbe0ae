/** The demo shop's test interface: its counters, and its latency and error share. */

export interface ShopCounts {
  readonly received: number
  readonly answered: number
}

export interface Shop {
  readonly address: string
  /** Requests that it received from one run. */
  countsOf(runId: string): Promise<ShopCounts>
  /** Changes latency (ms) and share of errors (0 to 1). */
  change(settings: { latencyMs?: number; latencyJitterMs?: number; errorRate01?: number }): Promise<void>
}

export function openShop(address: string): Shop {
  return {
    address,
    countsOf: async runId => {
      const answer = await fetch(`${address}/control/stats?run=${encodeURIComponent(runId)}`)
      return (await answer.json()) as ShopCounts
    },
    change: async settings => {
      const answer = await fetch(`${address}/control/settings`, {
        method: 'POST',
        body: JSON.stringify(settings),
      })
      if (!answer.ok) throw new Error(`the shop refuses its settings: ${await answer.text()}`)
    },
  }
}
