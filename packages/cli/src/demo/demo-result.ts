/** The outcome of a demo run: how it is judged, and how it is shown. */

export interface DemoResult {
  readonly runId: string
  readonly state: string
  readonly requests: number
  readonly failed: number
  /** Requests that the shop itself received for this run. */
  readonly targetCount: number
  /** Requests per second. */
  readonly rps: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly sla: string
}

const goodEnds = ['complete', 'backingUp', 'backupCompleted']

/** Reasons why the demo has not succeeded; an empty list when it has. */
export function findFaults(result: DemoResult): string[] {
  const { state, requests, targetCount, sla } = result
  const faults: string[] = []
  if (!goodEnds.includes(state)) faults.push(`The run did not complete: its state is ${state}.`)
  if (requests === 0) faults.push('No request was sent.')
  if (requests !== targetCount) {
    faults.push(`The counts differ: Pone reports ${requests} requests, the shop received ${targetCount}.`)
  }
  if (sla !== 'passed') faults.push(`The SLA does not hold: its state is ${sla}.`)
  return faults
}

/** The result as a table for the terminal. */
export function formatResult(result: DemoResult): string {
  const rows: [string, string][] = [
    ['run', result.runId],
    ['state', result.state],
    ['requests', `${result.requests} (failed ${result.failed})`],
    ['received by the shop', `${result.targetCount}`],
    ['throughput', `${result.rps.toFixed(1)} requests/s`],
    ['response time P50', `${result.p50Ms.toFixed(1)} ms`],
    ['response time P95', `${result.p95Ms.toFixed(1)} ms`],
    ['response time P99', `${result.p99Ms.toFixed(1)} ms`],
    ['SLA', result.sla],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join('')
}
