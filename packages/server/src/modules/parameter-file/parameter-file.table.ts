/** Table of parameter files; the bytes lie in the file store under `parameter-files/<id>`. */
export interface ParameterFileTable {
  id: string
  project_id: string
  name: string
  size_bytes: number
  sha256: string
  lines: number
  uploaded_at: number
  uploaded_by: string
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    parameter_files: ParameterFileTable
  }
}
