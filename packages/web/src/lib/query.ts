/** The cache of server state; errors that no page shows become notices. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, NetworkError, showError } from './api-error.ts'

import { serverConnection } from './server-connection.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The caller shows errors with `fields` at the fields. */
      handlesFields?: boolean
      /** The caller shows every error. */
      handlesErrors?: boolean
    }
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // A page without data shows the error itself, with a retry.
    onError: (error, query) => {
      // What the server being down means for the whole page is told by its banner.
      const isDown = error instanceof NetworkError && error.reason === 'offline'
      if (query.state.data !== undefined && !isDown) showError(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (mutation.meta?.handlesErrors) return
      if (mutation.meta?.handlesFields && error instanceof ApiError && error.fields.length > 0) return
      showError(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => error instanceof NetworkError && failures < 1,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

// Pages that could not be loaded, and figures that have aged.
serverConnection.onBack(() => void queryClient.invalidateQueries())
