/** Cancelling operations: one at once, several after confirmation. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useT } from '../../../lib/i18n.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { hostsKey, useHostClient } from '../host-client.ts'

export function useCancelOperations() {
  const t = useT()
  const client = useHostClient()
  const cache = useQueryClient()
  const confirm = useConfirm()
  const { mutateAsync } = useMutation({
    mutationFn: (ids: readonly string[]) => client.cancel(ids),
    onSuccess: () => cache.invalidateQueries({ queryKey: hostsKey }),
  })
  return {
    // The error has already been shown.
    one: (id: string) => void mutateAsync([id]).catch(() => undefined),
    all: (ids: readonly string[]) =>
      confirm({
        title: t('queue.cancelAllTitle', { count: ids.length }),
        text: t('queue.cancelAllText'),
        verb: t('queue.cancelAll'),
        onConfirm: () => mutateAsync(ids),
      }),
  }
}
