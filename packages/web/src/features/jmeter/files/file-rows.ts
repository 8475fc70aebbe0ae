/** The rows of the list of files: uploaded files, and files that the plan refers to; pure. */
import type { JmeterFile } from '@pone/contract/entities/jmeter-component.ts'
import type { FileUse } from '../plan/file-use.ts'

/** A row: an uploaded file, or one that the plan refers to. */
export interface FileRow {
  readonly name: string
  readonly file: JmeterFile | null
  readonly uses: readonly FileUse[]
}

export function rowsOf(files: readonly JmeterFile[], uses: readonly FileUse[]): FileRow[] {
  const known = new Set(files.map(file => file.name))
  const wanted = [...new Set(uses.map(use => use.name))].filter(name => !known.has(name))
  const usesOf = (name: string) => uses.filter(use => use.name === name)
  return [
    ...wanted.map(name => ({ name, file: null, uses: usesOf(name) })),
    ...files.map(file => ({ name: file.name, file, uses: usesOf(file.name) })),
  ]
}
