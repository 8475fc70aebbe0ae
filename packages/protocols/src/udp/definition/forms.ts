/** The forms of UDP operations. */
import type { Form } from '@pone/schema/form.ts'
import { bytesFields, charsetField } from '../../messages/definition/charset.ts'
import {
  awaitForm,
  connectionField,
  inboxFields,
  keptForField,
  matchFields,
  replyField,
  timeoutField,
} from '../../messages/definition/forms.ts'
import { hostRow } from '../../messages/definition/host.ts'

export const sendForm: Form = [
  hostRow,
  ...bytesFields,
  {
    ...replyField,
    hint: {
      zh: '只接受来自此主机的数据报；丢失的数据报表现为超时。',
      en: 'Only datagrams from this host are accepted. A lost datagram appears as a time-out.',
    },
  },
  ...matchFields({ name: 'reply', isOneOf: ['matching'] }),
  { ...timeoutField(), when: { name: 'reply', isOneOf: ['next', 'matching'] } },
  {
    ...connectionField,
    label: { zh: '套接字名称', en: 'Socket' },
    hint: {
      zh: '同名的步骤使用同一个套接字，即同一个本地端口',
      en: 'Steps with the same name use the same socket, and so the same local port',
    },
  },
  {
    name: 'localPort',
    label: { zh: '本地端口', en: 'Local port' },
    hint: {
      zh: '0 表示任意空闲端口；指定端口时只能有一个用户',
      en: '0 uses any free port. With a given port there can be one user only',
    },
    widget: 'number',
  },
  {
    ...keptForField,
    hint: {
      zh: '套接字在一次迭代结束时关闭，或保持到用户结束。',
      en: 'The socket is closed at the end of the iteration, or kept until the user ends.',
    },
  },
]

export const awaitMessagesForm: Form = [...awaitForm, charsetField]

export const settingsForm: Form = inboxFields
