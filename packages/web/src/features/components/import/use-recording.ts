/** The file that the user selected, how far it has been read, and what was read from it. */
import type { CorrelatedRecording } from '@pone/recording/model/recording.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { useEffect, useRef, useState } from 'react'
import type { Reading, StartReading } from './read-in-worker.ts'

export const maxRecordingBytes = 4 * 1024 ** 3

export type RecordingFile =
  | { readonly state: 'none' }
  | {
      readonly state: 'reading'
      readonly name: string
      readonly readBytes: number
      readonly sizeBytes: number
    }
  | { readonly state: 'read'; readonly name: string; readonly recording: CorrelatedRecording }
  | { readonly state: 'tooLarge' | 'unknownFormat'; readonly name: string }
  | { readonly state: 'failed'; readonly name: string; readonly reason: string }

export interface RecordingImport {
  readonly file: RecordingFile
  readonly take: (file: File) => void
  readonly cancel: () => void
}

export function useRecording(start: StartReading): RecordingImport {
  const [file, setFile] = useState<RecordingFile>({ state: 'none' })
  const reading = useRef<Reading | null>(null)
  useEffect(() => () => reading.current?.cancel(), [])
  const take = ({ name, size: sizeBytes }: File, started: () => Reading) => {
    reading.current?.cancel()
    if (sizeBytes > maxRecordingBytes) return setFile({ state: 'tooLarge', name })
    setFile({ state: 'reading', name, readBytes: 0, sizeBytes })
    const current = started()
    reading.current = current
    const settle = (next: RecordingFile) => {
      if (reading.current === current) setFile(next)
    }
    current.done.then(
      recording =>
        settle(recording === null ? { state: 'unknownFormat', name } : { state: 'read', name, recording }),
      (error: unknown) => settle({ state: 'failed', name, reason: errorText(error) }),
    )
  }
  return {
    file,
    take: chosen =>
      take(chosen, () =>
        start(chosen, readBytes =>
          setFile(before => (before.state === 'reading' ? { ...before, readBytes } : before)),
        ),
      ),
    cancel: () => {
      reading.current?.cancel()
      reading.current = null
      setFile({ state: 'none' })
    },
  }
}
