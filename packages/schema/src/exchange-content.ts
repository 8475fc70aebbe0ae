/** What the debug view shows of one request and its answer; what only one protocol has comes as sections that it names, data of a few shapes. */
import { z } from 'zod'

const key = z.string().max(40)

/** A section; its title stands in the protocol's definition under the key. */
export const exchangeSectionSchema = z.discriminatedUnion('kind', [
  /** Text as it was sent or received, cut to 256 KiB; `sizeBytes` is the whole. */
  z.object({
    kind: z.literal('text'),
    key,
    text: z.string(),
    /** How it is shown. */
    format: z.enum(['plain', 'json', 'xml', 'html', 'sql']).default('plain'),
    sizeBytes: z.number().nullable().default(null),
  }),
  /** Names and values in order, e.g. headers. */
  z.object({ kind: z.literal('pairs'), key, pairs: z.array(z.tuple([z.string(), z.string()])) }),
  /** Rows under columns; `rowCount` is the whole, null = all are here. */
  z.object({
    kind: z.literal('table'),
    key,
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string().nullable())),
    rowCount: z.number().nullable().default(null),
  }),
  /** Messages in the order in which they were sent and arrived. */
  z.object({
    kind: z.literal('messages'),
    key,
    messages: z.array(
      z.object({
        direction: z.enum(['sent', 'received']),
        /** Epoch ms. */
        at: z.number(),
        /** Binary ones in hexadecimal. */
        isText: z.boolean(),
        text: z.string(),
        sizeBytes: z.number(),
      }),
    ),
  }),
])
export type ExchangeSection = z.infer<typeof exchangeSectionSchema>

/** The section with each of its texts changed; its key stays. */
export function withTexts(section: ExchangeSection, change: (text: string) => string): ExchangeSection {
  switch (section.kind) {
    case 'text':
      return { ...section, text: change(section.text) }
    case 'pairs':
      return { ...section, pairs: section.pairs.map(([name, value]) => [name, change(value)]) }
    case 'table': {
      const rows = section.rows.map(row => row.map(cell => (cell === null ? null : change(cell))))
      return { ...section, columns: section.columns.map(change), rows }
    }
    case 'messages':
      return {
        ...section,
        messages: section.messages.map(message => ({ ...message, text: change(message.text) })),
      }
  }
}

/** What of a section is kept. */
export interface SectionBounds {
  /** Of each text, characters. */
  readonly maxTextLength: number
  /** Rows, pairs or messages, the first ones. */
  readonly maxRows: number
}

/** The section within the bounds; a table keeps the number of all its rows. */
export function cutSection(
  section: ExchangeSection,
  { maxTextLength, maxRows }: SectionBounds,
): ExchangeSection {
  const cut = withTexts(section, text => text.slice(0, maxTextLength))
  switch (cut.kind) {
    case 'text':
      return cut
    case 'pairs':
      return { ...cut, pairs: cut.pairs.slice(0, maxRows) }
    case 'table':
      return { ...cut, rowCount: cut.rowCount ?? cut.rows.length, rows: cut.rows.slice(0, maxRows) }
    case 'messages':
      return { ...cut, messages: cut.messages.slice(0, maxRows) }
  }
}

/** A resource that an answer embeds and that was fetched with it. */
export const embeddedResourceSchema = z.object({
  url: z.string(),
  /** null = no answer. */
  status: z.int().nullable(),
  durationMs: z.number(),
  receivedBytes: z.int(),
  errorCode: z.string().nullable(),
})

/** What a protocol tells of an exchange, besides what every outcome has. Texts may be of any length; the engine cuts them. */
export interface ExchangeContent {
  /** What was done, in a word, e.g. the method; empty where the address says all. */
  readonly method: string
  readonly url: string
  readonly requestHeaders: [string, string][]
  readonly requestBody: string
  /** Only of protocols with a cache. */
  readonly fromCache?: 'fresh' | 'revalidated' | null
  readonly resources?: z.infer<typeof embeddedResourceSchema>[]
  /** What only this protocol has, in the order in which it is shown. */
  readonly sections: ExchangeSection[]
}
