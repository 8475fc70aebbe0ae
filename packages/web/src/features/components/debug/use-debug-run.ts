/** Runs a component by itself and reads its events: the live stream announces them, a call fetches exactly the new ones. */

import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { ApiError, showError } from '../../../lib/api-error.ts'
import { useIsLive, useLive } from '../../../lib/live.ts'
import { useSession } from '../../../lib/session/session.ts'
import {
  type DebugRun,
  failedRun,
  hasResults,
  isStoppable,
  startingRun,
  withEvents,
} from '../exchange/debug-model.ts'

const pollMs = 700
/** Polling interval while the live stream is up; it only covers lost announcements. */
const livePollMs = 4_000

export interface DebugControl {
  /** null before the first standalone execution. */
  readonly run: DebugRun | null
  /** What is shown: the results of `run`, those of the execution before until it has any. */
  readonly results: DebugRun | null
  readonly start: (input: {
    name: string
    componentId: string
    document: ComponentDocument
    load: 'given' | 'threadGroup'
    users: number
    loops: number
  }) => Promise<void>
  /** Follows an execution that `begin` starts, of any kind of component. */
  readonly follow: (begin: () => Promise<{ debugId: string }>, ran?: ComponentDocument) => Promise<void>
  readonly stop: () => Promise<void>
  readonly clear: () => void
}

function useRun(): Omit<DebugControl, 'results'> {
  const projectId = useSession('projectId')
  const isLive = useIsLive()
  const [run, setRun] = useState<DebugRun | null>(null)
  const latest = useRef<DebugRun | null>(null)
  const pulling = useRef<{ debugId: string; again: boolean } | null>(null)
  const show = useCallback((next: DebugRun | null) => {
    latest.current = next
    setRun(next)
  }, [])

  const pull = useCallback(
    async (debugId: string) => {
      if (pulling.current?.debugId === debugId) {
        pulling.current.again = true
        return
      }
      const mine = { debugId, again: true }
      pulling.current = mine
      try {
        while (mine.again && latest.current?.debugId === debugId) {
          mine.again = false
          const from = latest.current.eventCount
          const { events, isEnded } = await api.component.debugEvents({ projectId, debugId, from })
          const known = latest.current
          if (known?.debugId !== debugId) return
          const next = withEvents(known, events, from)
          show(isEnded ? { ...next, state: 'ended' } : next)
        }
      } catch (error) {
        const known = latest.current
        // If the execution no longer exists on the server, no more events come; a lost connection may recover.
        if (error instanceof ApiError && known?.debugId === debugId) show(failedRun(known, error.message))
      } finally {
        if (pulling.current === mine) pulling.current = null
      }
    },
    [projectId, show],
  )

  const activeId = isStoppable(run) ? run.debugId : null
  useLive('debug', activeId === null ? null : { projectId, id: activeId }, () => {
    if (activeId !== null) void pull(activeId)
  })
  useEffect(() => {
    if (activeId === null) return
    void pull(activeId)
    const timer = setInterval(() => void pull(activeId), isLive ? livePollMs : pollMs)
    return () => clearInterval(timer)
  }, [activeId, isLive, pull])

  const follow: DebugControl['follow'] = async (begin, ran) => {
    const starting = startingRun(ran)
    show(starting)
    try {
      const { debugId } = await begin()
      if (latest.current === starting) show({ ...starting, debugId, state: 'running' })
    } catch (error) {
      if (latest.current !== starting) return
      show(failedRun(starting, errorText(error)))
      if (!(error instanceof ApiError)) showError(error)
    }
  }
  const stop = async () => {
    const known = latest.current
    if (!isStoppable(known)) return
    show({ ...known, state: 'stopping' })
    try {
      await api.component.stopDebug({ projectId, debugId: known.debugId })
    } catch (error) {
      showError(error)
    }
    void pull(known.debugId)
  }
  const start: DebugControl['start'] = input =>
    follow(() => api.component.startDebug({ projectId, ...input }), input.document)
  return { run, start, follow, stop, clear: () => show(null) }
}

/** The control of executions; results stay until the next execution has any. */
export function useDebugRun(): DebugControl {
  const control = useRun()
  const { run } = control
  const [latest, setLatest] = useState<DebugRun | null>(null)
  if (run !== latest && (run === null || hasResults(run))) setLatest(run)
  return { ...control, results: latest ?? run }
}
