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
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Reading, ReadOrder, StartReading } from './read-in-worker.ts'

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
      /** Another one whenever other requests were read. */
      readonly key: object
      /** Name of the environment whose values it has. */
      readonly environment?: string
      /** Name of the second recording that it was compared with. */
      readonly second?: string
    }
  | { readonly state: 'tooLarge' | 'unknownFormat' | 'environmentAlone'; readonly name: string }
  | { readonly state: 'failed'; readonly name: string; readonly reason: string }

export interface RecordingImport {
  readonly file: RecordingFile
  readonly take: (file: File) => void
  /** Reads the last file anew, with what the user tells of it. */
  readonly readAgain: (options: ReadOptions) => void
  /** Reads the last file anew: the rules of the project have changed. */
  readonly readWithRules: () => void
  /** Reads the last file anew, and compares it with a second recording of the same steps; null: with none. */
  readonly compareWith: (second: File | null) => void
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

/** @param given read at once */
export function useRecording(start: StartReading, given?: File): RecordingImport {
  const [file, setFile] = useState<RecordingFile>({ state: 'none' })
  const reading = useRef<Reading | null>(null)
  const last = useRef<{ readonly order: ReadOrder; readonly key: object } | null>(null)
  useEffect(() => () => reading.current?.cancel(), [])
  const read = (order: ReadOrder, key: object = {}) => {
    const { name } = order.file
    const sizeBytes = order.file.size + (order.second?.size ?? 0)
    reading.current?.cancel()
    if (sizeBytes > maxRecordingBytes) return setFile({ state: 'tooLarge', name })
    setFile({ state: 'reading', name, readBytes: 0, sizeBytes })
    const tell = (readBytes: number) =>
      setFile(before => (before.state === 'reading' ? { ...before, readBytes } : before))
    const current = start(order, tell)
    reading.current = current
    last.current = { order, key }
    const second = order.second === null ? {} : { second: order.second.name }
    const settle = (next: RecordingFile) => {
      if (reading.current === current) setFile(next)
    }
    current.done.then(
      recording =>
        settle(
          recording === null
            ? { state: 'unknownFormat', name }
            : { state: 'read', name, recording, key, ...second },
        ),
      (error: unknown) => settle({ state: 'failed', name, reason: errorText(error) }),
    )
  }
  const readGiven = useEffectEvent(() => {
    if (given !== undefined) read({ file: given, options: {}, second: null })
  })
  // oxlint-disable-next-line react/set-state-in-effect -- the worker starts to read when the dialog opens
  useEffect(() => readGiven(), [])
  return {
    file,
    take: chosen =>
      void readEnvironment(chosen).then(environment => {
        if (environment === null) read({ file: chosen, options: {}, second: null })
        else setFile(before => withValues(before, environment, chosen.name))
      }),
    readAgain: options => {
      if (last.current !== null) read({ ...last.current.order, options })
    },
    readWithRules: () => {
      if (last.current !== null) read(last.current.order, last.current.key)
    },
    compareWith: second => {
      if (last.current !== null) read({ ...last.current.order, second }, last.current.key)
    },
    cancel: () => {
      reading.current?.cancel()
      reading.current = null
      setFile({ state: 'none' })
    },
  }
}
