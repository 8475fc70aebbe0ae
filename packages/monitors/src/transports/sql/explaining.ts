/** What asking for plans shares between databases. Nothing is executed: sessions only read, and the time is limited. */
import type { SampleStatement } from '../../plans/plan.ts'
import { MissingObject } from './missing-object.ts'
import { quoted, type SqlAnswer } from './session.ts'

export const planSeconds = 5

/** The first sample that a server of this version finds. @throws TargetFault */
export async function findSample(
  ask: (statement: string) => Promise<SqlAnswer>,
  samples: readonly string[],
  labels: Readonly<Record<string, string>>,
): Promise<SampleStatement | undefined> {
  for (const sample of samples) {
    const parts = sample.split(/\{(\w+)\}/)
    const statement = parts.map((part, at) => (at % 2 === 0 ? part : quoted(labels[part] ?? ''))).join('')
    try {
      const { records } = await ask(statement)
      const [row] = records
      if (row?.['statement'])
        return {
          text: row['statement'],
          database: row['db'] ?? '',
          account: row['account'] ?? '',
          ...(row['plan'] === undefined ? {} : { plan: row['plan'] }),
        }
    } catch (error) {
      if (!(error instanceof MissingObject)) throw error
    }
  }
  return undefined
}

/** The first word of a statement behind comments and parentheses, in capitals. */
export const leadingWord = (text: string): string =>
  (/^(?:\s|\(|\/\*[\s\S]*?\*\/|--[^\n]*\n)*([A-Za-z]+)/.exec(text)?.[1] ?? '').toUpperCase()
