/** Steps on the clipboard as text, so that they travel between components, tabs and people; read back with the contract's schema. */
import { type Step, stepSchema } from '@pone/contract/entities/component/steps.ts'
import { z } from 'zod'

const mark = 'pone/steps'
const clipboardSchema = z.object({ kind: z.literal(mark), steps: z.array(stepSchema).min(1) })
const storageKey = 'pone.copiedSteps'

export function stepsToText(steps: readonly Step[]): string {
  return JSON.stringify({ kind: mark, steps })
}

/** The steps in a text; null when it holds none. */
export function stepsFromText(text: string): Step[] | null {
  if (!text.includes(mark)) return null
  try {
    const parsed = clipboardSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.steps : null
  } catch {
    return null
  }
}

/** Keeps a copy for menus, which may not read the system's clipboard; shared by the tabs of this browser. */
export function keepCopied(text: string): void {
  try {
    localStorage.setItem(storageKey, text)
  } catch {
    // Storage full or forbidden: pasting by keyboard still works through the system's clipboard.
  }
}

export function readCopied(): Step[] | null {
  try {
    return stepsFromText(localStorage.getItem(storageKey) ?? '')
  } catch {
    return null
  }
}

/** Writes to the system's clipboard. @returns whether the browser allowed it; on plain http addresses it does not */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
