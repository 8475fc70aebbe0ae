/** Server state of attachments: certificates and keys, bodies and parts of requests. */
import type { Attachment } from '@pone/contract/entities/component.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session/session.ts'

/** Those of one kind, or all. */
export function useAttachments(
  kind: Attachment['kind'] | undefined,
  options: { enabled: boolean } = { enabled: true },
) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['attachments', projectId, kind ?? 'all'],
    queryFn: ({ signal }) =>
      api.attachment.list(kind === undefined ? { projectId } : { projectId, kind }, { signal }),
    ...options,
  })
}

export function useDeleteAttachment() {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.attachment.delete({ projectId, id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['attachments', projectId] }),
    meta: { handlesErrors: true },
  })
}
