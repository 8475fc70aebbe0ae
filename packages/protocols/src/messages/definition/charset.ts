/** Character sets of texts in messages; a name that encoder, decoder and responses know alike. */
import type { FormField } from '@pone/schema/form.ts'
import { z } from 'zod'

export const messageCharsets = [
  'utf-8',
  'gbk',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
  'windows-1252',
  'utf-16le',
] as const
export type MessageCharset = (typeof messageCharsets)[number]

export const charsetSchema = z.enum(messageCharsets).default('utf-8')

/** By which texts become bytes, and answers texts. */
export const charsetField: FormField = {
  name: 'charset',
  label: { zh: '字符集', en: 'Character set' },
  hint: {
    zh: '发送的文本按此编码，检查点和提取器按此解码响应。',
    en: 'Encodes texts that are sent, and decodes answers for checkpoints and extractors.',
  },
  widget: 'choice',
  look: 'list',
  options: messageCharsets.map(value => ({
    value,
    label: { zh: value.toUpperCase(), en: value.toUpperCase() },
  })),
}
