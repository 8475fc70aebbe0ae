/** Flame diagrams of a run in exported reports: when each was taken, of what, and its heaviest method. Each figure holds for its own part of the run. */
import type { ProfilePart, ProfileRecord } from '@pone/contract/entities/profile.ts'
import type { ReportFrame } from '@pone/contract/entities/report.ts'
import { formatClockRange, formatPercent, noValue } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { flameTexts as texts } from './flame-texts.ts'
import { html, type Markup } from './markup.ts'
import type { TakenMark } from './report-view.ts'
import { type Say, sayIn } from './texts.ts'

export type ListedFlameDiagram = Pick<ProfileRecord, 'name' | 'startedAt' | 'durationMs' | 'origin' | 'parts'>
type Part = Pick<ReportFrame, 'run' | 'fromMs' | 'toMs'>

/** From when to when of the run, ms; null: not known. */
interface Range {
  readonly from: number
  readonly to: number
}
/** A flame diagram that lies in the part, or whose instant is not known. */
interface Placed {
  readonly diagram: ListedFlameDiagram
  readonly range: Range | null
  /** In charts; '' without an instant. */
  readonly mark: string
}

const heads = ['flame.name', 'flame.range', 'flame.target', 'flame.kind', 'flame.top', 'flame.share'] as const

/** Null without any in the part of the run that the report covers. */
export function flameDiagramsHtml(
  diagrams: readonly ListedFlameDiagram[],
  part: Part,
  language: Language,
): Markup | null {
  const say = sayIn(texts, language)
  const placed = placedIn(diagrams, part)
  if (placed.length === 0) return null
  const hasMarks = placed.some(({ mark }) => mark !== '')
  const lines = placed.flatMap(each =>
    cellsOf(each, say).map(
      cells =>
        html`<tr>${hasMarks ? html`<td>${each.mark}</td>` : null}${cells.map((cell, at) => html`<td${at === 1 || at === 5 ? html` class="n"` : null}>${cell}</td>`)}</tr>`,
    ),
  )
  const shown = hasMarks ? (['flame.mark', ...heads] as const) : heads
  const notes = [say('flame.basis'), ...(hasMarks ? [say('flame.markHelp')] : [])]
  return html`<section><h2>${say('flame.title')}</h2><p class="note">${notes.join(' · ')}</p><div class="scroll"><table>
<thead><tr>${shown.map(head => html`<th>${say(head)}</th>`)}</tr></thead>
<tbody>${lines}</tbody></table></div></section>`
}

/** Where they lie on the time axis of charts. */
export const flameMarks = (diagrams: readonly ListedFlameDiagram[], part: Part): TakenMark[] =>
  placedIn(diagrams, part).flatMap(({ diagram: { name }, range, mark }) =>
    range === null
      ? []
      : [
          {
            name: mark,
            text: `${name} ${rangeText(range)}`,
            fromSecond: range.from / 1_000,
            toSecond: range.to / 1_000,
          },
        ],
  )

/** An empty row, the title, and a row for each profile with its heading, below the transactions of a CSV file; none without any. */
export function flameDiagramRows(
  diagrams: readonly ListedFlameDiagram[],
  part: Part,
  language: Language,
): string[][] {
  const say = sayIn(texts, language)
  const rows = placedIn(diagrams, part).flatMap(each => cellsOf(each, say))
  return rows.length === 0
    ? []
    : [[], [say('flame.title'), say('flame.basis')], heads.map(head => say(head)), ...rows]
}

/** Those that lie in the part, and uploaded ones without an instant. */
function placedIn(diagrams: readonly ListedFlameDiagram[], { run, fromMs, toMs }: Part): Placed[] {
  let marks = 0
  return diagrams.flatMap((diagram): Placed[] => {
    const { startedAt, durationMs } = diagram
    if (startedAt === null || run.startedAt === null) return [{ diagram, range: null, mark: '' }]
    const from = startedAt - run.startedAt
    const to = from + (durationMs ?? 0)
    if (to < fromMs || from > toMs) return []
    marks += 1
    return [{ diagram, range: { from: Math.max(0, from), to: Math.max(0, to) }, mark: `F${marks}` }]
  })
}

const rangeText = (range: Range | null): string =>
  range === null ? noValue : formatClockRange(range.from, range.to)

/** A row for each of its profiles. */
function cellsOf({ diagram, range }: Placed, say: Say<keyof typeof texts>): string[][] {
  const { name, origin, parts } = diagram
  const target = origin === null ? noValue : `${origin.monitorName} · ${origin.machine}`
  return parts.map(part => [name, rangeText(range), target, kindText(part, say), ...topCells(part)])
}

const kindText = ({ kind, source }: ProfilePart, say: Say<keyof typeof texts>): string =>
  source === '' ? say(`flame.kind.${kind}`) : `${say(`flame.kind.${kind}`)} · ${source}`

const topCells = ({ topMethod, total }: ProfilePart): [string, string] =>
  total > 0 ? [topMethod.name, formatPercent((topMethod.self / total) * 100)] : [noValue, noValue]
