/** Adds generated steps to the component, once the files that they send as messages are stored in the project. */
import { type MessageFile, withStoredFiles } from '@pone/recording/steps/message-files.ts'
import type { GeneratedSteps } from '@pone/recording/steps/to-steps.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session/session.ts'

interface Adding {
  readonly isPending: boolean
  readonly add: (made: GeneratedSteps) => void
}

/** @param onStored gets the steps with the ids of the stored files; not once the dialog has been closed */
export function useAdding(onStored: (made: GeneratedSteps) => void): Adding {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const closed = useRef(new AbortController())
  useEffect(() => {
    closed.current = new AbortController()
    return () => closed.current.abort()
  }, [])
  const storing = useMutation({
    mutationFn: async (made: GeneratedSteps) => {
      const { signal } = closed.current
      const stored = await storeAll(projectId, made.files, signal)
      await client.invalidateQueries({ queryKey: ['attachments', projectId] })
      signal.throwIfAborted()
      return { ...made, steps: withStoredFiles(made.steps, stored) }
    },
    onSuccess: onStored,
  })
  return {
    isPending: storing.isPending,
    add: made => (made.files.length === 0 ? onStored(made) : storing.mutate(made)),
  }
}

/** The ids of the stored files, all of them or none. */
async function storeAll(projectId: string, files: readonly MessageFile[], signal: AbortSignal) {
  const stored = new Map<string, string>()
  try {
    for (const { id, name, bytes } of files) {
      const options = { file: new File([bytes], name), signal }
      stored.set(id, (await api.attachment.upload({ projectId, kind: 'body' }, options)).id)
    }
    return stored
  } catch (error) {
    const ids = [...stored.values()]
    await Promise.allSettled(ids.map(id => api.attachment.delete({ projectId, id })))
    throw error
  }
}
