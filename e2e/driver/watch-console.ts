/** Records the messages of a page's console, and which of them are errors of Pone's own code. */
import type { Page } from 'playwright-core'

/** The browser's own messages about refused or broken requests, which journeys cause on purpose. */
const expected = /Failed to load resource|WebSocket connection to|net::ERR_/

export interface ConsoleWatch {
  lines(): readonly string[]
  /** Uncaught errors and what our code logged as an error. */
  faults(): readonly string[]
}

export function watchConsole(page: Page): ConsoleWatch {
  const lines: string[] = []
  const faults: string[] = []
  page.on('console', message => {
    const line = `${message.type()}: ${message.text()}`
    lines.push(line)
    if (message.type() === 'error' && !expected.test(line)) faults.push(`${page.url()} ${line}`)
  })
  page.on('pageerror', error => {
    lines.push(`uncaught: ${error.message}`)
    faults.push(`${page.url()} uncaught ${error.stack ?? error.message}`)
  })
  page.on('requestfailed', request =>
    lines.push(`request failed: ${request.url()} ${request.failure()?.errorText ?? ''}`),
  )
  return { lines: () => lines, faults: () => faults }
}
