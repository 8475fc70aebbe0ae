/** Character sets of texts in messages; a name that encoder, decoder and responses know alike. */
import type { FormField } from '@pone/schema/form.ts'
import { z } from 'zod'
import { contentOptions, dataFields } from './forms.ts'

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

/** A message that is sent as bytes, whatever it is made of. */
export const bytesFields: readonly FormField[] = [
  {
    name: 'content',
    label: { zh: '内容', en: 'Content' },
    hint: {
      zh: '文本按字符集编码；十六进制、Base64 和文件按字节发送。',
      en: 'Text is encoded in the character set; hexadecimal, Base64 and files are sent as bytes.',
    },
    widget: 'choice',
    options: contentOptions,
  },
  ...dataFields,
  charsetField,
]
