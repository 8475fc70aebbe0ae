/** What the debug view shows of an operation on messages that may be text or bytes. */
import type { ExchangeContent } from '@pone/schema/exchange-content.ts'
import type { MessageCharset } from './definition/charset.ts'
import { hexView } from './hex-view.ts'
import { type MessageOutcome, messageSection } from './outcome.ts'
import { readableText } from './text-codec.ts'

interface Described {
  readonly charset: MessageCharset
  /** The message of the step; null if it sends none. */
  readonly sent: Buffer | null
}

export function describeMessages(
  { url, body, messages }: MessageOutcome,
  { charset, sent }: Described,
): ExchangeContent {
  const isBinary = body.length > 0 && readableText(body, charset) === null
  return {
    method: '',
    url,
    requestHeaders: [],
    requestBody: sent === null ? '' : (readableText(sent, charset) ?? sent.toString('hex')),
    sections: [
      ...messageSection(messages, bytes => readableText(bytes, charset)),
      ...(isBinary
        ? [
            {
              kind: 'text' as const,
              key: 'hex',
              text: hexView(body),
              format: 'plain' as const,
              sizeBytes: body.length,
            },
          ]
        : []),
    ],
  }
}
