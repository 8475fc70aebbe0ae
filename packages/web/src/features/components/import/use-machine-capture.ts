/** The person's capture on a load machine: polled while it is under way, and read when it is complete. */
import type { Capture } from '@pone/contract/entities/capture.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { api, fileBytes } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session/session.ts'
import { isUnderWay, type MachineCaptureWish } from './machine-capture-model.ts'

const refreshMs = 1_000

/** @param onFile gets what was captured */
export function useMachineCapture(onFile: (file: File) => void) {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const queryKey = ['machineCapture', projectId]
  const keep = (capture: Capture | null) => client.setQueryData(queryKey, { capture })
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.capture.current({ projectId }, { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.capture) ? refreshMs : false),
    gcTime: 0,
  })
  /** The one that is read as soon as it is complete. */
  const [awaited, setAwaited] = useState('')
  const start = useMutation({
    mutationFn: (wish: MachineCaptureWish) => api.capture.start({ projectId, ...wish }),
    onSuccess: capture => {
      setAwaited(capture.id)
      keep(capture)
    },
  })
  const stop = useMutation({
    mutationFn: (id: string) => api.capture.stop({ projectId, id }),
    onSuccess: ({ id }) => setAwaited(id),
  })
  const discard = useMutation({
    mutationFn: (id: string) => api.capture.discard({ projectId, id }),
    onSuccess: () => keep(null),
  })
  const load = useMutation({
    mutationFn: async (id: string) => {
      const file = new File([await fileBytes.capture.download({ projectId, id })], 'capture.pcap')
      // The browser has it: what others sent need not lie on the server any longer.
      await api.capture.discard({ projectId, id }).catch(() => undefined)
      return file
    },
    onSuccess: file => {
      keep(null)
      onFile(file)
    },
  })
  const capture = query.data?.capture ?? null
  const completeId = capture?.state === 'complete' ? capture.id : ''
  const readAwaited = useEffectEvent(() => {
    if (completeId !== '' && completeId === awaited && load.isIdle) load.mutate(completeId)
  })
  useEffect(() => readAwaited(), [completeId, awaited])
  return { query, capture, start, stop, discard, load }
}

export type MachineCaptureState = ReturnType<typeof useMachineCapture>
