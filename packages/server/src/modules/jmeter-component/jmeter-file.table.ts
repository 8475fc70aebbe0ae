/** Table of the files of JMeter components; the bytes lie in the file store under `jmeter-files/<blob_id>`, which copies share. */
export interface JmeterFileTable {
  id: string
  project_id: string
  component_id: string
  blob_id: string
  name: string
  size_bytes: number
  sha256: string
  uploaded_at: number
  uploaded_by: string
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    jmeter_files: JmeterFileTable
  }
}
