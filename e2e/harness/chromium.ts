/** The one browser of a test run. */
import { type Browser, chromium } from 'playwright-core'
import { chromiumProgram } from './places.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // Figures of the page's memory, collected garbage excluded.
  '--enable-precise-memory-info',
  '--js-flags=--expose-gc',
]

/** @param more flags */
export function launchChromium(isHeaded: boolean, more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumProgram,
    headless: !isHeaded,
    args: [...flags, ...more],
  })
}
