/** What the debug view shows of one request and its answer: sections that the protocol names, as data of a few shapes. */
import { z } from 'zod'

/** Longest text of a section, characters: 256 KiB. */
export const maxSectionLength = 262_144

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
  /** What a page embeds, in the order of arrival. */
  z.object({
    kind: z.literal('parts'),
    key,
    parts: z.array(
      z.object({
        url: z.string(),
        status: z.int().nullable(),
        durationMs: z.number(),
        receivedBytes: z.int(),
        errorCode: z.string().nullable(),
      }),
    ),
  }),
])
export type ExchangeSection = z.infer<typeof exchangeSectionSchema>

/** What a protocol tells of an exchange. */
export interface ExchangeContent {
  /** One line, e.g. method and address. */
  readonly title: string
  /** Status as people read it; null = no answer. */
  readonly status: string | null
  readonly sections: readonly ExchangeSection[]
}
