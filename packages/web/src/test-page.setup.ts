/**
 * Runs before each test file of pages. The files share processes, and so the libraries, which take seconds to load; our own
 * modules hold sessions, texts and caches, so each file gets them anew, with an empty document.
 */
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Machines that run tests are busy; a wait ends as soon as its condition is met.
configure({ asyncUtilTimeout: 30_000 })

vi.resetModules()
document.head.replaceChildren()
document.body.replaceChildren()

const { queryClient } = await import('./lib/query.ts')

afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
})
