/** The person's recording by a proxy of the server: polled while it is under way. */
import type { ClientInputOf } from '@pone/contract/call.ts'
import type { calls } from '@pone/contract/calls/registry.ts'
import type { ProxyRecording } from '@pone/contract/entities/recording.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, fileBytes } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session/session.ts'
import { joinRecording, nextIndex } from './record-model.ts'

const refreshMs = 1_000

export type RecordingWish = Omit<ClientInputOf<typeof calls.recording.start>, 'projectId'>

export function useProxyRecording() {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const queryKey = ['proxyRecording', projectId]
  const known = () => client.getQueryData<{ recording: ProxyRecording | null }>(queryKey)?.recording ?? null
  const keep = (recording: ProxyRecording | null) =>
    client.setQueryData(queryKey, { recording: joinRecording(known(), recording) })
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const from = nextIndex(known())
      const { recording } = await api.recording.current({ projectId, from }, { signal })
      // Another recording than the one that is known: its first requests were not asked for.
      if (from > 0 && recording !== null && recording.id !== known()?.id)
        return api.recording.current({ projectId }, { signal })
      return { recording: joinRecording(known(), recording) }
    },
    refetchInterval: ({ state }) => (state.data?.recording?.end === null ? refreshMs : false),
    gcTime: 0,
  })
  const start = useMutation({
    mutationFn: (wish: RecordingWish) => api.recording.start({ projectId, ...wish }),
    onSuccess: keep,
  })
  const mark = useMutation({
    mutationFn: (input: { id: string; title: string }) => api.recording.mark({ projectId, ...input }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
  /** Its file, to be read as an imported one. */
  const load = useMutation({
    mutationFn: async ({ id, end }: ProxyRecording) => {
      if (end === null) keep(await api.recording.stop({ projectId, id }))
      if (known()?.requests === 0) return null
      return new File([await fileBytes.recording.download({ projectId, id })], 'recording.har')
    },
  })
  const discard = useMutation({
    mutationFn: (id: string) => api.recording.discard({ projectId, id }),
    onSuccess: () => keep(null),
  })
  const removeAuthority = useMutation({
    mutationFn: () => api.recording.removeAuthority({ projectId }),
  })
  return { query, start, mark, load, discard, removeAuthority }
}

export type ProxyRecordingState = ReturnType<typeof useProxyRecording>
