/** Flame diagrams of a run in exported reports: when each was taken, of what, and its heaviest method. Each figure holds for its own part of the run. */
import type { ProfilePart, ProfileRecord } from '@pone/contract/entities/profile.ts'
import type { ReportFrame } from '@pone/contract/entities/report.ts'
import { formatClockRange, formatPercent, noValue } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { flameTexts as texts } from './flame-texts.ts'
import { html, type Markup } from './markup.ts'
import { type Say, sayIn } from './texts.ts'

export type ListedFlameDiagram = Pick<ProfileRecord, 'name' | 'startedAt' | 'durationMs' | 'origin' | 'parts'>
type Part = Pick<ReportFrame, 'run' | 'fromMs' | 'toMs'>

const heads = ['flame.name', 'flame.range', 'flame.target', 'flame.kind', 'flame.top', 'flame.share'] as const

/** Null without any in the part of the run that the report covers. */
export function flameDiagramsHtml(
  diagrams: readonly ListedFlameDiagram[],
  part: Part,
  language: Language,
): Markup | null {
  const say = sayIn(texts, language)
  const rows = cellsOf(diagrams, part, say)
  if (rows.length === 0) return null
  const lines = rows.map(
    cells =>
      html`<tr>${cells.map((cell, at) => html`<td${at === 1 || at === 5 ? html` class="n"` : null}>${cell}</td>`)}</tr>`,
  )
  return html`<section><h2>${say('flame.title')}</h2><p class="note">${say('flame.basis')}</p><div class="scroll"><table>
<thead><tr>${heads.map(head => html`<th>${say(head)}</th>`)}</tr></thead>
<tbody>${lines}</tbody></table></div></section>`
}

/** An empty row, the title, and a row for each profile with its heading, below the transactions of a CSV file; none without any. */
export function flameDiagramRows(
  diagrams: readonly ListedFlameDiagram[],
  part: Part,
  language: Language,
): string[][] {
  const say = sayIn(texts, language)
  const rows = cellsOf(diagrams, part, say)
  return rows.length === 0
    ? []
    : [[], [say('flame.title'), say('flame.basis')], heads.map(head => say(head)), ...rows]
}

/** A row for each profile of those that lie in the part; of uploaded ones without an instant it is not known. */
function cellsOf(
  diagrams: readonly ListedFlameDiagram[],
  { run, fromMs, toMs }: Part,
  say: Say<keyof typeof texts>,
): string[][] {
  return diagrams.flatMap(({ name, startedAt, durationMs, origin, parts }) => {
    const from = startedAt === null || run.startedAt === null ? null : startedAt - run.startedAt
    const to = from === null ? null : from + (durationMs ?? 0)
    if (from !== null && to !== null && (to < fromMs || from > toMs)) return []
    const range =
      from === null || to === null ? noValue : formatClockRange(Math.max(0, from), Math.max(0, to))
    const target = origin === null ? noValue : `${origin.monitorName} · ${origin.machine}`
    return parts.map(part => [name, range, target, kindText(part, say), ...topCells(part)])
  })
}

const kindText = ({ kind, source }: ProfilePart, say: Say<keyof typeof texts>): string =>
  source === '' ? say(`flame.kind.${kind}`) : `${say(`flame.kind.${kind}`)} · ${source}`

const topCells = ({ topMethod, total }: ProfilePart): [string, string] =>
  total > 0 ? [topMethod.name, formatPercent((topMethod.self / total) * 100)] : [noValue, noValue]
