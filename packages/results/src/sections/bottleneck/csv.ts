/** The verdict as rows of a table, below the transactions of an exported CSV file. */
import type { Language } from '@pone/schema/bilingual.ts'
import { sayIn } from '../../export/texts.ts'
import type { Bottleneck, ReportResource } from './data.ts'
import { judgedResources } from './judged.ts'
import { texts } from './texts.ts'

/** An empty row, the sentence, and a row per resource with its heading; none without a verdict. */
export function bottleneckRows(bottleneck: Bottleneck | null, language: Language): string[][] {
  if (bottleneck === null) return []
  const say = sayIn(texts, language)
  const { knee, drive } = bottleneck
  const facts =
    knee === null
      ? []
      : [
          [say(drive === 'users' ? 'kneeUsers' : 'kneeRate'), ...cells(knee.load)],
          [say('plateau'), ...cells(knee.plateau)],
        ]
  const heads = ['resource', 'verdict', 'ceiling', 'before', 'after', 'waiting', 'readings'] as const
  const rows = judgedResources(bottleneck, language).map(({ resource, text }) => [
    resource.names[language],
    text,
    ...figures(resource),
  ])
  return [
    [],
    [say('bottleneck'), bottleneck.sentence[language]],
    ...facts,
    ...(rows.length === 0 ? [] : [heads.map(head => say(head)), ...rows]),
  ]
}

/** The value and its interval. */
const cells = ({ value, low, high }: NonNullable<Bottleneck['knee']>['load']): string[] =>
  [value, low, high].map(cell)

const figures = ({ ceiling, levelBefore, levelAfter, waitingShare01, readings }: ReportResource): string[] =>
  [ceiling?.value ?? null, levelBefore, levelAfter, waitingShare01, readings].map(cell)

const cell = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(3))))
