/** The forms of TCP operations. */
import type { Form, FormField, FormItem } from '@pone/schema/form.ts'
import { bytesFields, charsetField } from '../../messages/definition/charset.ts'
import {
  awaitForm,
  connectionField,
  inboxFields,
  keptForField,
  matchFields,
  maxMessageField,
  replyField,
  timeoutField,
} from '../../messages/definition/forms.ts'
import { hostRow } from '../../messages/definition/host.ts'

const whileKind = (...isOneOf: string[]) => ({ name: 'framing.kind', isOneOf })

const appliesToSent: FormField = {
  name: 'framing.appliesToSent',
  label: { zh: '发送时自动添加', en: 'Add when sending' },
  hint: {
    zh: '发送的消息也加上分隔符或长度字段；已经以分隔符结尾的消息不再添加。',
    en: 'Messages that are sent get the delimiter or the length field too; a message that ends with the delimiter already is sent as it is.',
  },
  widget: 'boolean',
  when: whileKind('delimiter', 'length'),
}

const delimiterFields: readonly FormField[] = [
  {
    name: 'framing.notation',
    label: { zh: '分隔符写法', en: 'Delimiter notation' },
    hint: {
      zh: '文本中可用 \\n、\\r、\\t、\\0、\\\\ 和 \\x41。',
      en: 'Text can contain \\n, \\r, \\t, \\0, \\\\ and \\x41.',
    },
    widget: 'choice',
    options: [
      { value: 'text', label: { zh: '文本', en: 'Text' } },
      { value: 'hex', label: { zh: '十六进制', en: 'Hexadecimal' } },
    ],
    when: whileKind('delimiter'),
  },
  {
    name: 'framing.delimiter',
    label: { zh: '分隔符', en: 'Delimiter' },
    hint: { zh: '不计入消息内容', en: 'Is not part of the message' },
    widget: 'text',
    isMono: true,
    widthPx: 240,
    when: whileKind('delimiter'),
  },
]

const lengthFields: readonly FormField[] = [
  {
    name: 'framing.lengthBytes',
    label: { zh: '长度字段字节数', en: 'Size of the length field' },
    hint: { zh: '1、2、4 或 8 字节', en: '1, 2, 4 or 8 bytes' },
    widget: 'number',
    when: whileKind('length'),
  },
  {
    name: 'framing.byteOrder',
    label: { zh: '字节序', en: 'Byte order' },
    hint: { zh: '网络协议一般为大端。', en: 'Network protocols mostly use big-endian.' },
    widget: 'choice',
    options: [
      { value: 'big', label: { zh: '大端', en: 'Big-endian' } },
      { value: 'little', label: { zh: '小端', en: 'Little-endian' } },
    ],
    when: whileKind('length'),
  },
  {
    name: 'framing.offset',
    label: { zh: '长度字段之前的字节数', en: 'Bytes before the length field' },
    hint: {
      zh: '例如报文头先有 2 字节的类型，则填 2。',
      en: 'For example 2 if the header begins with a type of 2 bytes.',
    },
    widget: 'number',
    when: whileKind('length'),
  },
  {
    name: 'framing.adjustment',
    label: { zh: '长度调整值', en: 'Length adjustment' },
    hint: {
      zh: '长度字段之后的字节数 = 字段值 + 调整值；字段值包含 4 字节的字段本身时填 -4。',
      en: 'Bytes after the field = its value + this; for example -4 if the value includes a field of 4 bytes.',
    },
    widget: 'number',
    when: whileKind('length'),
  },
  {
    name: 'framing.keepsHeader',
    label: { zh: '消息包含报文头', en: 'Keep header' },
    hint: {
      zh: '收到的消息保留长度字段及其之前的字节，供检查点和提取器使用。',
      en: 'Received messages keep the length field and what is before it, for checkpoints and extractors.',
    },
    widget: 'boolean',
    when: whileKind('length'),
  },
]

const framingItems: readonly FormItem[] = [
  {
    name: 'framing',
    label: { zh: '消息划分', en: 'Messages end' },
    hint: {
      zh: 'TCP 是字节流：这里决定收到的字节在哪里分成一条条消息。',
      en: 'TCP carries a stream of bytes; this determines where a received message ends.',
    },
    widget: 'variant',
    by: 'kind',
    look: 'list',
    options: [
      { value: 'delimiter', label: { zh: '按分隔符', en: 'At a delimiter' } },
      { value: 'length', label: { zh: '按长度字段', en: 'By a length field' } },
      { value: 'fixed', label: { zh: '固定长度', en: 'After a fixed size' } },
      { value: 'silence', label: { zh: '一段时间没有数据', en: 'When nothing arrives for some time' } },
      { value: 'close', label: { zh: '连接关闭时', en: 'When the connection is closed' } },
    ],
    starts: {
      delimiter: { notation: 'text', delimiter: '\\n', appliesToSent: true },
      length: {
        lengthBytes: 4,
        byteOrder: 'big',
        offset: 0,
        adjustment: 0,
        keepsHeader: false,
        appliesToSent: true,
      },
      fixed: { sizeBytes: 64 },
      silence: { silenceMs: 200 },
      close: {},
    },
  },
  ...delimiterFields,
  ...lengthFields,
  appliesToSent,
  {
    name: 'framing.sizeBytes',
    label: { zh: '消息长度', en: 'Message size' },
    hint: { zh: '每条收到的消息的字节数。', en: 'Bytes of each received message.' },
    widget: 'number',
    unit: 'B',
    when: whileKind('fixed'),
  },
  {
    name: 'framing.silenceMs',
    label: { zh: '静默时间', en: 'Silence' },
    hint: {
      zh: '最后一个字节之后等待的时间；不计入响应时间，但用户在此期间不执行下一步。',
      en: 'Time waited after the last byte. It is not part of the response time, but the user does not continue until it has passed.',
    },
    widget: 'number',
    unit: 'ms',
    when: whileKind('silence'),
  },
]

export const connectForm: Form = [
  connectionField,
  hostRow,
  {
    name: 'tls',
    label: { zh: '使用 TLS', en: 'Use TLS' },
    hint: {
      zh: '是否校验证书、使用哪个客户端证书，由运行设置决定',
      en: 'Certificate verification and client certificate are set in the run-time settings',
    },
    widget: 'boolean',
  },
  ...framingItems,
  keptForField,
  { ...timeoutField(), label: { zh: '连接超时', en: 'Connect time-out' } },
]

export const sendForm: Form = [
  connectionField,
  ...bytesFields,
  {
    ...replyField,
    options: [...replyField.options, { value: 'count', label: { zh: '若干条消息', en: 'Several messages' } }],
  },
  ...matchFields({ name: 'reply', isOneOf: ['matching'] }),
  {
    name: 'count',
    label: { zh: '消息条数', en: 'Messages' },
    hint: { zh: '收到这么多条消息后结束。', en: 'The step ends after this number of messages.' },
    widget: 'number',
    when: { name: 'reply', isOneOf: ['count'] },
  },
  { ...timeoutField(), when: { name: 'reply', isOneOf: ['next', 'matching', 'count'] } },
]

export const awaitMessagesForm: Form = [...awaitForm, charsetField]

export const closeForm: Form = [connectionField, timeoutField()]

export const settingsForm: Form = [...inboxFields, maxMessageField]
