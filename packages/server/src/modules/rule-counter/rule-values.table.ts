/** Rows of what is kept of the counters that SLA rules of ended runs name. */
interface RunRuleValueTable {
  run_id: string
  rule_id: string
  cadence_ms: number
  is_rate: boolean
  /** Pairs of float64, lowest byte first: ms since the run's start, and the value or NaN. */
  samples: Buffer
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    run_rule_values: RunRuleValueTable
  }
}
