/** The providers around all pages: theme, server state, notices, router. */
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type RouterProviderProps } from 'react-router'
import { queryClient } from './lib/query.ts'
import { LazyNotices } from './ui/page/lazy-notices.tsx'
import { DocumentLook } from './ui/theme/look.tsx'

export function AppRoot({ router }: { readonly router: RouterProviderProps['router'] }) {
  return (
    <QueryClientProvider client={queryClient}>
      <DocumentLook />
      <div className="app-root">
        <LazyNotices />
        <RouterProvider router={router} />
      </div>
    </QueryClientProvider>
  )
}
