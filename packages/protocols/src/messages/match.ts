/** Compiles which messages are meant. */
import type { ComponentContext, Scope } from '../protocol.ts'
import type { MessageMatch } from './definition/operation.ts'
import type { InboxMessage } from './inbox.ts'

/** Whether a message is meant. */
export type Matches = (message: InboxMessage) => boolean

/** Bytes ↔ text of the messages. */
export interface TextCodec {
  decode(bytes: Buffer): string
  encode(text: string): Buffer | string
}

/** Messages are UTF-8, as WebSocket demands. */
export const utf8: TextCodec = { decode: bytes => bytes.toString(), encode: text => text }

/** All messages are meant. */
export const matchesAll: Matches = () => true

/** Evaluated for a user before messages are compared. */
export function compileMatch(
  { source, expression, expected }: MessageMatch,
  context: Pick<ComponentContext, 'template' | 'jsonText'>,
  codec: TextCodec = utf8,
): (scope: Scope) => Matches {
  if (source === 'any') return () => matchesAll
  const wanted = context.template(expression)
  const value = context.template(expected)
  return scope => {
    const text = wanted.evaluate(scope)
    const expectedText = value.evaluate(scope)
    if (source === 'contains') {
      const bytes = codec.encode(text)
      return message => message.bytes.includes(bytes)
    }
    if (source === 'regex') {
      const pattern = new RegExp(text, 'u')
      return message => pattern.test(codec.decode(message.bytes))
    }
    return message => {
      const found = context.jsonText(codec.decode(message.bytes), text)
      return found !== undefined && (expectedText === '' || found === expectedText)
    }
  }
}
