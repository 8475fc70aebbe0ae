/** The demo shop's test interface: its counters, and its latency and error share. */

export interface ShopCounts {
  readonly received: number
  readonly answered: number
}

export interface Shop {
  readonly address: string
  /** Requests that it received from one run. */
  countsOf(runId: string): Promise<ShopCounts>
  /** Changes latency (ms), share of errors (0 to 1), and the pool whose connections each request holds for `poolMs`; 0 = no pool. */
  change(settings: {
    latencyMs?: number
    latencyJitterMs?: number
    errorRate01?: number
    poolSize?: number
    poolMs?: number
  }): Promise<void>
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
