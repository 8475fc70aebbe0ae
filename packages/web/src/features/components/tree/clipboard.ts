/** Steps as text on the clipboard, which allows copying between components, tabs and users; parsed with the contract's schema. */
import { type Step, stepSchema } from '@pone/plan/steps/registry.ts'
import { z } from 'zod'
import { createCopiedText } from '../../../ui/editor/copied-text.ts'

const mark = 'pone/steps'
const clipboardSchema = z.object({ kind: z.literal(mark), steps: z.array(stepSchema).min(1) })

/** The steps that were copied last. */
export const copiedSteps = createCopiedText('copiedSteps')

export function stepsToText(steps: readonly Step[]): string {
  return JSON.stringify({ kind: mark, steps })
}

/** The steps in a text; null if it contains none. */
export function stepsFromText(text: string): Step[] | null {
  if (!text.includes(mark)) return null
  try {
    const parsed = clipboardSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.steps : null
  } catch {
    return null
  }
}
