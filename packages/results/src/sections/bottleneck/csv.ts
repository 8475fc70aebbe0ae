/** The verdict as rows of a table, below the transactions of an exported CSV file. */
import type { Language } from '@pone/schema/bilingual.ts'
import { type Say, sayIn } from '../../export/texts.ts'
import type { Bottleneck, ReportResource } from './data.ts'
import { disagreementText, judgedResources, partText } from './judged.ts'
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
  const heads = [
    'resource',
    'tier',
    'verdict',
    'ceiling',
    'ceilingLow',
    'ceilingHigh',
    'before',
    'after',
    'waiting',
    'readings',
  ] as const
  const rows = judgedResources(bottleneck, language).map(({ resource, text }) => [
    resource.names[language],
    resource.tier === null ? '' : say(`tier.${resource.tier}`),
    text,
    ...figures(resource),
  ])
  return [
    [],
    [say('bottleneck'), bottleneck.sentence[language]],
    ...facts,
    ...(rows.length === 0 ? [] : [heads.map(head => say(head)), ...rows]),
    ...blameRows(bottleneck.blame, say),
  ]
}

/** Milliseconds, and shares from 0 to 1. */
function blameRows(blame: Bottleneck['blame'], say: Say<keyof typeof texts>): string[][] {
  if (blame === null) return []
  const heads = ['part', 'low', 'high', 'share', 'definition'] as const
  return [
    heads.map(head => (head === 'low' || head === 'high' ? `${say(head)} (ms)` : say(head))),
    ...blame.parts.map(({ part, lowMs, highMs, share01 }) => [
      say(partText(part)),
      ...[lowMs, highMs, share01].map(cell),
      say(`define.${part}`),
    ]),
    [say('total'), cell(blame.lowMs), cell(blame.highMs), cell(1), ''],
    ...(blame.hasOtherStatements ? [[say('otherStatements')]] : []),
    ...(blame.disagreement === null ? [] : [[disagreementText(blame.disagreement, say)]]),
  ]
}

/** The value and its interval. */
const cells = ({ value, low, high }: NonNullable<Bottleneck['knee']>['load']): string[] =>
  [value, low, high].map(cell)

const figures = ({ ceiling, levelBefore, levelAfter, waitingShare01, readings }: ReportResource): string[] =>
  [
    ceiling?.value ?? null,
    ceiling?.low ?? null,
    ceiling?.high ?? null,
    levelBefore,
    levelAfter,
    waitingShare01,
    readings,
  ].map(cell)

const cell = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(3))))
