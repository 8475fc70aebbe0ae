/** Table of uploaded sample logs; the compressed bytes are in the file store. */
export interface RunSampleLogTable {
  run_id: string
  agent_id: string
  /** `<slot>.<incarnation>`. */
  worker: string
  /** Compressed. */
  size_bytes: number
  stored_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    run_sample_logs: RunSampleLogTable
  }
}
