/** The file that the user selected, how far it has been read, and what was read from it. */
import {
  type Environment,
  environmentOf,
  maxEnvironmentBytes,
  withEnvironment,
} from '@pone/recording/environment/environment.ts'
import type { CorrelatedRecording } from '@pone/recording/model/recording.ts'
import type { ReadOptions } from '@pone/recording/readers.ts'
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
  | {
      readonly state: 'read'
      readonly name: string
      readonly recording: CorrelatedRecording
      /** Name of the environment whose values it has. */
      readonly environment?: string
    }
  | { readonly state: 'tooLarge' | 'unknownFormat' | 'environmentAlone'; readonly name: string }
  | { readonly state: 'failed'; readonly name: string; readonly reason: string }

export interface RecordingImport {
  readonly file: RecordingFile
  readonly take: (file: File) => void
  /** Reads the last file anew, with what the user tells of it. */
  readonly readAgain: (options: ReadOptions) => void
  readonly cancel: () => void
}

/** null if the file is no environment. */
const readEnvironment = async (file: File): Promise<Environment | null> =>
  file.size > maxEnvironmentBytes ? null : environmentOf(await file.text())

function withValues(file: RecordingFile, environment: Environment, name: string): RecordingFile {
  if (file.state !== 'read' || file.recording.variables === null) return { state: 'environmentAlone', name }
  const recording = withEnvironment(file.recording, environment)
  return { ...file, recording, environment: environment.name || name }
}

export function useRecording(start: StartReading): RecordingImport {
  const [file, setFile] = useState<RecordingFile>({ state: 'none' })
  const reading = useRef<Reading | null>(null)
  const last = useRef<File | null>(null)
  useEffect(() => () => reading.current?.cancel(), [])
  const take = (chosen: File, options: ReadOptions) => {
    const { name, size: sizeBytes } = chosen
    reading.current?.cancel()
    if (sizeBytes > maxRecordingBytes) return setFile({ state: 'tooLarge', name })
    setFile({ state: 'reading', name, readBytes: 0, sizeBytes })
    const tell = (readBytes: number) =>
      setFile(before => (before.state === 'reading' ? { ...before, readBytes } : before))
    const current = start(chosen, tell, options)
    reading.current = current
    last.current = chosen
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
      void readEnvironment(chosen).then(environment => {
        if (environment === null) take(chosen, {})
        else setFile(before => withValues(before, environment, chosen.name))
      }),
    readAgain: options => {
      if (last.current !== null) take(last.current, options)
    },
    cancel: () => {
      reading.current?.cancel()
      reading.current = null
      setFile({ state: 'none' })
    },
  }
}
