/** The providers around all pages: theme, language, server state, notices, router. */
import { QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import { RouterProvider, type RouterProviderProps } from 'react-router'
import { queryClient } from './lib/query.ts'
import { NoticeHost } from './ui/page/notice-host.tsx'
import { ThemeProvider } from './ui/theme/theme-provider.tsx'

export function AppRoot({ router }: { readonly router: RouterProviderProps['router'] }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <App className="app-root" message={{ maxCount: 4 }}>
          <NoticeHost />
          <RouterProvider router={router} />
        </App>
      </ThemeProvider>
    </QueryClientProvider>
  )
}
