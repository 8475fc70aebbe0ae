/**
 * Runs before each test file of pages. The files share processes, and so the libraries, which take seconds to load, and the
 * window; our own modules hold sessions, texts and caches, so each file gets them anew, with an empty document.
 */
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { happyWindow } from './test-happy-window.ts'

// Machines that run tests are busy; a wait ends as soon as its condition is met. Files that look for what is hidden say so
// for themselves.
configure({ asyncUtilTimeout: 60_000, defaultHidden: false })

const { innerWidth, innerHeight } = window
// Ends what the file before began.
await happyWindow().abort()
happyWindow().setURL('http://localhost:3000/')
for (const name of document.documentElement.getAttributeNames())
  document.documentElement.removeAttribute(name)
document.head.replaceChildren()
document.body.replaceChildren()
vi.resetModules()

const { queryClient } = await import('./lib/query.ts')

afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
})

afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  // A window of another size changes what the pages of later files show.
  expect(window).toMatchObject({ innerWidth, innerHeight })
})
