/** Stores diagnostics of a failed check: screenshots, consoles and texts of all open pages, and the log of `up`. */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorStack } from '@pone/schema/error-text.ts'
import type { Pone } from '../driver/pone.ts'
import type { Installation } from './installation.ts'
import { failureFolder } from './places.ts'

interface Evidence {
  readonly journey: string
  readonly sentence: string
  readonly cause: unknown
  readonly tabs: readonly Pone[]
  readonly installation: Installation
}

/** Returns the folder. */
export async function keepEvidence(evidence: Evidence): Promise<string> {
  const slug = evidence.sentence.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)
  const folder = join(failureFolder, `${evidence.journey}-${slug}`)
  await mkdir(folder, { recursive: true })
  const { cause } = evidence
  const open = evidence.tabs.filter(tab => !tab.page.isClosed())
  const texts = await Promise.all(open.map((tab, index) => keepTab(tab, join(folder, `page-${index + 1}`))))
  const why = errorStack(cause)
  const parts = [evidence.sentence, why, ...texts, evidence.installation.output()]
  await writeFile(join(folder, 'trace.txt'), `${parts.join('\n\n----\n\n')}\n`)
  return folder
}

async function keepTab(tab: Pone, path: string): Promise<string> {
  await tab.page.screenshot({ path: `${path}.png` }).catch(() => undefined)
  const text = await tab.page
    .locator('body')
    .innerText({ timeout: 2_000 })
    .catch(() => '')
  return [tab.page.url(), ...tab.console(), '', text].join('\n')
}
