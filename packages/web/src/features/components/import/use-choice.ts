/** Which requests of a recording are chosen, and how they become steps. */
import type { CorrelatedRecording } from '@pone/recording/model/recording.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { acceptedAtFirst, chosenAtFirst, type PreviewRow, previewRows } from './recording-model.ts'

export interface Choice {
  readonly rows: readonly PreviewRow[]
  readonly options: {
    readonly chosen: ReadonlySet<number>
    readonly hasTransactions: boolean
    readonly hasThinkTimes: boolean
    /** Dynamic values that are extracted from responses, by their ids. */
    readonly accepted: ReadonlySet<number>
  }
  /** The options a moment later, for what takes long. */
  readonly lateOptions: Choice['options']
  readonly change: (options: Partial<Choice['options']>) => void
}

/** What is chosen of a recording; another recording begins with its own choice. */
export function useChoice(recording: CorrelatedRecording | null): Choice {
  const rows = useMemo(() => (recording === null ? [] : previewRows(recording)), [recording])
  const atFirst = useMemo(
    () => ({
      chosen: chosenAtFirst(rows),
      hasTransactions: true,
      hasThinkTimes: true,
      accepted: acceptedAtFirst(recording?.dynamicValues ?? []),
    }),
    [rows, recording],
  )
  const [changed, setChanged] = useState<{
    of: CorrelatedRecording | null
    options: Choice['options']
  } | null>(null)
  const options = changed !== null && changed.of === recording ? changed.options : atFirst
  return {
    rows,
    options,
    lateOptions: useDeferredValue(options),
    change: part => setChanged({ of: recording, options: { ...options, ...part } }),
  }
}
