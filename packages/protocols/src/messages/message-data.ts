/** Compiles what a message is made of: text in a character set, hexadecimal, Base64, or a file of the project. */
import { readFileSync } from 'node:fs'
import type { ComponentContext, Scope } from '../protocol.ts'
import { bytesOf } from './bytes-of.ts'
import type { MessageCharset } from './definition/charset.ts'
import { codecOf } from './text-codec.ts'

export interface MessageSource {
  readonly content: 'text' | 'hex' | 'base64' | 'file'
  readonly data: string
  readonly fileId: string
  readonly charset: MessageCharset
}

/** The bytes for a user. @throws Error when the text is no such encoding, or the file is missing */
export function compileData(
  { content, data, fileId, charset }: MessageSource,
  context: Pick<ComponentContext, 'template' | 'file'>,
): (scope: Scope) => Buffer {
  if (content === 'file') {
    const bytes = readFileSync(context.file(fileId).path)
    return () => bytes
  }
  const codec = codecOf(charset)
  const make = (text: string): Buffer =>
    content === 'text' ? Buffer.from(codec.encode(text)) : bytesOf(text, content)
  const template = context.template(data)
  if (template.constant === null) return scope => make(template.evaluate(scope))
  const { constant } = template
  let known: Buffer | null = null
  return () => (known ??= make(constant))
}
