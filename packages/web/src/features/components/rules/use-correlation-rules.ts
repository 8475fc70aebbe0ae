/** The correlation rules of the project: loaded before a file is read, and saved whole. */
import type { StoredCorrelationRules } from '@pone/contract/entities/correlation-rules.ts'
import { type CorrelationRules, noCorrelationRules } from '@pone/schema/correlation-rules.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useSession } from '../../../lib/session/session.ts'

export function useCorrelationRules() {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const options = {
    queryKey: ['correlationRules', projectId],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      api.correlationRules.get({ projectId }, { signal }),
  }
  const query = useQuery(options)
  const save = useMutation({
    mutationFn: ({ rules, disabledFrameworks }: CorrelationRules) => {
      const { revision = 0 } = client.getQueryData<StoredCorrelationRules>(options.queryKey) ?? {}
      return api.correlationRules.save({ projectId, revision, rules, disabledFrameworks })
    },
    onSuccess: saved => client.setQueryData(options.queryKey, saved),
    onError: error => {
      showError(error)
      // Somebody else may have saved other ones.
      void client.invalidateQueries({ queryKey: options.queryKey })
    },
  })
  return {
    query,
    save,
    /** As they are now; none if they cannot be loaded, which `query` then says. */
    load: (): Promise<CorrelationRules> => client.fetchQuery(options).catch(() => noCorrelationRules),
  }
}

export type CorrelationRulesState = ReturnType<typeof useCorrelationRules>
