/** The texts of an exchange that can be searched, in the order in which its tabs show them; pure. */
import type { Exchange } from '@pone/contract/entities/run.ts'
import { pairText } from '@pone/protocols/definitions.ts'
import type { Language } from '../../../lib/i18n.ts'

export const searchScopes = ['all', 'requests', 'responses'] as const
/** Which side of the exchanges is searched; sections of a protocol belong to both. */
export type SearchScope = (typeof searchScopes)[number]

/** Where a text of an exchange is shown. */
export interface Place {
  /** Tab of the exchange's details: `request`, `response`, or `section.<key>`. */
  readonly tab: string
  readonly part: 'address' | 'header' | 'body' | 'content'
  /** Header, pair, row or message, from 0; -1 = the names of the columns. */
  readonly row: number
  /** Cell of the row, from 0; of a header 0 = name, 1 = value. */
  readonly cell: number
  /** Name of the header or column; '' where there is none. */
  readonly name: string
}

interface PlacedText extends Place {
  readonly text: string
}

type Section = Exchange['sections'][number]

/** @param language that pairs with texts of their own are shown in */
export function placedTexts(exchange: Exchange, scope: SearchScope, language: Language): PlacedText[] {
  const request: PlacedText[] = [
    { ...at('request', 'address'), text: exchange.url },
    ...headersOf('request', exchange.requestHeaders),
    { ...at('request', 'body'), text: exchange.requestBody },
  ]
  const response: PlacedText[] = [
    ...headersOf('response', exchange.responseHeaders),
    { ...at('response', 'body'), text: exchange.responseBody },
  ]
  const sections = exchange.sections.flatMap(section =>
    textsOf(section, exchange.protocol, language).filter(text => isInScope(section, text, scope)),
  )
  return [
    ...(scope === 'responses' ? [] : request),
    ...(scope === 'requests' ? [] : response),
    ...sections,
  ].filter(({ text }) => text !== '')
}

const at = (tab: string, part: Place['part']) => ({ tab, part, row: 0, cell: 0, name: '' })

const headersOf = (
  tab: 'request' | 'response',
  headers: readonly (readonly [string, string])[],
): PlacedText[] => pairsOf({ tab, part: 'header' }, headers)

const pairsOf = (
  { tab, part }: Pick<Place, 'tab' | 'part'>,
  pairs: readonly (readonly [string, string])[],
): PlacedText[] =>
  pairs.flatMap(([name, value], row) => [
    { tab, part, row, cell: 0, name, text: name },
    { tab, part, row, cell: 1, name, text: value },
  ])

function textsOf(section: Section, protocol: string, language: Language): PlacedText[] {
  const tab = `section.${section.key}`
  const part = 'content'
  switch (section.kind) {
    case 'text':
      return [{ ...at(tab, part), text: section.text }]
    case 'pairs':
      return pairsOf(
        { tab, part },
        section.pairs.map((pair): [string, string] => {
          const [name, value] = pairText(protocol, section.key, pair)
          return [name[language], value[language]]
        }),
      )
    case 'table': {
      const { columns, rows } = section
      const cells = (texts: readonly (string | null)[], row: number): PlacedText[] =>
        texts.map((text, cell) => ({ tab, part, row, cell, name: columns[cell] ?? '', text: text ?? '' }))
      return [...cells(columns, -1), ...rows.flatMap(cells)]
    }
    case 'messages':
      return section.messages.map(({ text }, row) => ({ ...at(tab, part), row, text }))
  }
}

/** What a section shows was sent with the request or came with the response: messages by their direction, results as tables. */
function isInScope(section: Section, { row }: Place, scope: SearchScope): boolean {
  if (scope === 'all') return true
  const isReceived =
    section.kind === 'messages' ? section.messages[row]?.direction === 'received' : section.kind === 'table'
  return isReceived === (scope === 'responses')
}
