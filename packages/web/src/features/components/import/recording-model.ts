/** What the preview of a recording shows and how its requests are chosen; pure. */
import { asideReasons } from '@pone/recording/http/aside.ts'
import type { DynamicValue } from '@pone/recording/model/dynamic-value.ts'
import type { AsideReason, RecordedExchange, Recording } from '@pone/recording/model/recording.ts'
import type { TypedValue } from '@pone/recording/model/typed-value.ts'

export interface PreviewRow extends Pick<RecordedExchange, 'index' | 'method' | 'host'> {
  /** Path and query as people read them. */
  readonly path: string
  readonly status: number | null
  readonly contentType: string
  /** Why it is not chosen at first; null if it is. */
  readonly aside: AsideReason | null
  /** Requests that it stands for. */
  readonly count: number
  /** Of the WebSocket connection that it opened, or of a conversation over TCP or UDP; null for others. */
  readonly messages: { readonly sent: number; readonly received: number } | null
}

export function previewRows(recording: ShownRecording): PreviewRow[] {
  const { exchanges } = recording
  const reasons = asideReasons(exchanges)
  const shown = referencesOf(recording)
  return exchanges.map(({ index, method, host, url, place, response, count = 1, socket, stream }) => ({
    index,
    method,
    host,
    path: stream === undefined ? shown(url.slice(URL.parse(url)?.origin.length ?? 0)) : place,
    status: response?.status ?? null,
    contentType: response?.contentType ?? '',
    aside: reasons[index] ?? null,
    count,
    messages: messageCounts(stream?.turns ?? socket?.messages),
  }))
}

type ShownRecording = Pick<Recording, 'exchanges'> &
  Partial<Pick<Recording, 'mix' | 'variables' | 'expressions'>>

/** How references to variables are shown: as steps will have them; those to lists of values of a log as places of its paths. */
function referencesOf({ mix, variables = null, expressions = [] }: ShownRecording): (text: string) => string {
  const templates = new Map(expressions.map(({ name, value }) => [name, value]))
  const shownAs = (name: string) => (mix === undefined ? (templates.get(name) ?? `\${${name}}`) : `{${name}}`)
  return text =>
    variables === null && mix === undefined
      ? text
      : text.replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => shownAs(name))
}

function messageCounts(
  messages: readonly { readonly isSent: boolean; readonly count?: number }[] | undefined,
): PreviewRow['messages'] {
  if (messages === undefined) return null
  const countOf = (wanted: boolean) =>
    messages.reduce((sum, { isSent, count = 1 }) => (isSent === wanted ? sum + count : sum), 0)
  return { sent: countOf(true), received: countOf(false) }
}

export const chosenAtFirst = (rows: readonly PreviewRow[]): ReadonlySet<number> =>
  new Set(rows.filter(({ aside }) => aside === null).map(({ index }) => index))

/** Rows that are chosen or not together. */
export interface RowGroup {
  readonly reason: AsideReason
  readonly count: number
  readonly chosen: 'all' | 'some' | 'none'
}

/** The groups of rows that were not chosen at first, in the order in which they first occur. */
export function groupsOf(rows: readonly PreviewRow[], chosen: ReadonlySet<number>): RowGroup[] {
  const reasons = [...new Set(rows.flatMap(({ aside }) => aside ?? []))]
  return reasons.map(reason => {
    const members = rows.filter(({ aside }) => aside === reason)
    const count = members.filter(({ index }) => chosen.has(index)).length
    return {
      reason,
      count: members.length,
      chosen: count === 0 ? 'none' : count === members.length ? 'all' : 'some',
    }
  })
}

/** The choice with a whole group added or taken away. */
export function withGroup(
  rows: readonly PreviewRow[],
  chosen: ReadonlySet<number>,
  { reason, isChosen }: { readonly reason: AsideReason; readonly isChosen: boolean },
): ReadonlySet<number> {
  const next = new Set(chosen)
  for (const { aside, index } of rows) {
    if (aside !== reason) continue
    if (isChosen) next.add(index)
    else next.delete(index)
  }
  return next
}

/** Rows whose method, host or path contains the text, of one host or of all. */
export function rowsWith(rows: readonly PreviewRow[], text: string, host: string): PreviewRow[] {
  const wanted = text.trim().toLowerCase()
  return rows.filter(
    row =>
      (host === '' || row.host === host) &&
      (wanted === '' || `${row.method} ${row.host}${row.path}`.toLowerCase().includes(wanted)),
  )
}

export const hostsOf = (rows: readonly PreviewRow[]): string[] => [...new Set(rows.map(({ host }) => host))]

export const acceptedAtFirst = (values: readonly DynamicValue[]): ReadonlySet<number> =>
  new Set(values.filter(({ confidence }) => confidence === 'sure').map(({ id }) => id))

/** What the preview shows of a dynamic value. */
export interface DynamicRow extends Pick<DynamicValue, 'id' | 'name' | 'confidence' | 'reason' | 'rule'> {
  /** The beginning of it: it may be a token that signs somebody in. */
  readonly value: string
  /** The request whose response gives it, and where in it. */
  readonly from: string
  readonly source: DynamicValue['sources'][number]['extractor']
  /** The first request that sends it, with the name of the field, and how many more do. */
  readonly usedIn: string
  readonly moreUses: number
}

const shownLength = 24

export function dynamicRows(
  values: readonly DynamicValue[],
  exchanges: readonly RecordedExchange[],
): DynamicRow[] {
  const placeOf = (index: number) => placeIn(exchanges, index)
  return values.flatMap(
    ({ id, name, confidence, reason, rule, value, sources: [source], uses: [use, ...more] }) => {
      if (source === undefined || use === undefined) return []
      return {
        id,
        name,
        confidence,
        reason,
        ...(rule !== undefined && { rule }),
        value: value.length > shownLength ? `${value.slice(0, shownLength)}…` : value,
        from: placeOf(source.exchange),
        source: source.extractor,
        usedIn: [placeOf(use.exchange), use.isAddress ? '' : use.name].filter(Boolean).join(' · '),
        moreUses: more.length,
      }
    },
  )
}

function placeIn(exchanges: readonly RecordedExchange[], index: number): string {
  const { method = '', url = '' } = exchanges[index] ?? {}
  return `${method} ${URL.parse(url)?.pathname ?? url}`
}

/** What the preview shows of a typed value. */
export interface TypedRow extends Pick<TypedValue, 'id' | 'kind' | 'name'> {
  readonly values: string
  /** Of a date from the day of the run, such as `+3d`; null for others. */
  readonly offset: string | null
  /** The first request that sends it, with the name of the field, and how many more do. */
  readonly usedIn: string
  readonly moreUses: number
}

export const typedRows = (
  values: readonly TypedValue[],
  exchanges: readonly RecordedExchange[],
): TypedRow[] =>
  values.flatMap(({ id, kind, name, values: texts, date, uses: [use, ...more] }) => {
    if (use === undefined) return []
    return {
      id,
      kind,
      name,
      values: texts.join(', '),
      offset: date === null ? null : date.offset || '+0d',
      usedIn: `${placeIn(exchanges, use.exchange)} · ${use.name}`,
      moreUses: more.length,
    }
  })
