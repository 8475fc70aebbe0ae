/** Parts of the forms of protocols of messages. */
import {
  type FieldOption,
  type Form,
  type FormField,
  type FormItem,
  type FormValues,
  isVisible,
} from '@pone/schema/form.ts'

/** The name of the connection that the step uses. */
export const connectionField: FormField = {
  name: 'connection',
  label: { zh: '连接名称', en: 'Connection' },
  hint: {
    zh: '一个用户可以同时有多个连接，用名称区分',
    en: 'A user can have several connections at the same time, identified by name',
  },
  widget: 'text',
  widthPx: 240,
}
/** How long the step waits. */
export const timeoutField = (name = 'timeoutMs'): FormField => ({
  name,
  label: { zh: '超时', en: 'Time-out' },
  hint: { zh: '0 表示使用运行设置', en: '0 uses the run-time settings' },
  widget: 'number',
  unit: 'ms',
})

/** Which messages are meant; `when`: the step waits for messages that match. */
export const matchFields = (when?: FormItem['when']): FormField[] => {
  const isBy =
    (...sources: readonly string[]) =>
    (values: FormValues): boolean =>
      isVisible(when, values) && isVisible({ name: 'match.source', isOneOf: sources }, values)
  return [
    {
      name: 'match.source',
      label: { zh: '匹配方式', en: 'Match by' },
      hint: {
        zh: '等待哪些消息；不匹配的消息会被跳过。',
        en: 'Messages to wait for; messages that do not match are skipped.',
      },
      widget: 'choice',
      when,
      options: [
        { value: 'any', label: { zh: '任意消息', en: 'Any message' } },
        { value: 'contains', label: { zh: '包含文本', en: 'Contains' } },
        { value: 'regex', label: { zh: '正则表达式', en: 'Regular expression' } },
        { value: 'jsonPath', label: { zh: 'JSONPath', en: 'JSONPath' } },
      ],
    },
    {
      name: 'match.expression',
      label: { zh: '匹配内容', en: 'Match value' },
      widget: 'template',
      when: isBy('contains', 'regex', 'jsonPath'),
    },
    {
      name: 'match.expected',
      label: { zh: '期望值', en: 'Expected value' },
      hint: { zh: '留空表示只要存在即可', en: 'Leave empty if the value only has to exist' },
      widget: 'template',
      when: isBy('jsonPath'),
    },
  ]
}

/** How long a connection is kept. */
export const keptForField: FormField = {
  name: 'keptFor',
  label: { zh: '保持', en: 'Lifetime' },
  hint: {
    zh: '连接在一次迭代结束时关闭，或保持到用户结束。',
    en: 'The connection is closed at the end of the iteration, or kept until the user ends.',
  },
  widget: 'choice',
  options: [
    { value: 'iteration', label: { zh: '一次迭代', en: 'One iteration' } },
    { value: 'user', label: { zh: '用户全程', en: 'Until the user ends' } },
  ],
}

/** What a message can be made of. */
export const contentOptions: readonly FieldOption[] = [
  { value: 'text', label: { zh: '文本', en: 'Text' } },
  { value: 'hex', label: { zh: '十六进制', en: 'Hexadecimal' } },
  { value: 'base64', label: { zh: 'Base64', en: 'Base64' } },
  { value: 'file', label: { zh: '文件', en: 'File' } },
]

/** The message itself. */
export const dataFields: readonly FormField[] = [
  {
    name: 'data',
    label: { zh: '消息', en: 'Message' },
    widget: 'template',
    lines: 4,
    when: { name: 'content', isOneOf: ['text', 'hex', 'base64'] },
  },
  {
    name: 'fileId',
    label: { zh: '文件', en: 'File' },
    widget: 'file',
    attachment: 'body',
    when: { name: 'content', isOneOf: ['file'] },
  },
]

/** Whether the step waits for an answer to what it sends. */
export const replyField = {
  name: 'reply',
  label: { zh: '等待回复', en: 'Wait for reply' },
  hint: {
    zh: '等待的时间计入此步骤的响应时间；不等待时，发出即成功。',
    en: 'The waiting time is included in the response time of this step. Without waiting, the step passes as soon as the message is sent.',
  },
  widget: 'choice',
  options: [
    { value: 'none', label: { zh: '不等待', en: 'Do not wait' } },
    { value: 'next', label: { zh: '下一条消息', en: 'Next message' } },
    { value: 'matching', label: { zh: '匹配的消息', en: 'Matching message' } },
  ],
} as const satisfies FormField

/** The form of the operation that waits for messages. */
export const awaitForm: Form = [
  connectionField,
  ...matchFields(),
  {
    name: 'count',
    label: { zh: '消息条数', en: 'Messages' },
    hint: {
      zh: '收到这么多条匹配的消息后结束等待。',
      en: 'The step ends after this number of matching messages has been received.',
    },
    widget: 'number',
  },
  {
    name: 'from',
    label: { zh: '从何时起', en: 'Starting from' },
    hint: {
      zh: '连接上已经收到、还没有被步骤取走的消息是否计入。',
      en: 'Whether messages that were received on the connection but not used by a step yet are included.',
    },
    widget: 'choice',
    options: [
      { value: 'buffer', label: { zh: '包括已收到的', en: 'Including messages already received' } },
      { value: 'now', label: { zh: '从现在起', en: 'From now on' } },
    ],
  },
  timeoutField(),
]

/** Bounds of what waits for a step. */
export const inboxFields: readonly FormField[] = [
  {
    name: 'maxWaitingMessages',
    label: { zh: '每个连接最多缓存的消息数', en: 'Max buffered messages per connection' },
    hint: {
      zh: '还没有被步骤取走的消息，默认 1000 条；超出后丢弃最早的，并计入“丢弃消息数”。',
      en: 'Messages not used by a step yet; default: 1000. Beyond this, the oldest messages are dropped and counted as “Messages dropped”.',
    },
    widget: 'number',
  },
  {
    name: 'maxWaitingBytes',
    label: { zh: '每个连接最多缓存的大小', en: 'Max buffer size per connection' },
    hint: {
      zh: '还没有被步骤取走的消息的总大小，默认 4096 KiB；超出后丢弃最早的。',
      en: 'Total size of messages not used by a step yet; default: 4096 KiB. Beyond this, the oldest messages are dropped.',
    },
    widget: 'number',
    unit: 'KiB',
    factor: 1_024,
  },
]

/** Bound of a message. */
export const maxMessageField: FormField = {
  name: 'maxMessageBytes',
  label: { zh: '单条消息最大长度', en: 'Max message size' },
  hint: {
    zh: '默认 16384 KiB；收到更长的消息时连接断开，用来限制压力机的内存占用。',
    en: 'Default: 16384 KiB. The connection is closed if a longer message is received, to limit memory usage of the load machine.',
  },
  widget: 'number',
  unit: 'KiB',
  factor: 1_024,
}
