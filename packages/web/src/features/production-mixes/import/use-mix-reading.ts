/** The log that the user selected, how far it has been counted, and its mix. */
import { maxLogBytes } from '@pone/contract/entities/log-count.ts'
import type { ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { useEffect, useRef, useState } from 'react'
import type { Reading } from '../../../lib/file-reading.ts'
import type { StartMix } from './read-mix.ts'

export type LogFile =
  | { readonly state: 'none' }
  | {
      readonly state: 'reading'
      readonly name: string
      readonly readBytes: number
      readonly sizeBytes: number
    }
  | { readonly state: 'read'; readonly name: string; readonly document: ProductionMixDocument }
  | { readonly state: 'tooLarge' | 'noLog'; readonly name: string }
  | { readonly state: 'failed'; readonly name: string; readonly reason: string }

export function useMixReading(start: StartMix) {
  const [file, setFile] = useState<LogFile>({ state: 'none' })
  const reading = useRef<Reading<ProductionMixDocument | null> | null>(null)
  useEffect(() => () => reading.current?.cancel(), [])
  const take = (chosen: File, logFormat: string) => {
    const { name, size: sizeBytes } = chosen
    reading.current?.cancel()
    if (sizeBytes > maxLogBytes) return setFile({ state: 'tooLarge', name })
    setFile({ state: 'reading', name, readBytes: 0, sizeBytes })
    const current = start({ file: chosen, logFormat }, readBytes =>
      setFile(before => (before.state === 'reading' ? { ...before, readBytes } : before)),
    )
    reading.current = current
    const settle = (next: LogFile) => {
      if (reading.current === current) setFile(next)
    }
    current.done.then(
      document => settle(document === null ? { state: 'noLog', name } : { state: 'read', name, document }),
      (error: unknown) => settle({ state: 'failed', name, reason: errorText(error) }),
    )
  }
  const cancel = () => {
    reading.current?.cancel()
    reading.current = null
    setFile({ state: 'none' })
  }
  return { file, take, cancel }
}
