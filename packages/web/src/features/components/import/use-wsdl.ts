/** The WSDL and XSD files that the user selected, the operations parsed from them, and the selection of operations. */
import { readWsdl, type WsdlOperation, type WsdlReading } from '@pone/plan/wsdl/read-wsdl.ts'
import type { Placeholders } from '@pone/plan/wsdl/sample-writer.ts'
import { useMemo, useState } from 'react'

interface TextFile {
  readonly name: string
  readonly text: string
}

export const placeholders = ['samples', 'templates'] as const satisfies readonly Placeholders[]

const maxFileBytes = 10_000_000
const nothing: WsdlReading = { operations: [], problems: [] }

export const keyOf = ({ service, port, operation }: WsdlOperation) => `${service} ${port} ${operation}`

export interface WsdlImport extends WsdlReading {
  readonly fileNames: readonly string[]
  /** Name of the last file if it was rejected for its size, else null. */
  readonly tooLarge: string | null
  /** Adds a file, or replaces the one with the same name. */
  readonly take: (file: File) => Promise<void>
  /** Kind of placeholder for the values of elements. */
  readonly values: Placeholders
  readonly setValues: (values: Placeholders) => void
  /** The selected operations; initially all. */
  readonly chosen: readonly WsdlOperation[]
  /** @param keys of the operations to select, see `keyOf` */
  readonly choose: (keys: readonly string[]) => void
}

export function useWsdl(): WsdlImport {
  const [files, setFiles] = useState<readonly TextFile[]>([])
  const [values, setValues] = useState<Placeholders>('samples')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const { operations, problems } = useMemo(
    () => (files.length === 0 ? nothing : readWsdl(files, values)),
    [files, values],
  )
  const take = async (file: File) => {
    setTooLarge(null)
    if (file.size > maxFileBytes) return setTooLarge(file.name)
    const text = await file.text()
    setFiles(before => [...before.filter(known => known.name !== file.name), { name: file.name, text }])
  }
  return {
    operations,
    problems,
    fileNames: files.map(file => file.name),
    tooLarge,
    take,
    values,
    setValues,
    chosen: operations.filter(operation => !left.has(keyOf(operation))),
    choose: keys => setLeft(new Set(operations.map(keyOf).filter(key => !keys.includes(key)))),
  }
}
