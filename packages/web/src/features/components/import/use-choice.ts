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
    /** Typed values that parameters give, by their ids. */
    readonly typed: ReadonlySet<number>
  }
  /** The options a moment later, for what takes long. */
  readonly lateOptions: Choice['options']
  readonly change: (options: Partial<Choice['options']>) => void
}

/** What is chosen of a recording; another file begins with its own choice. @param key of what was read: the same after a comparison with a second recording, which finds other values in the same requests */
export function useChoice(recording: CorrelatedRecording | null, key: object | null): Choice {
  const rows = useMemo(() => (recording === null ? [] : previewRows(recording)), [recording])
  const atFirst = useMemo(
    () => ({
      chosen: chosenAtFirst(rows),
      hasTransactions: true,
      hasThinkTimes: true,
      accepted: acceptedAtFirst(recording?.dynamicValues ?? []),
      typed: new Set<number>(),
    }),
    [rows, recording],
  )
  const [changed, setChanged] = useState<{
    readonly key: object | null
    /** Values of an environment leave the requests as they are, and what was chosen of them. */
    readonly of: CorrelatedRecording['exchanges'] | undefined
    readonly options: Choice['options']
  } | null>(null)
  const exchanges = recording?.exchanges
  const options = useMemo(() => {
    if (changed === null || changed.key !== key) return atFirst
    const { accepted, typed } = changed.of === exchanges ? changed.options : atFirst
    return { ...changed.options, accepted, typed }
  }, [changed, key, exchanges, atFirst])
  return {
    rows,
    options,
    lateOptions: useDeferredValue(options),
    change: part => setChanged({ key, of: exchanges, options: { ...options, ...part } }),
  }
}
