/**
 * The parts of HAR 1.2 that are read, in the forms that Chromium, Firefox, Safari, Charles, Fiddler and proxies write.
 * What a tool leaves out or writes as null is empty here.
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
import { z } from 'zod'

const text = z
  .string()
  .nullish()
  .catch('')
  .transform(value => value ?? '')
const number = z
  .number()
  .nullish()
  .catch(null)
  .transform(value => value ?? null)

const pairs = z
  .array(z.object({ name: text, value: text }).catch({ name: '', value: '' }))
  .nullish()
  .catch([])
  .transform(list => (list ?? []).filter(({ name }) => name !== ''))

const postData = z
  .object({
    mimeType: text,
    text,
    /** Of tools that write bytes: `base64`. */
    encoding: text,
    params: z
      .array(z.object({ name: text, value: text, fileName: text, contentType: text }))
      .nullish()
      .catch([])
      .transform(list => list ?? []),
  })
  .nullish()
  .catch(null)
  .transform(value => value ?? null)

export const harEntrySchema = z.object({
  pageref: text,
  startedDateTime: text,
  time: number,
  request: z.object({
    method: z.string().min(1).max(100),
    url: z.string().min(1),
    headers: pairs,
    postData,
    bodySize: number,
  }),
  response: z
    .object({
      status: number,
      headers: pairs,
      redirectURL: text,
      content: z
        .object({ mimeType: text, size: number, text, encoding: text })
        .nullish()
        .catch(null)
        .transform(value => value ?? null),
      bodySize: number,
    })
    .nullish()
    .catch(null)
    .transform(value => value ?? null),
  _resourceType: text,
  /** Of a WebSocket connection, as Chromium and Firefox write them; null if the entry has none. */
  _webSocketMessages: z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform(value => value ?? null),
  _fromCache: text,
})
export type HarEntry = z.infer<typeof harEntrySchema>

export const harFileSchema = z.object({
  log: z.object({
    pages: z
      .array(z.object({ id: text, title: text }))
      .nullish()
      .catch([])
      .transform(list => list ?? []),
  }),
})
