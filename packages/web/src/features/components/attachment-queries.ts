/** Server state of attachments: certificates and keys, bodies and parts of requests. */
import type { Attachment } from '@pone/contract/entities/component.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'

export function useAttachments(kind: Attachment['kind']) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['attachments', projectId, kind],
    queryFn: ({ signal }) => api.attachment.list({ projectId, kind }, { signal }),
  })
}

export function useDeleteAttachment(kind: Attachment['kind']) {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.attachment.delete({ projectId, id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['attachments', projectId, kind] }),
    meta: { handlesErrors: true },
  })
}
